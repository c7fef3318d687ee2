// What Lighthouse says of the pages for people: accessibility, best practices and, since the address is public, SEO must
// be faultless. Performance depends on the machine and is only told.
// node tests/browser/lighthouse.mjs PROGRAM [CHROMIUM]
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

import { start } from './service.mjs';

const [program, chromePath = '/usr/bin/chromium'] = process.argv.slice(2);
const PATHS = ['/', '/en/view/policy-rate', '/method'];
const FAULTLESS = ['accessibility', 'best-practices', 'seo'];

// A page names the address at which it is asked for, which is known only once a port has been found.
const { address, stop } = await start(program, []);
await stop();
const service = await start(program, ['--public-url', address], new URL(address).port);
const chrome = await launch({ chromePath, chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic'] });
let failures = 0;
try {
  for (const path of PATHS) {
    const { lhr } = await lighthouse(address + path, {
      port: chrome.port, logLevel: 'error', onlyCategories: [...FAULTLESS, 'performance'],
    });
    const scores = Object.entries(lhr.categories).map(([name, { score }]) => `${name} ${Math.round(score * 100)}`);
    console.log(`${path}: ${scores.join(', ')}`);
    for (const name of FAULTLESS) {
      for (const { id } of lhr.categories[name].auditRefs) {
        const { score, scoreDisplayMode, title } = lhr.audits[id];
        if (scoreDisplayMode === 'binary' && score !== 1) {
          failures += 1;
          console.log(`FAILED ${path}: ${name}: ${title} (${id})`);
        }
      }
    }
  }
} finally {
  await chrome.kill();
  await service.stop();
}
process.exitCode = failures === 0 ? 0 : 1;
