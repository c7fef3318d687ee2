// The script of the pages in a real browser: values of charts by pointer, by keys and by touch, ranges and their addresses, search with its suggestions,
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

/** The rows of an indicator, as programs read them. */
async function rowsOf(page) {
  const key = new URL(page.url()).pathname.split('/').at(-1);
  const answer = await page.request.get(new URL(`/data/${key}/changes.csv`, page.url()).href);
  const [head, ...rows] = (await answer.text()).trim().split(/\r?\n/).map(line => line.split(','));
  return rows.map(row => Object.fromEntries(head.map((column, i) => [column, row[i]])));
}

/** A written number as files have it. */
const plain = text => squeezed(text).replaceAll(/[\s,](?=\d{3}(?!\d))/g, '').replace('\u2212', '-').replace(',', '.').replace('+', '').replace(/\s?%$/, '');

/** Waits until something is so: the policy of the pages lets nothing be evaluated over and over in them. */
async function until(isSo) {
  for (const end = Date.now() + PATIENCE; Date.now() < end;) {
    if (await isSo()) return;
    await new Promise(resolve => { setTimeout(resolve, 20); });
  }
  throw new Error(`not so: ${isSo}`);
}

/** What the script is told of a chart. */
const outline = figure => figure.evaluate(found => JSON.parse(found.dataset.outline));

const visible = page => page.locator('.history figure').filter({ visible: true });

/** Whether a readout says the value of this row, and with it the period by its year. */
function says(readout, row, column) {
  const [label, values = ''] = readout.split(': ');
  // The value of the series of the page, after its name where there are others.
  const [first] = values.split(' · ');
  return label.includes(row.date.slice(0, 4)) && Number(plain(first.split(' ').at(-1))) === Number(row[column]);
}

