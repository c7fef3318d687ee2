// Whether readers see what the data say: texts apart, labels where they belong, figures that are true, on screens of all
// widths, on paper and without a stylesheet; with the repository's data as they are and as a working installation has them.
// node tests/browser/legible.mjs PROGRAM [CHROMIUM]
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium } from 'playwright-core';

import { miscopied, untrueZeros } from './figures.mjs';
import { writeHard } from './hard.mjs';
import { writeLiving } from './living.mjs';
import { writeOdd } from './odd.mjs';
import { missingOnPaper } from './paper.mjs';
import { astray, choices, choose, faint, misdated, unevenScales } from './pictures.mjs';
import { start } from './service.mjs';
import { writeShapes } from './shapes.mjs';
import { broken, crowded, runTogether } from './texts.mjs';
import { writeThousand } from './thousand.mjs';

const [program, executablePath = '/usr/bin/chromium', only] = process.argv.slice(2);
const QUIET = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];
// Widths at which every page is looked at, and at one of them every chart of it.
const WIDTHS = [320, 768, 1280];
// Each page is looked at in two more, which take turns. Half of 1280 is what somebody sees at 200 %.
const MORE_WIDTHS = [[390, 900], [640, 1025], [704, 1920]];
const TABS = 2;
const PATIENCE = 180000;

// Sets with numbers of more digits than a line holds.
const BROKEN = ['all-types', 'hard', 'shapes'];

// A page on which much is wrong is told by the first of it.
const TOLD = 6;

let failures = 0;
/** Tells what is wrong with a page, each thing once, with the widths at which it is. */
function tell(set, path, found) {
  const widths = new Map();
  for (const [what, width] of found) widths.set(what, [...(widths.get(what) ?? []), width].filter(Boolean));
  failures += widths.size;
  for (const [what, at] of [...widths].slice(0, TOLD)) {
    console.log(`FAILED ${set} ${path}: ${what}${at.length > 0 ? ` (${at.join(', ')} px)` : ''}`);
  }
  if (widths.size > TOLD) console.log(`FAILED ${set} ${path}: and ${widths.size - TOLD} more`);
}

/** The values of an indicator, oldest first. */
async function history(address, key) {
  const { observations } = await (await fetch(`${address}/data/${key}/history.json`)).json();
  return observations.map(({ valueRaw }) => Number(valueRaw));
}

/** What is wrong with a page at one width. */
async function atWidth(page, width, hasChart) {
  await page.setViewportSize({ width, height: 900 });
  const found = await page.evaluate(crowded);
  for (const check of hasChart ? [astray, unevenScales, misdated] : []) found.push(...await page.evaluate(check));
  return found;
}

async function look(page, set, address, [i, path], { version }) {
  const key = path.match(/\/view\/([^/]+)$/)?.[1];
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(address + path);
  const values = key && await history(address, key);
  const found = [];
  for (const width of [...WIDTHS, ...MORE_WIDTHS[i % MORE_WIDTHS.length]]) {
    found.push(...(await atWidth(page, width, values)).map(what => [what, width]));
    if (!BROKEN.includes(set)) found.push(...(await page.evaluate(broken)).map(what => [what, width]));
  }
  if (values) found.push(...await chosen(page, WIDTHS[i % WIDTHS.length]));
  for (const colorScheme of ['dark', 'light']) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await page.evaluate(faint)).map(what => [`${colorScheme}: ${what}`]));
  }
  if (values) {
    for (const check of [untrueZeros, miscopied]) found.push(...(await page.evaluate(check, values)).map(what => [what]));
    // Longer tables are read by programs.
    const isWhole = path.startsWith('/view') && values.length <= 240;
    const digits = (await page.locator('td.c-value').allTextContents()).map(text => (text.split(',')[1] ?? '').length);
    if (isWhole) found.push(...(await missingOnPaper(page, path, version, values, Math.min(...digits))).map(what => [what]));
  }
  tell(set, path, found);
}

/** What an overview of a thousand indicators must come to. */
async function overviewKeepsItsSize(browser, set, address) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(PATIENCE);
  const response = await page.goto(`${address}/`);
  const [tall, bytes] = [await page.evaluate(() => document.documentElement.scrollHeight), (await response.body()).length];
  if (tall > 12000) tell(set, '/', [[`${tall} px tall`, 1280]]);
  if (bytes > 1000000) tell(set, '/', [[`${bytes} bytes`]]);
  await page.close();
}

