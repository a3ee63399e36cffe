'use strict';

/*
 * Layout faults of a report page. The functions run in the page, so they use nothing outside themselves.
 */

/* global document, window */

/**
 * A page wider than the window, small text, verdicts out of view, text of a plot outside its box or over other text,
 * pictures without a description, ids used twice, links without a target.
 *
 * @returns {string[]}
 */
function faultsOfPage() {
  const SMALLEST_TEXT_PX = 12;
  const faults = [];
  const short = (text) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > root.clientWidth + 1 &&
      !element.parentElement.closest('.scroll, pre'));
    faults.push(`the page is ${root.scrollWidth} px wide in a window of ${root.clientWidth}: ` +
      `${short(wide.length ? wide[0].outerHTML : '')}`);
  }
  const isPrinted = window.matchMedia('print').matches;
  const nodes = document.createTreeWalker(document.body, 4);
  while (nodes.nextNode()) {
    const element = nodes.currentNode.parentElement;
    if (!nodes.currentNode.data.trim() || element.getClientRects().length === 0) continue;
    const svg = element.closest('svg[viewBox]');
    const scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
    const px = parseFloat(window.getComputedStyle(element).fontSize) * scale;
    if (px < SMALLEST_TEXT_PX && !isPrinted) faults.push(`text of ${px} px: ${short(element.outerHTML)}`);
  }
  for (const verdict of document.querySelectorAll('td .verdict')) {
    const { right, width } = verdict.getBoundingClientRect();
    if (width > 0 && right > root.clientWidth + 1) faults.push(`a verdict out of view: ${short(verdict.outerHTML)}`);
  }
  const pictures = [...document.querySelectorAll('svg')].filter((svg) => !svg.parentElement.closest('svg'));
  for (const svg of pictures) {
    const words = svg.getAttribute('aria-label') || (svg.querySelector('title') || {}).textContent;
    const isHidden = svg.closest('[aria-hidden=true]') !== null;
    if (!isHidden && !(svg.getAttribute('role') === 'img' && words && words.trim())) {
      faults.push(`a picture without words: ${short(svg.outerHTML)}`);
    }
    // Labels of an axis are beside its area.
    const box = (svg.closest('figure') || svg).getBoundingClientRect();
    if (box.width === 0) continue;
    const texts = [...svg.querySelectorAll('text')]
      .map((text) => ({ words: text.textContent, box: text.getBoundingClientRect() }))
      .filter((text) => text.box.width > 0);
    texts.forEach((text, i) => {
      if (text.box.left < box.left - 1 || text.box.right > box.right + 1 || text.box.top < box.top - 1 ||
          text.box.bottom > box.bottom + 1) {
        faults.push(`'${text.words}' lies outside of its plot: ${short(words || svg.outerHTML)}`);
      }
      for (const other of texts.slice(i + 1)) {
        const across = Math.min(text.box.right, other.box.right) - Math.max(text.box.left, other.box.left);
        const down = Math.min(text.box.bottom, other.box.bottom) - Math.max(text.box.top, other.box.top);
        const both = `'${text.words}' and '${other.words}'`;
        if (across > 1 && down > 1) faults.push(`${both} lie over each other: ${short(words || svg.outerHTML)}`);
      }
    });
  }
  for (const image of document.querySelectorAll('img:not([alt])')) {
    faults.push(`an image without alt: ${short(image.outerHTML)}`);
  }
  const ids = new Set();
  for (const { id } of document.querySelectorAll('[id]')) {
    if (ids.has(id)) faults.push(`the id ${id} is used twice`);
    ids.add(id);
  }
  for (const link of document.querySelectorAll('a')) {
    const target = link.getAttribute('href');
    if (!/^#./.test(target) || !document.getElementById(target.slice(1))) faults.push(`a link to nowhere: ${target}`);
  }
  return [...new Set(faults)];
}

function unfold() {
  for (const details of document.querySelectorAll('details')) details.open = true;
}

module.exports = { faultsOfPage, unfold };