async function charts(page, where, isTouch) {
  const figure = visible(page);
  const [plot, readout] = [figure.locator('.plot'), figure.locator('.readout')];
  const { column, axis: [first, last] } = await outline(figure);
  const rows = (await rowsOf(page)).filter(row => row.date && row[column]);
  const announced = page.locator('main > [role=status]');
  await plot.scrollIntoViewIfNeeded();
  const said = new Set();
  for (const part of [0.02, 0.3, 0.7, 0.98]) {
    const at = await plot.locator('.field').boundingBox();
    const [x, y] = [at.x + at.width * part, at.y + 60];
    if (isTouch) await page.touchscreen.tap(x, y); else await page.mouse.move(x, y);
    await until(async () => await readout.textContent() !== '');
    const text = await readout.textContent();
    check(rows.some(row => says(text, row, column)), `${where}: at ${part} it says “${text}”`);
    const guide = await plot.locator('.guide .rule').boundingBox();
    check(guide && guide.x >= at.x - 1 && guide.x <= at.x + at.width + 1, `${where}: the line stands at ${guide?.x}, outside the field`);
    said.add(text);
    // A tap is aloud, a pointer that moves is not.
    check(!isTouch || (await announced.textContent()).startsWith(text.split(': ')[0]), `${where}: a tap is not announced`);
    const { height, inside } = await readout.evaluate(element => ({
      height: element.scrollHeight - element.clientHeight, inside: element.getBoundingClientRect().right <= innerWidth + 1,
    }));
    check(height <= 1 && inside, `${where}: “${text}” is cut off`);
  }
  check(said.size > 1, `${where}: the pointer moves and the words stay`);
  check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${where}: scrolls sideways`);
  const press = async (key, isChange = true) => {
    const before = await readout.textContent();
    await page.keyboard.press(key);
    if (isChange) await until(async () => await readout.textContent() !== before);
    else await page.waitForTimeout(50);
    return readout.textContent();
  };
  await plot.focus();
  if (!isTouch) await page.mouse.move(1, 1);
  const inSight = rows.filter(row => Date.parse(row.date) >= first && Date.parse(row.date) <= last);
  await press('Home', false);
  const newest = await press('End');
  check(says(newest, inSight.at(-1), column) && (await announced.textContent()).startsWith(newest.split(': ')[0]), `${where}: End says “${newest}”`);
  const before = await press('ArrowLeft');
  check(before !== newest, `${where}: ArrowLeft says “${before}”`);
  check(await press('ArrowRight') === newest, `${where}: ArrowRight does not come back`);
  const oldest = await press('Home');
  check(says(oldest, inSight[0], column), `${where}: Home says “${oldest}”`);
  check(await press('ArrowLeft', false) === oldest, `${where}: there is something before the first`);
  check(await press('Escape') === '' && await plot.locator('.guide').count() === 0, `${where}: Escape leaves it`);
}

/** A long series of days: read out to the day, asked for when it is touched and not before, and cut by an address. */
async function days(context, page, address, where) {
  const asked = [];
  page.on('request', request => asked.push(request.url()));
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  const other = asked.filter(url => url.endsWith('.csv') || url.endsWith('.json'));
  check(other.length === 0, `${where}: it asks for ${other} before it is touched`);
  const plot = visible(page).locator('.plot');
  const readout = visible(page).locator('.readout');
  const rows = await rowsOf(page);
  const { axis: [first, last] } = await outline(visible(page));
  await plot.scrollIntoViewIfNeeded();
  for (let i = 0; i < 10; i += 1) {
    const at = await plot.locator('.field').boundingBox();
    const part = (i + 0.37) / 10;
    await page.mouse.move(at.x + at.width * part, at.y + 50);
    await until(async () => await readout.textContent() !== '');
    const meant = first + (last - first) * part;
    const near = rows.filter(row => Math.abs(Date.parse(row.date) - meant) <= 864e5);
    const text = await readout.textContent();
    check(near.some(row => says(text, row, 'value') && text.includes(`${Number(row.date.slice(8))}\u00a0`)), `${where}: at ${new Date(meant).toISOString()} it says “${text}”`);
  }
  check(asked.filter(url => url.endsWith('changes.csv')).length === 1, `${where}: it asks for the values ${asked.length} times`);
  await page.locator('input[name=from]').fill('2020-03-01');
  await page.locator('input[name=to]').fill('2021-06-30');
  const hash = await page.evaluate(() => location.hash);
  check(hash === '#from=2020-03-01&to=2021-06-30', `${where}: the address ends with ${hash}`);
  const drawn = opened => visible(opened).locator('.plot .field').innerHTML();
  // What the script draws has places of its own, what the server draws goes from point to point.
  const box = opened => until(async () => (await visible(opened).locator('.lines path.line').first().getAttribute('d')).includes('L'));
  await box(page);
  const link = await page.locator('.range a').getAttribute('href');
  const answer = await page.request.get(new URL(link, page.url()).href);
  const cells = (await answer.text()).trim().split(/\r?\n/).slice(1).map(line => /\d{4}-\d\d-\d\d/.exec(line)[0]);
  check(answer.status() === 200 && cells.length > 300 && cells.every(date => date >= '2020-03-01' && date <= '2021-06-30'), `${where}: ${link} has ${cells.length} rows`);
  const copy = await context.newPage();
  await copy.goto(address + hash);
  await box(copy);
  const guide = html => html.replace(/<g class="guide.*?<\/g>/g, '');
  check(guide(await drawn(copy)) === guide(await drawn(page)), `${where}: the address shows something else`);
  check(await copy.locator('figure.all .marks text').allTextContents().then(texts => texts.join().includes('2020')), `${where}: its axis does not say its time`);
  await copy.goto(`${address}#as=yoy&from=2020-01-01&to=2020-12-31`);
  await box(copy);
  check(await copy.locator('#yoy').isChecked() && await copy.locator('input[name=to]').inputValue() === '2020-12-31', `${where}: a range and a choice are not read`);
  await copy.locator('label[for=five]').click();
  check(await copy.evaluate(() => location.hash) === '#as=yoy&range=five', `${where}: the choices are not in the address`);
  await copy.close();
}

/** Whether a chart of changes reads out the changes and no other rows. */
async function changes(page, where) {
  await page.locator('label[for=yoy]').click();
  const figure = visible(page);
  const { column } = await outline(figure);
  const rows = (await rowsOf(page)).filter(row => row[column]);
  check(rows.length > 0, `${where}: no row has a change`);
  await figure.locator('.plot').focus();
  for (const [key, row] of [['End', rows.at(-1)], ['Home', rows[0]]]) {
    const before = await figure.locator('.readout').textContent();
    await page.keyboard.press(key);
    await until(async () => await figure.locator('.readout').textContent() !== before);
    const said = await figure.locator('.readout').textContent();
    check(says(said, row, column), `${where}: ${key} says “${said}”, the file ${row.date} ${row[column]}`);
  }
}

/** The keys that the addresses of links end with. */
const keysOf = links => links.evaluateAll(found => found.map(link => link.pathname.split('/').at(-1)));