/** A page of which the stylesheet did not come. */
async function withoutStyle(browser, set, address, path) {
  const page = await browser.newPage({ viewport: { width: 900, height: 900 } });
  page.setDefaultTimeout(PATIENCE);
  await page.route('**/style.css*', route => route.abort());
  await page.goto(address + path);
  tell(set, path, (await page.evaluate(runTogether)).map(what => [`without a stylesheet: ${what}`]));
  await page.close();
}

/** Every chart that can be chosen, on a telephone or on a desk. */
async function chosen(page, width) {
  const found = [];
  const all = await page.evaluate(choices);
  await page.setViewportSize({ width, height: 900 });
  for (const ids of all.length > 1 ? all : []) {
    const said = await page.evaluate(choose, ids);
    for (const check of [crowded, unevenScales]) said.push(...await page.evaluate(check));
    said.push(...await page.evaluate(astray));
    found.push(...said.map(what => [`${ids.join(', ')}: ${what}`, width]));
  }
  await page.evaluate(choose, all[0]);
  return found;
}

/** The pages of a set that are looked at: one language or the other of most indicators, and what is there besides. */
async function paths(address, wanted) {
  const { metrics } = await (await fetch(`${address}/data.json`)).json();
  const keys = metrics.map(({ key }) => key).filter(wanted);
  const html = await (await fetch(`${address}/`)).text();
  const others = [...new Set([...html.matchAll(/ href="(\/(?:category\/[^"#]+|calendar|method|use))"/g)].map(([, href]) => href))];
  const views = keys.map((key, i) => (i % 3 === 2 ? `/en/view/${key}` : `/view/${key}`));
  return ['/', '/en/', ...others.slice(0, 8), ...views];
}

const directory = mkdtempSync(join(tmpdir(), 'legible-'));
const made = (name, write) => { const at = join(directory, name); write(at); return at; };
const ALWAYS = ['policy-rate', 'corridor-floor', 'gdp', 'gdp-growth', 'cpi-ytd', 'bank-profit', 'rate-new-loans-azn', 'industry'];
// Where each is, and which of its indicators are looked at.
const SETS = {
  embedded: [() => 'dataset', (key, i) => ALWAYS.includes(key) || i % 3 === 0],
  living: [() => made('living', at => writeLiving('dataset', at)), (key, i) => ['usd', 'eur', 'gdp', 'policy-rate', 'trade-surplus', 'gdp-annual'].includes(key) || i % 12 === 0],
  'all-types': [() => 'tests/fixtures/all-types', () => true],
  hard: [() => made('hard', writeHard), () => true],
  shapes: [() => made('shapes', writeShapes), () => true],
  odd: [() => made('odd', writeOdd), () => true],
  thousand: [() => made('thousand', writeThousand), (key, i) => i % 500 === 0],
};

const browser = await chromium.launch({ executablePath, args: QUIET });
try {
  for (const [set, [where, wanted]] of Object.entries(SETS)) {
    if (only && only !== set) continue;
    const began = Date.now();
    const dataset = where();
    const outline = JSON.parse(readFileSync(join(dataset, 'dataset.json'), 'utf8'));
    const service = await start(program, ['--dataset', dataset]);
    try {
      const list = await paths(service.address, wanted);
      const left = list.entries();
      const tab = async () => {
        const page = await browser.newPage();
        page.setDefaultTimeout(PATIENCE);
        for (const entry of left) await look(page, set, service.address, entry, outline);
        await page.close();
      };
      await Promise.all(Array.from({ length: TABS }, tab));
      if (set === 'thousand') await overviewKeepsItsSize(browser, set, service.address);
      for (const path of [list[0], list.at(-1)]) await withoutStyle(browser, set, service.address, path);
      console.log(`${set}: ${list.length} pages at ${WIDTHS.length + MORE_WIDTHS[0].length} widths each, ${Math.round((Date.now() - began) / 1000)} s`);
    } finally {
      await service.stop();
    }
  }
} finally {
  await browser.close();
  rmSync(directory, { recursive: true });
}
console.log(failures === 0 ? 'all is well' : `${failures} failures`);
process.exitCode = failures === 0 ? 0 : 1;
