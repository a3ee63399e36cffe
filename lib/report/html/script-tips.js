'use strict';

/*
 * Each function goes into the page as its text, see script.js. A figure is one tab stop, and arrow keys move between
 * marks: two hundred tab stops would be a nuisance.
 */

/* global document, window */

function markSelector() {
  return '[data-says],svg[role=img]';
}

function wordsOfMark(mark) {
  return mark.dataset.says || mark.getAttribute('aria-label');
}

/** The index of the next mark for a key; null for other keys. */
function nextMark(key, at, count) {
  if (key === 'ArrowDown' || key === 'ArrowRight') return Math.min(at + 1, count - 1);
  if (key === 'ArrowUp' || key === 'ArrowLeft') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

function besideMark(mark, box, at, width) {
  const left = Math.max(4, Math.min(at - box.width / 2, width - box.width - 4));
  return { left, top: mark.top > box.height + 6 ? mark.top - box.height - 4 : mark.bottom + 4 };
}

function makeTips() {
  const tip = document.createElement('div');
  tip.className = 'tip';
  tip.hidden = true;
  tip.setAttribute('aria-live', 'polite');
  document.body.append(tip);
  let shown = null;
  const hide = () => {
    if (shown) shown.classList.remove('pointed');
    shown = null;
    tip.hidden = true;
  };
  const show = (mark, x) => {
    hide();
    const box = mark.getBoundingClientRect();
    shown = mark;
    mark.classList.add('pointed');
    tip.textContent = wordsOfMark(mark);
    tip.hidden = false;
    const at = x === null ? box.left + box.width / 2 : x;
    const place = besideMark(box, tip.getBoundingClientRect(), at, document.documentElement.clientWidth);
    tip.style.left = place.left + 'px';
    tip.style.top = place.top + 'px';
  };
  document.addEventListener('pointermove', ({ target, clientX }) => {
    const mark = target.closest && target.closest(markSelector());
    if (mark && mark.closest('figure')) show(mark, clientX);
    else if (shown && target !== tip) hide();
  });
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide());
  window.addEventListener('scroll', () => !document.activeElement.matches('figure') && hide(), { passive: true });
  for (const figure of document.querySelectorAll('figure')) walkMarks(figure, show, hide);
}

function walkMarks(figure, show, hide) {
  let at = 0;
  const marks = () => [...figure.querySelectorAll(markSelector())].filter((mark) => mark.getClientRects().length > 0);
  const go = (place) => {
    const all = marks();
    if (all.length === 0) return;
    at = Math.min(place, all.length - 1);
    all[at].scrollIntoView({ block: 'nearest' });
    show(all[at], null);
  };
  figure.tabIndex = 0;
  figure.addEventListener('focus', () => figure.matches(':focus-visible') && go(at));
  figure.addEventListener('blur', hide);
  figure.addEventListener('keydown', (event) => {
    const next = nextMark(event.key, at, marks().length);
    if (next === null || event.target !== figure) return;
    event.preventDefault();
    go(next);
  });
}

module.exports = { markSelector, wordsOfMark, nextMark, besideMark, makeTips, walkMarks };
