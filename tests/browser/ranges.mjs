// What is drawn is the data: after a range each observation lies within a pixel of the line, each label stands at its date, the
// table of the view ends with the label of the line; and no fact of a page contradicts a figure of it. Over a living dataset.
// node tests/browser/ranges.mjs PROGRAM [CHROMIUM]
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium } from 'playwright-core';

import { LAST, writeLiving } from './living.mjs';
import { start } from './service.mjs';

const [program, executablePath = '/usr/bin/chromium'] = process.argv.slice(2);
const QUIET = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];
const PATIENCE = 180000;
// Every kind of series, and for each what is asked of it.
const VIEWS = [
  ['eur', 'from=2025-03-01&to=2025-04-30'], ['eur', 'from=2025-03-14&to=2025-03-14'], ['gbp', 'from=2018-01-03&to=2026-11-20'],
  ['usd', 'from=2026-03-10&to=2026-04-10'], ['eur', 'as=yoy&from=2024-02-01&to=2024-12-31'],
  ['gdp', 'from=2024-01&to=2025-12'], ['gdp', 'as=month&from=2024-01&to=2025-12'], ['gdp', 'as=level&from=2024-06&to=2026-02'],
  ['budget-revenue', 'from=2026-01&to=2026-10'], ['trade-surplus', 'from=2020-01&to=2021-12'],
  ['cpi-12m', 'from=2022-01&to=2023-06'], ['m2', 'as=yoy&from=2019-01&to=2020-12'], ['policy-rate', 'from=2025-09-01&to=2026-11-20'],
  ['policy-rate', 'from=2024-06-01&to=2026-03-31'], ['policy-rate', 'from=2024-01-01&to=2024-04-10'],
  ['external-debt-q', 'from=2020-01&to=2022-12'], ['gdp-annual', 'from=2018&to=2022'], ['population-a', 'from=2016&to=2024'],
  ['gbp', 'from=2025-03-01&to=2025-05-05'],
];
const EMPTY = [['eur', 'from=2025-03-15&to=2025-03-16'], ['eur', 'from=2025-04-30&to=2025-03-01'], ['gdp', 'from=2025-05&to=2025-02']];

let failures = 0;
let checks = 0;
const check = (isRight, what) => {
  checks += 1;
  if (!isRight) { failures += 1; console.log(`FAILED ${what}`); }
};

/** Waits until something is so. */
async function until(isSo) {
  for (const end = Date.now() + PATIENCE; Date.now() < end;) {
    if (await isSo()) return;
    await new Promise(resolve => { setTimeout(resolve, 20); });
  }
  throw new Error(`not so: ${isSo}`);
}

const rowsOf = text => {
  const [head, ...rows] = text.trim().split(/\r?\n/).map(line => line.split(','));
  return rows.map(row => Object.fromEntries(head.map((column, i) => [column, row[i]])));
};

/** A written number as files have it. */
const plain = text => Number(text.replaceAll(/[\s,\u202f](?=\d{3}(?!\d))/g, '').replace('\u2212', '-').replace(',', '.').replace(/[^\d.-]/g, ''));

/** The visible chart: its axis as it is written on it, its line as points, and its labels. In the page. */
function drawing() {
  const figure = [...document.querySelectorAll('.history figure')].find(found => found.checkVisibility());
  const plot = figure.querySelector('.plot');
  const field = plot.querySelector('.field').getBoundingClientRect();
  const lines = plot.querySelector('.lines');
  const [width, height] = [lines.viewBox.baseVal.width, lines.viewBox.baseVal.height];
  const path = [...lines.querySelectorAll('path.line.own, path.dots.own.lone, path.dots.own.end')].map(found => found.getAttribute('d'));
  const marks = [...plot.querySelectorAll('.scale text')].filter(text => text.checkVisibility())
    .map(text => ({ text: text.textContent, y: Number(text.getAttribute('y')) }));
  const labels = [...plot.querySelectorAll('.marks text')].map(text => ({ text: text.textContent, x: Number.parseFloat(text.getAttribute('x')) / 100 }));
  const ticks = [...(lines.querySelector('.tick')?.getAttribute('d') ?? '').matchAll(/M([\d.]+)/g)].map(([, x]) => Number(x) / width);
  return { path, marks, labels, ticks, width, height, pixels: field.width, end: plot.querySelector('.ends .own')?.textContent, ...JSON.parse(figure.dataset.outline) };
}

