// Where the texts of a page stand, as a browser has set them: none on another, none beside the page, all with air between.
// The functions run in the page.

/** Texts that stand on one another, figures that are cut off, and whether the page scrolls sideways. */
export function crowded() {
  const found = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) found.push(`scrolls sideways, ${scrollWidth} > ${innerWidth}`);
  const boxes = [];
  // What is seen of an element: a table that scrolls shows a part of its rows.
  const windows = new Map();
  const windowOf = element => {
    if (!element) return { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
    if (!windows.has(element)) {
      const outer = windowOf(element.parentElement);
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const isOpen = element instanceof SVGElement || element === document.body || getComputedStyle(element).overflow === 'visible';
      windows.set(element, isOpen ? outer : {
        left: Math.max(left, outer.left), right: Math.min(right, outer.right), top: Math.max(top, outer.top), bottom: Math.min(bottom, outer.bottom),
      });
    }
    return windows.get(element);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const holder = node.parentElement;
    if (!node.data.trim() || holder.closest('.aside, .skip, title, desc, script, style')) continue;
    if (!holder.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
    // On a telephone heads of tables are for those who hear the page.
    const head = holder.closest('thead');
    if (head && getComputedStyle(head).position === 'absolute') continue;
    range.selectNodeContents(node);
    const seen = windowOf(holder);
    for (const box of range.getClientRects()) {
      const [left, right] = [Math.max(box.left, seen.left), Math.min(box.right, seen.right)];
      const [top, bottom] = [Math.max(box.top, seen.top), Math.min(box.bottom, seen.bottom)];
      if (/\d/.test(node.data) && holder.closest('.overview td') && right - left < box.width - 1) found.push(`“${node.data.trim()}” is cut off`);
      // A box is as tall as the font allows for; letters fill the middle of it.
      const air = (box.bottom - box.top) * 0.22;
      if (right - left > 2 && bottom - top > 2 * air) boxes.push({ node, left: left + 1, right: right - 1, top: top + air, bottom: bottom - air });
    }
  }
  boxes.sort((a, b) => a.top - b.top);
  for (const [i, a] of boxes.entries()) {
    for (let j = i + 1; j < boxes.length && boxes[j].top < a.bottom; j += 1) {
      const b = boxes[j];
      if (b.node === a.node || b.left >= a.right || b.right <= a.left) continue;
      found.push(`“${a.node.data.trim().slice(0, 40)}” is on “${b.node.data.trim().slice(0, 40)}”`);
    }
  }
  return [...new Set(found)];
}

/** Texts that have no space between them, and pictures that are filled though they are lines: for a page without its stylesheet. */
export function runTogether() {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const edge = (node, at) => { range.setStart(node, at); range.setEnd(node, at + 1); return range.getBoundingClientRect(); };
  let before = null;
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (node.parentElement.closest('svg, script, style') || !node.parentElement.checkVisibility()) continue;
    if (before && /[\p{L}\d]$/u.test(before.data) && /^[\p{L}\d]/u.test(node.data)) {
      const [a, b] = [edge(before, before.data.length - 1), edge(node, 0)];
      const isOneLine = Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top);
      if (isOneLine && Math.abs(b.left - a.right) < 1.5) found.push(`“${before.data.slice(-20)}” and “${node.data.slice(0, 20)}” have nothing between`);
    }
    before = node;
  }
  for (const path of document.querySelectorAll('svg path, svg polyline')) {
    const { fill, fillOpacity } = getComputedStyle(path);
    const { width, height } = path.getBBox();
    if (fill !== 'none' && fillOpacity !== '0' && width > 0 && height > 0 && /line|own|former|with|spark/.test(path.getAttribute('class') ?? '')) {
      found.push(`a line is filled: ${path.getAttribute('class')}`);
    }
  }
  return [...new Set(found)];
}

/** Words and numbers that are broken over two lines, though they are no longer than one, and marks at the beginning of a line. */
export function broken() {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const boxes = (node, from, to) => { range.setStart(node, from); range.setEnd(node, to); return [...range.getClientRects()]; };
  let before = null;
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const holder = node.parentElement;
    if (!node.data.trim() || holder.closest('pre, td.c-origin, .citation, .embed, svg, .aside') || !holder.checkVisibility()) continue;
    const head = holder.closest('thead');
    // On a telephone heads of tables are for those who hear the page.
    if (head && getComputedStyle(head).position === 'absolute') continue;
    // A number with its groups is one word; so are letters between spaces, hyphens and dashes.
    for (const { 0: word, index } of node.data.matchAll(/\d[\d\u202f.,]*|\p{L}+/gu)) {
      const lines = new Set(boxes(node, index, index + word.length).map(({ top }) => Math.round(top)));
      if (lines.size > 1 && word.length < 28) found.push(`“${word}” is broken`);
    }
    const at = node.data.search(/\S/);
    const [first] = boxes(node, at, at + 1);
    if (before && /[;,.)]/.test(node.data[at]) && first.top > before.top + before.height / 2) found.push(`“${node.data.trim().slice(0, 10)}” begins a line`);
    before = boxes(node, node.data.trimEnd().length - 1, node.data.trimEnd().length).at(-1) ?? before;
  }
  return [...new Set(found)];
}
