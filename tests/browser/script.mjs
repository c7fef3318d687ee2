// The script of the pages in a real browser: values of charts by pointer, by keys and by touch, the filter of the overview,
// buttons that copy; on paper, in the dark, in forced colours, on a narrow page, and pages where it does not run.
// node tests/browser/script.mjs PROGRAM [CHROMIUM]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import axe from 'axe-core';
import { chromium } from 'playwright-core';

import { start } from './service.mjs';
import { writeShapes } from './shapes.mjs';

const [program, executablePath = '/usr/bin/chromium'] = process.argv.slice(2);
const QUIET = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];
const PATIENCE = 180000;

let failures = 0;
let checks = 0;
const check = (isRight, what) => {
  checks += 1;
  if (!isRight) { failures += 1; console.log(`FAILED ${what}`); }
};

const squeezed = text => text.replaceAll(/\s+/g, ' ').trim();

/** What the table says of its rows: what the script may say is put together from these texts. */
const cells = page => page.locator('.observations tr[data-days]').evaluateAll(rows => rows.map(row => ({
  period: row.cells[0].textContent,
  value: [...row.querySelector('.c-value').childNodes].filter(node => node.nodeName !== 'SUP').map(node => node.textContent).join(''),
})));

/** Whether each part of a readout is a row of the table. */
function isOfTable(readout, table) {
  const known = table.map(({ period, value }) => squeezed(`${period}: ${value}`));
  return readout !== '' && squeezed(readout).split(' · ').every(part => known.some(row => part === row || part.startsWith(`${row}. `) || part.endsWith(`. ${row}`)));
}

async function charts(page, where, isTouch) {
  const table = await cells(page);
  const plot = page.locator('.plot[data-axis]').first();
  const readout = plot.locator('.readout');
  const announced = page.locator('main > [role=status]');
  const box = await plot.locator('.field').first().boundingBox();
  await plot.scrollIntoViewIfNeeded();
  const said = new Set();
  for (const part of [0.02, 0.3, 0.7, 0.98]) {
    const at = await plot.locator('.field').first().boundingBox();
    const [x, y] = [at.x + at.width * part, at.y + 60];
    if (isTouch) await page.touchscreen.tap(x, y); else await page.mouse.move(x, y);
    const text = await readout.textContent();
    check(isOfTable(text, table), `${where}: at ${part} it says “${text}”`);
    const guide = await plot.locator('.guide').boundingBox();
    check(guide && guide.x >= at.x - 1 && guide.x <= at.x + at.width + 1, `${where}: the line stands at ${guide?.x}, outside the field`);
    said.add(text);
    // A tap is aloud, a pointer that moves is not.
    check(!isTouch || squeezed(await announced.textContent()) === squeezed(text), `${where}: a tap is not announced`);
  }
  check(said.size > 1, `${where}: the pointer moves and the words stay`);
  check((await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)), `${where}: scrolls sideways`);
  await plot.focus();
  await page.keyboard.press('End');
  const newest = await readout.textContent();
  check(isOfTable(newest, table) && squeezed(await announced.textContent()) === squeezed(newest), `${where}: End says “${newest}”`);
  await page.keyboard.press('ArrowLeft');
  const before = await readout.textContent();
  check(before !== newest && isOfTable(before, table), `${where}: ArrowLeft says “${before}”`);
  await page.keyboard.press('ArrowRight');
  check(await readout.textContent() === newest, `${where}: ArrowRight does not come back`);
  await page.keyboard.press('Home');
  check(isOfTable(await readout.textContent(), table), `${where}: Home`);
  await page.keyboard.press('ArrowLeft');
  check(isOfTable(await readout.textContent(), table), `${where}: there is nothing before the first`);
  await page.keyboard.press('Escape');
  check(await readout.textContent() === '' && !(await plot.locator('.guide').isVisible()), `${where}: Escape leaves it`);
  return box;
}

/** Whether a chart of changes reads out rows that have a change, and no others. */
async function changes(page, where) {
  await page.evaluate(() => { document.getElementById('change').checked = true; });
  const plot = page.locator('figure.change.all .plot');
  const known = await page.locator('.observations tr[data-days]').evaluateAll(rows => rows.map(row => ({
    change: row.querySelector('.c-yearly').textContent.trim(), period: row.cells[0].textContent.trim(),
  })));
  const changed = known.filter(({ change }) => change);
  check(changed.length > 0 && changed.length < known.length, `${where}: ${changed.length} of ${known.length} rows have a change`);
  await plot.focus();
  for (const [key, row] of [['End', changed[0]], ['Home', changed.at(-1)]]) {
    await page.keyboard.press(key);
    const said = squeezed(await plot.locator('.readout').textContent());
    check(said.startsWith(squeezed(row.period)) && said.endsWith(squeezed(row.change)), `${where}: ${key} says “${said}”, the table ${row.period} ${row.change}`);
  }
}

