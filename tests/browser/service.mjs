// Starts the program on a free port, and finds every page for people by following links.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** The program and the address at which it listens: on a free port, or on one that is known to be free. */
export async function start(program, args, port = 0) {
  const child = spawn(program, ['serve', '--listen', `127.0.0.1:${port}`, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  const said = [];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    const [, address] = line.match(/listening on (http:\S+)/) ?? [];
    if (address) {
      child.stderr.resume();
      return { address, stop: () => new Promise(ended => { child.once('exit', ended); child.kill(); }) };
    }
  }
  throw new Error(`it does not listen:\n${said.join('\n')}`);
}

/** Every page for people by its path, having asked for everything that they link to. */
export async function crawl(address, fail) {
  const pages = new Map();
  const asked = new Set();
  const waiting = ['/', '/en/'];
  while (waiting.length > 0) {
    const path = waiting.pop().split('#')[0];
    if (asked.has(path)) continue;
    asked.add(path);
    const response = await fetch(address + path);
    const text = await response.text();
    if (response.status !== 200) fail(`${path} answers ${response.status}`);
    if (!response.headers.get('content-type').startsWith('text/html')) continue;
    pages.set(path, text);
    for (const [, link] of text.matchAll(/ href="(\/[^"]*)"/g)) waiting.push(link.replaceAll('&#38;', '&'));
  }
  return pages;
}
