// What is on paper, as somebody reads it who copies from the PDF: address, version, and the values of all years.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The text of the page as it is printed. */
async function printed(page) {
  const directory = mkdtempSync(join(tmpdir(), 'paper-'));
  try {
    const path = join(directory, 'page.pdf');
    await page.emulateMedia({ media: 'print' });
    await page.pdf({ path, format: 'A4' });
    return execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
  } finally {
    await page.emulateMedia({ media: null });
    rmSync(directory, { recursive: true });
  }
}

/** What is missing on paper of an indicator's page in Russian, where values are written with so many decimals. */
export async function missingOnPaper(page, path, version, values, decimals) {
  const found = [];
  const text = (await printed(page)).replace(/[\u00a0\u202f]/g, ' ');
  if (!text.replace(/\s/g, '').includes(path)) found.push(`no address ${path} on paper`);
  // A page about one indicator says nothing that changes with every release [D31.7].
  if (text.includes(version)) found.push(`the version ${version} on paper`);
  const written = text.replaceAll('−', '-').replace(/(?<=\d) (?=\d{3}(?!\d))/g, '').replaceAll(',', '.');
  const numbers = new Set((written.match(/-?\d+(\.\d+)?/g) ?? []).map(Number));
  const half = 0.5000001 * 10 ** -decimals;
  const missing = values.filter(value => !numbers.has(value) && ![...numbers].some(number => Math.abs(number - value) <= half));
  if (missing.length > 0) found.push(`${missing.length} of ${values.length} values are not on paper, such as ${missing[0]}`);
  return found;
}
