// The repository's own dataset as a central bank keeps it: every working day since 2018, every month since 2014, checked by its
// sources, with a calendar, a publisher, and series of every kind. The same at every run.
import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DAY = 86400000;
export const LAST = '2026-11-27';
const [FIRST_DAY, FIRST_YEAR, LAST_MONTH] = ['2018-01-03', 2014, '2026-10'];
// Holidays of Azerbaijan in 2026, and the days that they move.
const HOLIDAYS = ['01-01', '01-02', '03-09', '03-20', '03-23', '03-24', '03-25', '03-26', '05-11', '05-27', '05-28', '05-29', '06-15', '06-26', '11-09'].map(day => `2026-${day}`);
/** The days on which statistics of a kind are published after the end of their month. */
const LAGS = { month_end: 24, monthly: 20, year_to_date: 17, year_to_date_average: 20 };
/** The rates that were decided last, one of them to come, and the distance of the bounds of the corridor. */
const DECISIONS = [['2026-09-16', 6.25], ['2026-10-28', 6.25], ['2026-12-02', 6]];
const CORRIDOR = { 'policy-rate': 0, 'corridor-floor': -1, 'corridor-ceiling': 1 };
const MEETINGS = ['2026-09-16', '2026-10-28', '2026-12-16'];

const iso = at => new Date(at).toISOString().slice(0, 10);
const monthEnd = (year, month) => iso(Date.UTC(year, month, 0));
const after = (day, days) => iso(Date.parse(day) + days * DAY);

export function workdays(first = FIRST_DAY, last = LAST) {
  const days = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += DAY) {
    if (new Date(at).getUTCDay() % 6 !== 0 && !HOLIDAYS.includes(iso(at))) days.push(iso(at));
  }
  return days;
}

/** The ends of all months, or of every third or twelfth of them. */
function months(every = 1) {
  const ends = [];
  for (let year = FIRST_YEAR; year <= 2026; year += 1) {
    for (let month = every; month <= 12; month += every) {
      const end = monthEnd(year, month);
      if (end.slice(0, 7) <= LAST_MONTH) ends.push(end);
    }
  }
  return ends;
}

