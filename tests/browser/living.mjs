// The repository's own dataset as a working installation has it: checked by its sources, and five exchange rates of every day.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const FILLED = ['usd', 'eur', 'rub', 'try', 'gbp'];
const LAST = '2026-11-20';

/** Working days after `first`, up to the last one. */
function daysAfter(first) {
  const days = [];
  for (let at = Date.parse(first) + 86400000; at <= Date.parse(LAST); at += 86400000) {
    const day = new Date(at);
    if (day.getUTCDay() % 6 !== 0) days.push(day.toISOString().slice(0, 10));
  }
  return days;
}

/** The rows of a rate, and after the last known before 2025 one for every working day: a dollar is pegged, others waver. */
function filled(text, key) {
  const [header, ...rows] = text.trim().split('\n');
  const columns = header.split(',');
  const cell = (row, name) => row.split(',')[columns.indexOf(name)];
  const known = rows.filter(row => cell(row, 'date') < '2025');
  const last = known.at(-1);
  const base = Number(cell(last, 'value'));
  const added = daysAfter(cell(last, 'date')).map((day, i) => {
    const value = key === 'usd' ? '1.7' : (base * (1 + 0.04 * Math.sin(i / 40) + (i * 7919 % 13) / 2000)).toFixed(4);
    return columns.map(name => ({ date: day, value }[name] ?? '')).join(',');
  });
  return [header, ...known, ...added].join('\n') + '\n';
}

/** Writes it into a directory, from the one of the repository. */
export function writeLiving(repository, directory) {
  cpSync(repository, directory, { recursive: true });
  const outline = JSON.parse(readFileSync(join(directory, 'dataset.json'), 'utf8'));
  outline.sourceStatus = 'verified';
  for (const source of Object.values(outline.sources)) source.staleAfterHours = 1000000;
  writeFileSync(join(directory, 'dataset.json'), JSON.stringify(outline));
  const checks = Object.keys(outline.sources).map(source => `${source},${outline.asOf},\n`);
  writeFileSync(join(directory, 'checks.csv'), ['source,checked_at,error\n', ...checks].join(''));
  for (const key of FILLED) {
    const file = join(directory, 'indicators', `${key}.csv`);
    writeFileSync(file, filled(readFileSync(file, 'utf8'), key));
  }
}