/** The points of paths with absolute commands, in pixels of the field. */
function pointsOf({ path, width, pixels }) {
  const lines = [];
  for (const part of path.flatMap(text => text.split(/(?=M)/))) {
    const points = [];
    let [x, y] = [0, 0];
    for (const [, command, numbers] of part.matchAll(/([MLHVh])([^MLHVh]*)/g)) {
      const [a, b] = numbers.trim().split(/[ ,]+/).map(Number);
      if (command === 'M' || command === 'L') [x, y] = [a, b];
      else if (command === 'H') x = a;
      else if (command === 'V') y = a;
      else x += a;
      points.push([x / width * pixels, y / 10]);
    }
    lines.push(points);
  }
  return lines;
}

function distance([x, y], lines) {
  let least = Infinity;
  for (const points of lines) {
    for (let i = 0; i < points.length; i += 1) {
      const [[x0, y0], [x1, y1]] = [points[i], points[i + 1] ?? points[i]];
      const [dx, dy] = [x1 - x0, y1 - y0];
      const part = dx || dy ? Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy))) : 0;
      least = Math.min(least, Math.hypot(x - x0 - part * dx, y - y0 - part * dy));
    }
  }
  return least;
}

/** Days whose places are known by the ticks of the turns of months, quarters or years, or by labels of days. */
const DAY = 86400000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'June', 'July', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'];
/** The first and the last instant of what a label names; a day is one instant. */
function named(text) {
  const words = text.replaceAll('\u00a0', ' ').split(' ');
  const year = Number(words.at(-1));
  if (words.length === 3) return [0, 0].map(() => Date.UTC(year, MONTHS.indexOf(words[1]), Number(words[0])));
  if (words.length === 1) return [Date.UTC(year, 0, 0), Date.UTC(year, 12, 0)];
  const [month, months] = words[0].startsWith('Q') ? [3 * (words[0][1] - 1), 3] : [MONTHS.indexOf(words[0]), 1];
  return [Date.UTC(year, month, 0), Date.UTC(year, month + months, 0)];
}

