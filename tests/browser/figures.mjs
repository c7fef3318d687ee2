// The figures of a page against those for programs: no zero that is none, and a table that can be copied.
// The functions run in the page.

/** Zeros that are printed though no value is zero, nor any difference between two. */
export function untrueZeros(values) {
  const found = [];
  const hasZero = values.some(value => value === 0);
  const hasEqual = new Set(values).size < values.length;
  const zero = /(?<![\p{L}\d.,])[−-]?0(?:[.,]0+)?(?![\p{L}\d]|[.,]\d)/u;
  const seen = (selector, what) => {
    for (const element of document.querySelectorAll(selector)) {
      const text = element.textContent.trim();
      const at = text.search(zero);
      if (at >= 0) found.push(`${what} is written as zero: “${text.slice(Math.max(0, at - 20), at + 40)}”`);
    }
  };
  // A cell of values may hold a zero where the series does; one of changes also where two values are equal.
  if (!hasZero) seen('.value, td.c-value, svg .ends text', 'a value');
  if (!hasZero && !hasEqual) seen('.change, .changes dd, td.c-change, td.c-year, .citation', 'a change');
  return found;
}

/** What the table of observations gives when it is copied: its cells that should be figures and are none of these values, to its digits. */
export function miscopied(values) {
  const found = [];
  const isEnglish = document.documentElement.lang === 'en';
  // Half of the last digit that is written, and what arithmetic in binary adds.
  const half = text => 0.5000001 * 10 ** -(text.split('.')[1] ?? '').length + Math.abs(text) * 1e-14;
  for (const table of document.querySelectorAll('table')) {
    const head = table.tHead?.rows[0];
    if (!head || !table.querySelector('td.c-value') || table.closest('.overview, .category, .revisions') || !table.checkVisibility()) continue;
    const column = [...head.cells].findIndex(cell => cell.classList.contains('c-value'));
    getSelection().selectAllChildren(table);
    const lines = getSelection().toString().split('\n').map(line => line.split('\t')).filter(cells => cells.length > 1);
    getSelection().removeAllRanges();
    for (const cells of lines.slice(-table.querySelectorAll('tbody tr:has(td)').length)) {
      const text = (cells[column < 0 ? 1 : column] ?? '').replace(/[\u00a0\u202f\u2060\u200b]/g, '').replace('−', '-').trim();
      const plain = isEnglish ? text.replace(/,/g, '') : text.replace(',', '.');
      if (!/^-?\d+(\.\d+)?$/.test(plain) || !values.some(value => Math.abs(value - plain) <= half(plain))) found.push(`copied: “${cells.join(' | ').slice(0, 80)}”`);
    }
  }
  return found.slice(0, 3);
}
