'use strict';

/* The script of a page, which is readable without it. Functions go into it as text, so they can only use each other. */

/* global document, window */

/** The sort keys of a row, from its attribute: '134.2 - 3' is 134.2, nothing, 3. */
const valuesOf = (text) => text.split(' ').map((word) => (word === '' || word === '-' ? null : Number(word)));

/** The effect of the next click on a heading: rising, falling, original order. */
function nextDirection(direction) {
  if (direction === 'ascending') return 'descending';
  return direction === 'descending' ? 'none' : 'ascending';
}

const compared = (a, b) => (typeof a === 'string' ? a.localeCompare(b, 'en', { numeric: true }) : a - b);

/** Stable; rows without a value are last in both directions. column: an index of their values, or 'name' */
function sortedRows(rows, column, direction) {
  if (direction === 'none') return rows.slice();
  const valueOf = ({ name, values }) => (column === 'name' ? name : values[column] ?? null);
  const hasValue = (row) => valueOf(row) !== null;
  const sign = direction === 'descending' ? -1 : 1;
  const known = rows.filter(hasValue).sort((a, b) => sign * compared(valueOf(a), valueOf(b)));
  return known.concat(rows.filter((row) => !hasValue(row)));
}

const wordsIn = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);

/** An empty list of words or verdicts matches everything. */
function isShown({ group, name, verdicts }, filter) {
  const text = (group + ' ' + name).toLowerCase();
  const hasVerdict = filter.verdicts.length === 0 || verdicts.some((verdict) => filter.verdicts.includes(verdict));
  return hasVerdict && filter.words.every((word) => text.includes(word));
}

function countedVerdicts(rows) {
  const counts = new Map();
  for (const verdict of rows.flatMap(({ verdicts }) => verdicts)) counts.set(verdict, (counts.get(verdict) || 0) + 1);
  return counts;
}

function countWords(shown, all, one) {
  const noun = all === 1 ? one : one + 's';
  return shown === all ? all + ' ' + noun : shown + ' of ' + all + ' ' + noun;
}

/** Fewer tests are seen at a glance, without a search. */
const needsFilter = (rows) => rows.length > 7;

function made(name, attributes, ...contents) {
  const element = document.createElement(name);
  for (const key of Object.keys(attributes)) element.setAttribute(key, attributes[key]);
  for (const content of contents.flat()) element.append(content);
  return element;
}

const verdictWords = (tag) => tag.lastChild.textContent;
const contentOf = (element) => (element ? element.textContent : '');

/** The rows of a table or figure under their headings: { heading, rows: { elements }[] }[] */
function groupsIn(elements, isHeading, isFirst, describe) {
  const groups = [{ heading: null, rows: [] }];
  for (const element of elements) {
    const { rows } = groups[groups.length - 1];
    if (isHeading(element)) groups.push({ heading: element, rows: [] });
    else if (isFirst(element)) rows.push(describe(element, contentOf(groups[groups.length - 1].heading)));
    else if (rows.length > 0) rows[rows.length - 1].elements.push(element);
  }
  return groups;
}

/** A test in a table can have several lines, one for each side of a comparison. */
function tableOf(table) {
  const describe = (line, group) => {
    const link = line.querySelector('th a');
    const section = link && document.getElementById(link.hash.slice(1));
    return {
      elements: [line], group, name: contentOf(line.querySelector('th')), values: valuesOf(line.dataset.sort),
      verdicts: [], details: section && section.closest('details'),
    };
  };
  const groups = groupsIn(
    table.tBodies[0].rows, (line) => line.className === 'group', (line) => line.hasAttribute('data-sort'), describe);
  for (const { rows } of groups) {
    for (const row of rows) {
      row.verdicts = row.elements.flatMap((line) => [...line.querySelectorAll('.verdict')].map(verdictWords));
    }
  }
  return { table, groups };
}