/** Whether suggestions are the first results of the page that does without the script, and can be reached by keys. */
async function search(page, where, { needle, found }) {
  const asked = [];
  page.on('request', request => asked.push(new URL(request.url()).pathname));
  const home = page.url();
  const input = page.getByRole('searchbox');
  const suggestions = page.locator('.suggestions a');
  const announced = page.locator('main > [role=status]');
  check(asked.length === 0 && await suggestions.count() === 0, `${where}: suggestions before a letter is written`);
  const results = await page.context().newPage();
  for (const query of [needle.toUpperCase(), 'USD', 'м2', 'инфляция', 'exchange rate', 'зарплата', 'zq7 nothing', '']) {
    await results.goto(`${new URL('search', home).href}?q=${encodeURIComponent(query)}`);
    const expected = await keysOf(results.locator('.results a'));
    await input.fill(query);
    await until(async () => await announced.textContent() === `${found}: ${expected.length}`);
    const keys = await keysOf(suggestions);
    check(keys.join() === expected.slice(0, 8).join(), `${where}: “${query}” suggests ${keys}, the page finds ${expected}`);
    const numbers = (await results.locator('.results .number').allTextContents()).slice(0, 8);
    const periods = await results.locator('.results .when').allTextContents();
    const said = (await suggestions.locator('span').allTextContents()).map(text => text.split(',\u00a0'));
    check(said.every(([value, period], i) => value.startsWith(numbers[i]) && periods[i].startsWith(period)), `${where}: “${query}” says ${said}, the page ${numbers}, ${periods}`);
  }
  await results.close();
  check(asked.filter(path => path.endsWith('/search.json')).length === 1, `${where}: it asks for ${asked}`);
  const focused = () => page.evaluate(() => document.activeElement.matches('.suggestions a') ? document.activeElement.pathname : document.activeElement.id);
  await input.blur();
  await page.keyboard.press('/');
  check(await focused() === 'q' && await input.inputValue() === '', `${where}: “/” leads to ${await focused()}`);
  await input.fill(needle);
  await until(async () => await suggestions.count() > 0);
  check((await suggestions.first().textContent()).toLowerCase().includes(needle), `${where}: “${needle}” suggests ${await suggestions.allTextContents()}`);
  const isInside = await page.locator('.suggestions').evaluate(list => list.getBoundingClientRect().right <= innerWidth && document.documentElement.scrollWidth <= innerWidth);
  check(isInside, `${where}: the suggestions are wider than the page`);
  await accessible(page, `${where}, suggestions`);
  await page.keyboard.press('ArrowDown');
  const first = await focused();
  check(first.includes('/view/'), `${where}: ArrowDown leads to ${first}`);
  await page.keyboard.press('ArrowUp');
  check(await focused() === 'q', `${where}: ArrowUp leads to ${await focused()}`);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  check(await focused() === 'q' && await suggestions.count() === 0, `${where}: Escape leads to ${await focused()}`);
  await input.fill(`${needle} `);
  await until(async () => await suggestions.count() > 0);
  await page.keyboard.press('Enter');
  await page.waitForURL(url => url.pathname === first);
  await page.goto(home);
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
  { viewport: { width: 360, height: 740 }, hasTouch: true, colorScheme: 'dark' },
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
          check(!(await page.locator('.copy, .readout, .guide, .range').evaluateAll(found => found.some(of => of.checkVisibility()))), `${where}: on paper`);
          await page.emulateMedia({ media: null });
        }
      }
      for (const key of ['huge', 'budget-balance']) {
        await page.goto(`${shapes.address}${language}/view/${key}`);
        await changes(page, `${language}/view/${key} ${view.viewport.width}`);
      }
      if (!view.hasTouch) await days(context, page, `${shapes.address}${language}/view/decade`, `${language}/view/decade ${view.viewport.width}`);
      await page.goto(`${service.address}${language}/`);
      await search(page, `${language}/ ${view.viewport.width}`, words);
      await accessible(page, `${language}/ ${view.viewport.width}`);
      await page.goto(`${service.address}${language}/use`);
      await copying(context, page, `${language}/use ${view.viewport.width}`, words);
      // Where there is no script, nothing that it adds is there.
      for (const path of ['/', '/view/usd', '/use']) {
        await page.goto(silent.address + language + path);
        const added = await page.locator('.copy, .readout, .range, .suggestions, [role=status]').evaluateAll(found => found.some(element => element.checkVisibility() && element.getBoundingClientRect().height > 1));
        check(!added && await page.locator('script[src]').count() === 0, `${path} without the script`);
      }
      await page.goto(`${silent.address}${language}/`);
      await page.getByRole('searchbox').fill(words.needle);
      await page.keyboard.press('Enter');
      await page.waitForURL(url => url.pathname === `${language}/search`);
      check((await page.locator('.results').textContent()).toLowerCase().includes(words.needle), `${language}/search finds nothing without the script`);
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