async function view(page, address, [key, hash], width) {
  const where = `${key}#${hash} ${width}`;
  await page.setViewportSize({ width, height: 900 });
  await page.goto('about:blank');
  await page.goto(`${address}/en/view/${key}#${hash}`);
  const figure = () => page.locator('.history figure').filter({ visible: true });
  await until(async () => !/First: /.test(await figure().locator('.plot').getAttribute('aria-label')));
  const drawn = await page.evaluate(drawing);
  const link = await page.locator('.range a').getAttribute('href');
  const rows = rowsOf(await (await page.request.get(new URL(link, page.url()).href)).text());
  const column = rows[0] && drawn.column in rows[0] ? drawn.column : key;
  const shown = rows.filter(row => row[column]);
  check(shown.length > 0, `${where}: ${link} has no rows`);
  const ends = shown.at(-1);
  check(plain(drawn.end) === Number(Number(ends[column]).toFixed(drawn.decimals)), `${where}: ${link} ends with ${ends[column]}, the line with ${drawn.end}`);
  const query = new URLSearchParams(hash);
  check(shown.every(row => row.date.slice(0, 10) >= query.get('from') && row.date.slice(0, query.get('to').length) <= query.get('to')), `${where}: ${link} is beyond the range`);

  // The axis by two labels of it, the scale by its first and its last mark.
  const places = drawn.labels.map(({ text, x }) => ({ text, x, at: named(text) }));
  // What is seen in part at the edges says nothing of the axis.
  const [first, last] = places.length > 3 && places[0].at[0] < places[0].at[1] ? [places[1], places.at(-2)] : [places[0], places.at(-1)];
  const isSteps = key === 'policy-rate';
  const lines = pointsOf(drawn);
  const scale = [drawn.marks[0], drawn.marks.at(-1)].map(({ text, y }) => [plain(text), y]);
  const y = value => scale[0][1] + (value - scale[0][0]) * (scale[1][1] - scale[0][1]) / (scale[1][0] - scale[0][0]);
  if (last.x - first.x > 0.3 && !isSteps) {
    const [a, b] = [first, last].map(({ at }) => (at[0] + at[1]) / 2);
    const x = at => first.x + (at - a) * (last.x - first.x) / (b - a);
    // A period that is seen in part is named in the middle of what is seen.
    for (const { text, x: place, at } of places.slice(1, -1)) check(Math.abs(x((at[0] + at[1]) / 2) - place) * drawn.pixels < 2.5, `${where}: “${text}” stands ${Math.round((x((at[0] + at[1]) / 2) - place) * drawn.pixels)} px from its date`);
    // A day names itself exactly: then the points are known to the pixel by the labels alone.
    const isExact = first.at[0] === first.at[1] || (first.x - drawn.ticks[0]) > 0;
    if (isExact) {
      const axis = first.at[0] === first.at[1] ? x : undefined;
      for (const row of axis ? shown : []) {
        const far = distance([axis(Date.parse(row.date)) * drawn.pixels, y(Number(row[column]))], lines);
        check(far <= 1, `${where}: ${row.date} ${row[column]} is ${far.toFixed(1)} px from the line`);
      }
    }
  }
  // Wherever it stands, each value is met by the line, in the order of the rows.
  const vertices = lines.flat();
  for (const row of shown) {
    const near = Math.min(...vertices.map(point => Math.abs(point[1] - y(Number(row[column])))));
    check(near <= 1, `${where}: ${row.date} ${row[column]} is ${near.toFixed(1)} px above or below every point of the line`);
  }
  const written = await figure().locator('.span').textContent();
  const [begun, ended] = written.split(' – ').map(text => named(text)[0]);
  check(!(ended < begun), `${where}: the caption says “${written}”`);
  if (isSteps && query.get('to') < LAST) check(ended === Date.parse(query.get('to')), `${where}: the rate goes on, and the caption ends with “${written}”`);
  const crowd = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  check(crowd <= 0, `${where}: scrolls sideways by ${crowd} px`);
  // What the pointer reads is a row.
  const box = await figure().locator('.field').boundingBox();
  await figure().locator('.plot').scrollIntoViewIfNeeded();
  await figure().locator('.plot').focus();
  await page.keyboard.press('End');
  await until(async () => (await page.locator('main > [role=status]').textContent()).includes(isSteps ? '6' : ''));
  check(box.width > 60, `${where}: the field has ${box.width} px`);
}

async function empty(page, address, [key, hash]) {
  await page.goto('about:blank');
  await page.goto(`${address}/en/view/${key}#${hash}`);
  const figure = page.locator('.history figure').filter({ visible: true });
  await until(async () => /range/.test(await figure.locator('.readout').textContent()));
  check(!await figure.locator('.plot').isVisible() && !await page.locator('.range a').isVisible(), `${key}#${hash}: nothing is there, and something is drawn`);
}