function makeSortable({ table, groups }) {
  const heads = [...table.querySelectorAll('th[data-sort]')];
  const sortBy = (head) => {
    const direction = nextDirection(head.getAttribute('aria-sort'));
    for (const other of heads) other.setAttribute('aria-sort', other === head ? direction : 'none');
    const column = head.dataset.sort === 'name' ? 'name' : Number(head.dataset.sort);
    for (const { heading, rows } of groups) {
      const lines = sortedRows(rows, column, direction).flatMap(({ elements }) => elements);
      if (heading) table.tBodies[0].append(heading);
      for (const line of lines) table.tBodies[0].append(line);
    }
  };
  for (const head of heads) {
    const button = made('button', { type: 'button' }, [...head.childNodes]);
    button.addEventListener('click', () => sortBy(head));
    head.setAttribute('aria-sort', head.dataset.order || 'none');
    head.append(button);
  }
}

function showRows(groups, isVisible) {
  for (const { heading, rows } of groups) {
    const shown = rows.map((row) => {
      const isOn = isVisible(row);
      for (const element of row.elements) element.hidden = !isOn;
      if (row.details) row.details.hidden = !isOn;
      return isOn;
    });
    if (heading) heading.hidden = !shown.includes(true);
  }
}

function makeFilter(place, tables, rows) {
  const title = document.querySelector('th[data-sort=name]').textContent;
  const noun = title === 'name' ? 'test' : title;
  const field = made('input', { type: 'search', id: 'filter', autocomplete: 'off', spellcheck: 'false' });
  const tests = (some) => new Set(some.map((row) => row.details || row)).size;
  const status = made('p', { role: 'status' }, countWords(tests(rows), tests(rows), noun));
  const toggles = [...countedVerdicts(rows)].map(([verdict, times]) => {
    const tag = [...document.querySelectorAll('td .verdict')].find((one) => verdictWords(one) === verdict);
    const button = made('button', { type: 'button', 'aria-pressed': 'false' }, tag.cloneNode(true), ' ' + times);
    return { verdict, button };
  });
  const isPressed = ({ button }) => button.getAttribute('aria-pressed') === 'true';
  const apply = () => {
    const verdicts = toggles.filter(isPressed).map(({ verdict }) => verdict);
    const filter = { words: wordsIn(field.value), verdicts };
    for (const { groups } of tables) showRows(groups, (row) => isShown(row, filter));
    status.textContent = countWords(tests(rows.filter((row) => isShown(row, filter))), tests(rows), noun);
  };
  field.addEventListener('input', apply);
  for (const toggle of toggles) {
    toggle.button.addEventListener('click', () => {
      toggle.button.setAttribute('aria-pressed', String(!isPressed(toggle)));
      apply();
    });
  }
  const verdicts = made('div', { role: 'group', 'aria-label': 'Verdicts' }, toggles.map(({ button }) => button));
  place.append(made('div', { role: 'search', class: 'filter' },
    made('label', { for: 'filter' }, 'Filter ' + noun + 's'), field, toggles.length > 1 ? verdicts : '', status));
}

function reveal(hash) {
  const target = hash.length > 1 && document.getElementById(hash.slice(1));
  if (!target) return;
  for (let at = target.closest('details'); at; at = at.parentElement.closest('details')) at.open = true;
  target.scrollIntoView();
}

function startPage() {
  const tables = [...document.querySelectorAll('main>section table')]
    .filter((table) => table.querySelector('th[data-sort]') !== null).map(tableOf);
  const hasNames = ({ table }) => table.querySelector('th[data-sort=name]') !== null;
  const rowsOf = ({ groups }) => groups.flatMap(({ rows }) => rows);
  for (const table of tables) if (rowsOf(table).length > 1) makeSortable(table);
  const rows = tables.filter(hasNames).flatMap(rowsOf);
  const place = document.querySelector('.aside');
  if (place && needsFilter(rows)) makeFilter(place, tables, rows);
  window.addEventListener('hashchange', () => reveal(window.location.hash));
  reveal(window.location.hash);
}

const functions = {
  valuesOf, nextDirection, compared, sortedRows, wordsIn, isShown, countedVerdicts, countWords, needsFilter, made,
  verdictWords, contentOf, groupsIn, tableOf, makeSortable, showRows, makeFilter, reveal, startPage,
};

const declared = Object.entries(functions).map(([name, fn]) => `const ${name} = ${fn};`);
const script = ['\'use strict\';', ...declared, 'startPage();\n'].join('\n');

module.exports = { script, functions };
