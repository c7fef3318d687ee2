// The pages for people in a real browser: both languages, narrow and wide, light and dark, on paper.
// node tests/browser/test.mjs PROGRAM [CHROMIUM]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import axe from 'axe-core';
import { HtmlValidate } from 'html-validate';
import { chromium } from 'playwright-core';

import { writeDataset } from './dataset.mjs';
import { crawl, start } from './service.mjs';
import { broken } from './texts.mjs';

const [program, executablePath = '/usr/bin/chromium'] = process.argv.slice(2);
const QUIET = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];
// Every page is seen in the first way and in one of the others, which take turns, and is audited in one of the two. What can
// be read at which width is asked by legible.mjs, at more of them.
const FIRST = [320, 'light'];
const OTHERS = [[1280, 'dark'], [320, 'dark'], [768, 'light'], [1280, 'light']];
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];
// The number of pages that are looked at side by side: while one is loaded, another is drawn.
const TABS = 2;
// Long enough for anything that is not wrong, on any machine.
const PATIENCE = 180000;

let failures = 0;
const fail = what => { failures += 1; console.log(`FAILED ${what}`); };

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  // A name of ten thousand characters is as long in the title.
  // What is chosen of a chart is drawn at once: there is nothing to send.
  rules: { 'wcag/h32': 'off', 'long-title': 'off', 'no-inline-style': 'error', 'require-csp-nonce': 'off' },
});

async function validate(path, html) {
  const { results } = await validator.validateString(html);
  for (const { messages } of results) {
    for (const { line, message, ruleId } of messages) fail(`${path}:${line}: ${message} (${ruleId})`);
  }
}

/** How bright a screenshot is, from 0 to 1, and of how many colours: a ninth of its points tells that as well. */
async function look(canvas, png) {
  return canvas.evaluate(async base64 => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const [width, height] = [Math.ceil(image.width / 3), Math.ceil(image.height / 3)];
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.drawImage(image, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    const colours = new Map();
    let light = 0;
    for (let i = 0; i < data.length; i += 4) {
      light += data[i] + data[i + 1] + data[i + 2];
      const colour = data[i] << 16 | data[i + 1] << 8 | data[i + 2];
      colours.set(colour, (colours.get(colour) ?? 0) + 1);
    }
    return { brightness: light / (data.length / 4 * 765), colours: colours.size };
  }, png.toString('base64'));
}

/** What the overview of the repository's own dataset must come to. */
async function overviewKeepsItsSize(browser, address, html) {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  page.setDefaultTimeout(PATIENCE);
  await page.goto(address);
  const tall = await page.evaluate(() => document.documentElement.scrollHeight);
  if (tall > 18000) fail(`the overview is ${tall} px tall at 390 px`);
  if (html.length > 140000) fail(`the overview has ${html.length} characters`);
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g).length;
  if (sheets > 7) fail(`the overview is printed on ${sheets} sheets`);
  const display = () => page.evaluate(() => getComputedStyle(document.querySelector('.overview tr')).display);
  for (const [width, expected] of [[640, 'grid'], [768, 'table-row']]) {
    await page.setViewportSize({ width, height: 844 });
    if (await display() !== expected) fail(`at ${width} px rows of the overview are no ${expected}`);
  }
  // A4 is narrower than a table's width on a screen.
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 700, height: 990 });
  if (await display() !== 'table-row') fail('on paper the overview is that of a telephone');
  await page.close();
  console.log(`the overview: ${html.length} characters, ${tall} px at 390 px, ${sheets} sheets`);
}

async function inspect(page, canvas, where, scheme, isOwn) {
  const { width, inner } = await page.evaluate(() => ({ width: document.documentElement.scrollWidth, inner: innerWidth }));
  if (width > inner) fail(`${where}: scrolls sideways, ${width} > ${inner}`);
  const { brightness, colours } = await look(canvas, await page.screenshot());
  if (colours < 20) fail(`${where}: blank, ${colours} colours`);
  if (scheme === 'dark' ? brightness > 0.4 : brightness < 0.6) fail(`${where}: brightness ${brightness} is not ${scheme}`);
  if (isOwn) for (const what of await page.evaluate(broken)) fail(`${where}: ${what}`);
}

async function audit(page, where) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(values => globalThis.axe.run(document, { resultTypes: ['violations'], runOnly: { type: 'tag', values } }), TAGS);
  for (const { id, impact, nodes } of violations) fail(`${where}: ${impact} ${id}: ${nodes[0].html.slice(0, 200)}`);
}