/** Numbers from -1 to 1 that a text decides. */
function noise(seed) {
  let state = [...seed].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16777619), 2166136261) >>> 0;
  return () => {
    state = Math.imul(state, 1664525) + 1013904223 >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** A value for each day: between those that are known, with what lasts a while added to it. */
function between(known, days, key, part) {
  const random = noise(key);
  const points = known.map(([day, value]) => [Date.parse(day), value]);
  let wave = 0;
  return days.map(day => {
    const at = Date.parse(day);
    const next = points.findIndex(([time]) => time >= at);
    const [[t0, v0], [t1, v1]] = next > 0 ? points.slice(next - 1, next + 1) : [points.at(next), points.at(next)];
    const value = t1 > t0 ? v0 + (v1 - v0) * (at - t0) / (t1 - t0) : v1;
    wave = 0.95 * wave + part * random();
    return value * (1 + wave);
  });
}

/** Totals since January whose last is that of the file, and which grow from year to year. */
function totals(last, days, key, perYear) {
  const random = noise(key);
  const shares = Array.from({ length: perYear }, (_, i) => 1 + 0.3 * Math.sin(i) + 0.1 * random());
  const of = count => shares.slice(0, count).reduce((sum, share) => sum + share, 0);
  const count = day => Number(day.slice(5, 7)) * perYear / 12;
  const [end] = days.slice(-1);
  return days.map(day => last * of(count(day)) / of(count(end)) * 1.08 ** (Number(day.slice(0, 4)) - Number(end.slice(0, 4))) * (1 + 0.02 * random()));
}

const csv = rows => `date,value,published,flag\n${rows.map(row => row.join(',')).join('\n')}\n`;

/** What a file of the dataset knows: its days and values, the oldest first. */
function known(text) {
  const [head, ...lines] = text.trim().split('\n');
  const columns = head.split(',');
  const rows = lines.map(line => line.split(',')).map(cells => [cells[columns.indexOf('date')], Number(cells[columns.indexOf('value')])]);
  return [...new Map(rows.sort(([a], [b]) => a.localeCompare(b)))];
}

function fill(key, { periodType, decimals = 1, measure }, text) {
  const file = known(text);
  const isRate = measure === 'growth' || measure === 'rate';
  if (key in CORRIDOR) {
    const decided = DECISIONS.map(([day, rate]) => [day, rate + CORRIDOR[key], day === '2026-12-02' ? '2026-11-25' : after(day, -1), '']);
    return csv([...file.filter(([day]) => day < DECISIONS[0][0]).map(([day, rate]) => [day, rate, '', '']), ...decided]);
  }
  if (periodType === 'daily') {
    const days = workdays();
    const values = key === 'usd' ? days.map(() => 1.7) : between(file, days, key, 0.004);
    return csv(days.map((day, i) => [day, values[i].toFixed(decimals), '', '']));
  }
  if (!(periodType in LAGS)) return text;
  const days = months();
  const isTotal = periodType === 'year_to_date' && !isRate;
  const values = isTotal ? totals(file.at(-1)[1], days, key, 12) : between(file, days, key, isRate ? 0.02 : 0.006);
  const rows = days.map((day, i) => [day, values[i].toFixed(decimals), after(day, LAGS[periodType]), '']);
  if (key === 'gdp') rows.at(-1)[3] = 'provisional';
  if (key === 'm2') rows.push([...rows.at(-2).slice(0, 1), (values.at(-2) * 1.003).toFixed(decimals), '2026-11-24', '']);
  return csv(rows);
}

const both = (ru, en) => ({ ru, en });
/** Series of kinds that the repository's dataset does not have: definition, days, values. */
const MORE = {
  'external-debt-q': [{ name: both('Внешний долг по кварталам', 'External debt by quarter'), unit: 'usd_mn', periodType: 'month_end', measure: 'amount', frequency: 'Q', decimals: 1 }, 3, i => 14000 + 90 * i + 200 * Math.sin(i)],
  'unemployment-q': [{ name: both('Уровень безработицы', 'Unemployment rate'), unit: 'percent', periodType: 'month_end', measure: 'rate', frequency: 'Q', decimals: 1 }, 3, i => 5.9 - i / 40],
  'gdp-q': [{ name: both('ВВП по кварталам', 'GDP by quarter'), unit: 'azn_mn', periodType: 'year_to_date', measure: 'amount', frequency: 'Q', decimals: 1 }, 3, i => (i % 4 + 1) * (20000 + 600 * i)],
  'gdp-annual': [{ name: both('ВВП за год', 'Annual GDP'), unit: 'azn_mn', periodType: 'year_to_date', measure: 'amount', frequency: 'A', decimals: 1 }, 12, i => 60000 + 6000 * i],
  'population-a': [{ name: both('Население', 'Population'), unit: 'thousand_persons', periodType: 'month_end', measure: 'amount', frequency: 'A', decimals: 1 }, 12, i => 9500 + 60 * i],
  'trade-surplus': [{ name: both('Сальдо торговли', 'Balance of trade'), unit: 'usd_mn', periodType: 'year_to_date', measure: 'balance', decimals: 1 }, 1, i => (i % 12 + 1) * -300 + 900 * Math.sin(i / 3)],
};

/** Writes it into a directory, from the one of the repository. */
export function writeLiving(repository, directory) {
  cpSync(repository, directory, { recursive: true });
  const outline = JSON.parse(readFileSync(join(directory, 'dataset.json'), 'utf8'));
  Object.assign(outline, {
    asOf: `${LAST}T18:00:00+04:00`,
    sourceStatus: 'verified',
    publisher: { name: both('Центральный банк Азербайджанской Республики', 'Central Bank of the Republic of Azerbaijan'), url: 'https://www.cbar.az/' },
    license: { name: both('Creative Commons Attribution 4.0', 'Creative Commons Attribution 4.0'), url: 'https://creativecommons.org/licenses/by/4.0/' },
    contact: { name: both('Отдел статистики', 'Statistics department'), url: 'mailto:statistics@example.org' },
  });
  outline.units.thousand_persons ??= both('тыс. человек', 'thousand persons');
  for (const source of Object.values(outline.sources)) source.staleAfterHours = 1000000;
  const files = join(directory, 'indicators');
  const releases = new Map([['cbar-policy-rate', MEETINGS]]);
  for (const name of readdirSync(files).filter(name => name.endsWith('.json'))) {
    const key = name.replace('.json', '');
    const definition = JSON.parse(readFileSync(join(files, name), 'utf8'));
    const lag = LAGS[definition.periodType];
    if (key in CORRIDOR) definition.release = 'cbar-policy-rate';
    if (lag && !definition.release) {
      definition.release = definition.periodType.replaceAll('_', '-');
      releases.set(definition.release, [after(monthEnd(2026, 9), lag), after(monthEnd(2026, 10), lag), after(monthEnd(2026, 11), lag)]);
    }
    for (const bound of ['between', 'below', 'plausible', 'nominal']) delete definition[bound];
    writeFileSync(join(files, name), JSON.stringify(definition));
    writeFileSync(join(files, `${key}.csv`), fill(key, definition, readFileSync(join(files, `${key}.csv`), 'utf8')));
  }
  for (const [key, [definition, every, value]] of Object.entries(MORE)) {
    const rows = months(every).map((day, i) => [day, value(i).toFixed(1), after(day, 60) < LAST ? after(day, 60) : '', '']);
    writeFileSync(join(files, `${key}.json`), JSON.stringify({ ...definition, source: 'ssc' }));
    writeFileSync(join(files, `${key}.csv`), csv(rows));
  }
  outline.categories.at(-1).indicators.push(...Object.keys(MORE));
  writeFileSync(join(directory, 'dataset.json'), JSON.stringify(outline));
  const dates = [...releases].flatMap(([release, days]) => days.map(day => `${release},${day}\n`));
  writeFileSync(join(directory, 'calendar.csv'), ['release,date\n', ...dates].join(''));
  const checks = Object.keys(outline.sources).map(source => `${source},${outline.asOf},\n`);
  writeFileSync(join(directory, 'checks.csv'), ['source,checked_at,error\n', ...checks].join(''));
}