async function overview(page, where, needle, words) {
  const input = page.getByRole('searchbox');
  const rows = page.locator('.overview tbody tr');
  const all = await rows.count();
  const shown = async () => (await rows.evaluateAll(found => found.filter(row => row.checkVisibility()).map(row => row.cells[0].textContent))).map(squeezed);
  await input.fill(needle.toUpperCase());
  const left = await shown();
  check(left.length > 0 && left.length < all && left.every(name => name.toLowerCase().includes(needle)), `${where}: “${needle}” leaves ${left}`);
  check(squeezed(await page.locator('output.found').textContent()) === `${words.found}: ${left.length}`, `${where}: the number is not said`);
  await input.fill('zq7 nothing');
  check((await shown()).length === 0 && !(await page.locator('section.category').first().isVisible()), `${where}: something is left`);
  await input.fill('');
  check((await shown()).length === all && await page.locator('output.found').textContent() === '', `${where}: not all come back`);
}

async function copying(context, page, where, words) {
  const button = page.locator('.copy').first();
  const before = await button.evaluate(found => (found.previousElementSibling.querySelector('code') ?? found.previousElementSibling).textContent);
  check((await button.getAttribute('aria-label')).startsWith(`${words.copy}: `), `${where}: the button has no name`);
  await button.click();
  check(await page.evaluate(() => navigator.clipboard.readText()) === before, `${where}: something else was copied`);
  check(await button.textContent() === words.copied, `${where}: it is not said that it was copied`);
  check(await page.locator('main > [role=status]').textContent() === words.copied, `${where}: it is not announced`);
  await button.evaluate(found => found.blur());
  check(await button.textContent() === words.copy, `${where}: the button stays copied`);
}

async function accessible(page, where) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  for (const { id, nodes } of violations) check(false, `${where}: ${id}: ${nodes[0].html.slice(0, 200)}`);
}

const WORDS = {
  '': { copy: 'Копировать', copied: 'Скопировано', found: 'Найдено', needle: 'доллар' },
  '/en': { copy: 'Copy', copied: 'Copied', found: 'Found', needle: 'dollar' },
};
const VIEWS = [
  { viewport: { width: 1280, height: 900 } },
  { viewport: { width: 320, height: 700 }, hasTouch: true, colorScheme: 'dark' },
  { viewport: { width: 768, height: 900 }, forcedColors: 'active', reducedMotion: 'reduce' },
];

const service = await start(program, []);
const directory = mkdtempSync(join(tmpdir(), 'script-'));
writeShapes(directory);
const shapes = await start(program, ['--dataset', directory]);
const silent = await start(program, ['--no-script']);
const browser = await chromium.launch({ executablePath, args: QUIET });
try {
  for (const view of VIEWS) {
    const context = await browser.newContext({ ...view, permissions: ['clipboard-read', 'clipboard-write'] });
    context.setDefaultTimeout(PATIENCE);
    for (const [language, words] of Object.entries(WORDS)) {
      const page = await context.newPage();
      page.on('pageerror', error => check(false, `${page.url()}: ${error}`));
      page.on('console', message => check(message.type() !== 'error', `${page.url()}: ${message.text()}`));
      // Days, months, a total of every year, rates in force.
      for (const key of ['usd', 'm2', 'gdp', 'policy-rate']) {
        const where = `${language}/view/${key} ${view.viewport.width}`;
        await page.goto(`${service.address}${language}/view/${key}`);
        await charts(page, where, view.hasTouch ?? false);
        if (key === 'm2') {
          await copying(context, page, where, words);
          await accessible(page, where);
          await page.emulateMedia({ media: 'print' });
          check(!(await page.locator('.copy, .readout, .guide').evaluateAll(found => found.some(of => of.checkVisibility()))), `${where}: on paper`);
          await page.emulateMedia({ media: null });
        }
      }
      for (const key of ['huge', 'budget-balance']) {
        await page.goto(`${shapes.address}${language}/view/${key}`);
        await changes(page, `${language}/view/${key} ${view.viewport.width}`);
      }
      await page.goto(`${service.address}${language}/`);
      await overview(page, `${language}/ ${view.viewport.width}`, words.needle, words);
      await accessible(page, `${language}/ ${view.viewport.width}`);
      await page.goto(`${service.address}${language}/use`);
      await copying(context, page, `${language}/use ${view.viewport.width}`, words);
      // Where there is no script, nothing that it adds is there.
      for (const path of ['/', '/view/usd', '/use']) {
        await page.goto(silent.address + language + path);
        check(await page.locator('.copy, .readout, .filter, script[src]').count() === 0, `${path} without the script`);
      }
      await page.close();
    }
    await context.close();
  }
} finally {
  await browser.close();
  await Promise.all([service.stop(), shapes.stop(), silent.stop()]);
  rmSync(directory, { recursive: true });
}
console.log(`${checks} checks, ${failures} failures`);
process.exit(failures ? 1 : 0);