async function keyboardAndPaper(page, where) {
  await page.keyboard.press('Tab');
  const first = await page.evaluate(() => {
    const { className, hash } = document.activeElement;
    return { className, hash, left: document.activeElement.getBoundingClientRect().left };
  });
  if (first.className !== 'skip' || first.hash !== '#content' || first.left < 0) fail(`${where}: the first stop is ${JSON.stringify(first)}`);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  if (paper !== 'rgb(255, 255, 255)') fail(`${where}: paper is ${paper}`);
  if ((await page.pdf()).length < 5000) fail(`${where}: nothing on paper`);
}

/** What a page of this path says and asks for, and what it looks like. */
async function visit(context, canvas, address, path, [width, scheme], isOwn, isAudited) {
  const where = `${path} ${width} ${scheme}`;
  const page = await context.newPage();
  page.on('console', message => fail(`${where}: console: ${message.text()}`));
  page.on('pageerror', error => fail(`${where}: ${error}`));
  page.on('dialog', () => fail(`${where}: a script has run`));
  page.on('request', request => {
    const own = [address + path, `${address}/style.css`, `${address}/page.js`, `${address}/favicon.svg`].includes(request.url().split('?')[0]);
    if (!own && !request.url().startsWith('data:')) fail(`${where}: asks for ${request.url()}`);
  });
  await page.goto(address + path);
  await inspect(page, canvas, where, scheme, isOwn);
  if (isAudited) await audit(page, where);
  if (width === 1280 && scheme === 'dark') await keyboardAndPaper(page, where);
  await page.close();
}

/** Looks at pages in one way, of each of which is told whether it is audited. */
async function browse(browser, address, [width, colorScheme], pages, isOwn) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  context.setDefaultTimeout(PATIENCE);
  const left = pages.values();
  const tab = async () => {
    const canvas = await browser.newPage();
    for (const [path, isAudited] of left) await visit(context, canvas, address, path, [width, colorScheme], isOwn, isAudited);
    await canvas.close();
  };
  await Promise.all(Array.from({ length: TABS }, tab));
  await context.close();
}

/** A page of another origin reads the data, revalidates them with a header of its own, and understands an error. */
async function fromElsewhere(browser, address) {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  // Another name is another origin.
  await page.goto(`${address.replace('127.0.0.1', 'localhost')}/healthz`);
  const told = await page.evaluate(async data => {
    const first = await fetch(data);
    const tag = first.headers.get('ETag');
    const named = ['Snapshot-Id', 'Last-Modified', 'Content-Language'].filter(name => first.headers.get(name));
    const { metrics } = await first.json();
    // Asks the server beforehand (OPTIONS) whether the header may be sent.
    const again = await fetch(data, { headers: { 'If-None-Match': tag }, cache: 'no-store' });
    const missing = await fetch(data.replace('data.json', 'data/no.json'));
    const error = await missing.json();
    return { tag, named: named.length, metrics: metrics.length, again: again.status, missing: missing.status, error: typeof error };
  }, `${address}/data.json`);
  const { tag, metrics, ...rest } = told;
  const wanted = { named: 3, again: 304, missing: 404, error: 'object' };
  if (!tag || !metrics || JSON.stringify(rest) !== JSON.stringify(wanted)) fail(`from another origin: ${JSON.stringify(told)}`);
  await page.close();
}

const directory = mkdtempSync(join(tmpdir(), 'pages-'));
const browser = await chromium.launch({ executablePath, args: QUIET });
try {
  writeDataset(directory);
  for (const [name, args, some] of [['hostile', ['--dataset', directory], 1], ['embedded', [], 25]]) {
    const service = await start(program, args);
    try {
      const pages = await crawl(service.address, fail);
      for (const [path, html] of pages) await validate(path, html);
      const paths = [...pages.keys()].sort().filter((path, i) => i % some === 0 || !path.includes('view'));
      const all = paths.map((path, i) => [path, i % 2 === 0]);
      await browse(browser, service.address, FIRST, all, name === 'embedded');
      for (const [turn, view] of OTHERS.entries()) {
        const some = all.filter((_, i) => i % OTHERS.length === turn).map(([path, isAudited]) => [path, !isAudited]);
        await browse(browser, service.address, view, some, name === 'embedded');
      }
      if (name === 'embedded') await overviewKeepsItsSize(browser, service.address, pages.get('/'));
      await fromElsewhere(browser, service.address);
      console.log(`${name}: ${pages.size} pages, ${paths.length} of them seen in 2 of ${OTHERS.length + 1} ways`);
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