/** Facts beside the figures of the same page, and against the files. */
async function facts(page, address, key, calendar) {
  await page.goto(`${address}/en/view/${key}`);
  const said = await page.locator('.key > div').evaluateAll(found => found.map(fact => [fact.querySelector('dt').textContent, [...fact.querySelectorAll('dd .by')].map(by => by.textContent)]));
  const headline = plain(await page.locator('.headline .number').textContent());
  for (const [label, values] of said) {
    if (!label.startsWith('Highest')) continue;
    const others = [headline, ...said.filter(([other]) => /Previous|year earlier/.test(other)).flatMap(([, all]) => all.map(plain))].filter(Number.isFinite);
    check(others.every(other => other <= plain(values[0]) && other >= plain(values.at(-1))), `${key}: “${label}” ${values} beside ${others}`);
  }
  const next = said.find(([label]) => /^Next (decision|publication)/.test(label))?.[1][0]?.replaceAll('\u00a0', ' ');
  if (next && next !== 'not announced') {
    const day = new Date(Date.parse(`${next} UTC`)).toISOString().slice(0, 10);
    check(calendar.some(line => line.endsWith(day)) && day > LAST, `${key}: the next day ${next} is not in the calendar`);
  }
  if (key !== 'policy-rate') return;
  const rows = rowsOf(await (await fetch(`${address}/data/${key}/history.csv`)).text());
  const changes = rows.filter((row, i) => row.value !== rows[i - 1]?.value).map(({ date }) => date);
  const groups = await page.locator('.observations tbody').evaluateAll(found => found.map(body => [...body.rows].map(row => row.cells[0].textContent)));
  for (const [year, ...periods] of groups) {
    for (const period of periods) {
      const [, day, month, own = year] = /(\d+)\s(\w+)(?:\s(\d{4}))?/.exec(period.replaceAll('\u00a0', ' '));
      const date = new Date(Date.UTC(own, MONTHS.findIndex(name => month.startsWith(name.slice(0, 3))), day)).toISOString().slice(0, 10);
      check(changes.includes(date), `${key}: “${period}” of ${year}: nothing changed on ${date}`);
    }
  }
}

/** What a movement of the pointer costs over every row of nine years, and where its focus is seen. */
async function touch(page, address) {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${address}/en/view/eur`);
  const plot = page.locator('.history figure').filter({ visible: true }).locator('.plot');
  const box = await plot.locator('.field').boundingBox();
  await page.mouse.move(box.x + 5, box.y + 50);
  await until(async () => await plot.locator('.guide').count() === 1);
  const cost = async () => Object.fromEntries((await session.send('Performance.getMetrics')).metrics.map(({ name, value }) => [name, value])).TaskDuration;
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const before = await cost();
  const moves = 100;
  for (let i = 0; i < moves; i += 1) await page.mouse.move(box.x + 5 + i * 5, box.y + 50);
  const each = (await cost() - before) / moves * 1000;
  console.log(`a move of the pointer costs ${each.toFixed(1)} ms`);
  check(each < 50, `a move of the pointer costs ${each.toFixed(1)} ms`);
  await page.setViewportSize({ width: 390, height: 844 });
  for (const name of ['from', 'to']) {
    const seen = await page.locator(`.range [name=${name}]`).evaluate(input => { input.focus(); const { outlineStyle, outlineWidth } = getComputedStyle(input); return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2; });
    check(seen, `the focus on “${name}” is not seen at 390 px`);
  }
}

const directory = mkdtempSync(join(tmpdir(), 'ranges-'));
writeLiving('dataset', directory);
const calendar = readFileSync(join(directory, 'calendar.csv'), 'utf8').trim().split('\n');
const service = await start(program, ['--dataset', directory]);
const browser = await chromium.launch({ executablePath, args: QUIET });
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on('pageerror', error => check(false, `${page.url()}: ${error}`));
  for (const [i, asked] of VIEWS.entries()) await view(page, service.address, asked, [1440, 390, 768][i % 3]);
  for (const asked of EMPTY) await empty(page, service.address, asked);
  for (const key of ['gdp', 'gdp-growth', 'salary', 'trade-surplus', 'eur', 'm2', 'policy-rate', 'gdp-q', 'gdp-annual', 'cpi-ytd', 'imports']) await facts(page, service.address, key, calendar);
  await touch(page, service.address);
} finally {
  await browser.close();
  await service.stop();
  rmSync(directory, { recursive: true });
}
console.log(`${checks} checks, ${failures} failures`);
process.exitCode = failures ? 1 : 0;
