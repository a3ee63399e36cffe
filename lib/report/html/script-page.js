'use strict';

/*
 * The script of a page, which is readable without it. Each function goes into the page as its text, see script.js, so
 * it can only use functions of this file and of script-rows.js.
 */

/* global document, window, valuesOf, nextDirection, sortedRows, wordsIn, isShown, countedVerdicts, countWords,
   makeTips */

/** Fewer tests are seen at a glance, without a search. */
function needsFilter(rows) {
  return rows.length > 7;
}

function made(name, attributes, ...contents) {
  const element = document.createElement(name);
  for (const key of Object.keys(attributes)) element.setAttribute(key, attributes[key]);
  element.append(...contents);
  return element;
}

function verdictWords(tag) {
  return tag.lastChild.textContent;
}

function contentOf(element) {
  return element ? element.textContent : '';
}

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

/** Rows of a figure have the same names and headings as rows of its table. */
function figureOf(list) {
  const describe = (line, group) => ({ elements: [line], group, name: contentOf(line.querySelector('.name bdi')) });
  const isRow = (line) => line.querySelector('.name') !== null;
  return { groups: groupsIn(list.children, (line) => line.className === 'group', isRow, describe) };
}

function makeSortable({ table, groups }) {
  const heads = [...table.querySelectorAll('th[data-sort]')];
  const sortBy = (head) => {
    const direction = nextDirection(head.getAttribute('aria-sort'));
    for (const other of heads) other.setAttribute('aria-sort', other === head ? direction : 'none');
    const column = head.dataset.sort === 'name' ? 'name' : Number(head.dataset.sort);
    for (const { heading, rows } of groups) {
      const lines = sortedRows(rows, column, direction).flatMap(({ elements }) => elements);
      table.tBodies[0].append(...(heading ? [heading] : []), ...lines);
    }
  };
  for (const head of heads) {
    const button = made('button', { type: 'button' }, ...head.childNodes);
    button.addEventListener('click', () => sortBy(head));
    head.setAttribute('aria-sort', 'none');
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

function keyOf({ group, name }) {
  return JSON.stringify([group, name]);
}

function filterParts(parts, filter) {
  for (const { tables, figures } of parts) {
    const rows = tables.flatMap(({ groups }) => groups).flatMap((group) => group.rows);
    const known = new Set(rows.map(keyOf));
    const shown = new Set(rows.filter((row) => isShown(row, filter)).map(keyOf));
    for (const { groups } of tables) showRows(groups, (row) => isShown(row, filter));
    for (const { groups } of figures) showRows(groups, (row) => !known.has(keyOf(row)) || shown.has(keyOf(row)));
  }
}

function makeFilter(place, parts, rows) {
  const title = document.querySelector('th[data-sort=name]').textContent;
  const noun = title === 'name' ? 'test' : title;
  const field = made('input', { type: 'search', id: 'filter', autocomplete: 'off', spellcheck: 'false' });
  const status = made('p', { role: 'status' }, countWords(rows.length, rows.length, noun));
  const toggles = [...countedVerdicts(rows)].map(([verdict, times]) => {
    const tag = [...document.querySelectorAll('td .verdict')].find((one) => verdictWords(one) === verdict);
    const button = made('button', { type: 'button', 'aria-pressed': 'false' }, tag.cloneNode(true), ' ' + times);
    return { verdict, button };
  });
  const isPressed = ({ button }) => button.getAttribute('aria-pressed') === 'true';
  const apply = () => {
    const verdicts = toggles.filter(isPressed).map(({ verdict }) => verdict);
    const filter = { words: wordsIn(field.value), verdicts };
    filterParts(parts, filter);
    status.textContent = countWords(rows.filter((row) => isShown(row, filter)).length, rows.length, noun);
  };
  field.addEventListener('input', apply);
  for (const toggle of toggles) {
    toggle.button.addEventListener('click', () => {
      toggle.button.setAttribute('aria-pressed', String(!isPressed(toggle)));
      apply();
    });
  }
  const verdicts = made('div', { role: 'group', 'aria-label': 'Verdicts' }, ...toggles.map(({ button }) => button));
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
  const isSortable = (table) => table.querySelector('th[data-sort]') !== null;
  const parts = [...document.querySelectorAll('main>section')].map((section) => ({
    tables: [...section.querySelectorAll('table')].filter(isSortable).map(tableOf),
    figures: [...section.querySelectorAll('ul.rows')].map(figureOf),
  }));
  const tables = parts.flatMap((part) => part.tables);
  const hasNames = ({ table }) => table.querySelector('th[data-sort=name]') !== null;
  const rowsOf = ({ groups }) => groups.flatMap(({ rows }) => rows);
  for (const table of tables) if (rowsOf(table).length > 1) makeSortable(table);
  const rows = tables.filter(hasNames).flatMap(rowsOf);
  const place = document.querySelector('.beside');
  if (place && needsFilter(rows)) makeFilter(place, parts, rows);
  makeTips();
  window.addEventListener('hashchange', () => reveal(window.location.hash));
  reveal(window.location.hash);
}

module.exports = {
  needsFilter, made, verdictWords, contentOf, groupsIn, tableOf, figureOf, makeSortable, showRows, keyOf, filterParts,
  makeFilter, reveal, startPage,
};
