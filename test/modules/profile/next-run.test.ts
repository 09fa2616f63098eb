// Risk: a schedule runs an hour beside its time, twice or not at all when clocks change.
import { expect, test } from 'vitest';
import { rendered } from '../../../src/kernel/problems/messages/render-message.ts';
import { latestDueRun, nextRun } from '../../../src/modules/profile/next-run.ts';
import { checkMapping } from '../../../src/modules/profile/profile-rules.ts';
import { checkSchedule } from '../../../src/modules/profile/schedule-document.ts';
import { formatFileName } from '../../../src/modules/schedule/run-schedule.ts';

/** The next moments of a schedule, in UTC. */
function walk(cron: string, timezone: string, from: string, count: number): string[] {
  const moments: string[] = [];
  let moment = new Date(from);
  while (moments.length < count) {
    const next = nextRun({ cron, timezone }, moment);
    if (next === null) break;
    moments.push(next.toISOString().slice(0, 16));
    moment = next;
  }
  return moments;
}

test('a time of day stays that time of day through both changes of clocks', () => {
  expect(walk('0 3 * * *', 'Europe/Berlin', '2026-03-27T12:00Z', 3)).toEqual([
    '2026-03-28T02:00',
    '2026-03-29T01:00',
    '2026-03-30T01:00',
  ]);
  expect(walk('0 3 * * *', 'Europe/Berlin', '2026-10-23T12:00Z', 3)).toEqual([
    '2026-10-24T01:00',
    '2026-10-25T02:00',
    '2026-10-26T02:00',
  ]);
});

test('a time that does not come is the first after the gap, one that comes twice is its first', () => {
  // 02:30 is left out on 29 March and comes twice on 25 October.
  expect(walk('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', 2)).toEqual([
    '2026-03-29T01:00',
    '2026-03-30T00:30',
  ]);
  expect(walk('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00Z', 2)).toEqual([
    '2026-10-25T00:30',
    '2026-10-26T01:30',
  ]);
  // At midnight, where there is none: Cairo.
  expect(walk('15 0 * * *', 'Africa/Cairo', '2026-04-23T12:00Z', 2)).toEqual([
    '2026-04-23T22:00',
    '2026-04-24T21:15',
  ]);
});

test('what runs each hour runs each hour that passes', () => {
  expect(walk('0 * * * *', 'America/New_York', '2026-03-08T05:30Z', 3)).toEqual([
    '2026-03-08T06:00',
    '2026-03-08T07:00',
    '2026-03-08T08:00',
  ]);
  expect(walk('0 * * * *', 'America/New_York', '2026-11-01T04:30Z', 3)).toEqual([
    '2026-11-01T05:00',
    '2026-11-01T06:00',
    '2026-11-01T07:00',
  ]);
});

test('a schedule that is switched off has no next moment', () => {
  expect(nextRun({ cron: '* * * * *', timezone: 'UTC', active: false }, new Date())).toBeNull();
});

test('of missed moments the last counts', () => {
  const daily = { cron: '0 3 * * *', timezone: 'UTC' };
  const planned = new Date('2026-11-01T03:00Z');
  expect(latestDueRun(daily, planned, new Date('2026-11-04T02:59Z'))).toEqual({
    dueAt: new Date('2026-11-03T03:00Z'),
    missed: 2,
  });
  expect(latestDueRun(daily, planned, planned)).toEqual({ dueAt: planned, missed: 0 });
});

test('a file is called by the day that clocks show where the schedule is', () => {
  const moment = new Date('2026-11-21T23:05Z');
  expect(formatFileName('all-{date}-{time}.csv', moment, 'Europe/Berlin')).toBe('all-2026-11-22-0005.csv');
  expect(formatFileName('all-{date}.csv', moment, 'America/New_York')).toBe('all-2026-11-21.csv');
});

const GOOD = { cron: '0 3 * * *', timezone: 'Europe/Berlin' };

test.each([
  [{ ...GOOD, source: { url: 'https://shop.example.com/a.csv' } }, 'import', null],
  [{ ...GOOD, source: { folder: 'supplier/in', pattern: 'stock-*.csv' }, active: false }, 'both', null],
  [{ ...GOOD }, 'export', null],
  [{ ...GOOD, target: { folder: 'out', name: 'all-{date}.xlsx' } }, 'export', null],
  [{ ...GOOD, cron: '61 3 * * *' }, 'export', 'schedule.cron'],
  [{ ...GOOD, cron: '* * * * * *' }, 'export', 'schedule.cron'],
  [{ ...GOOD, cron: '@daily' }, 'export', 'schedule.cron'],
  [{ ...GOOD, cron: '0 0 31 2 *' }, 'export', 'schedule.cron'],
  [{ ...GOOD, timezone: 'Mars/Olympus' }, 'export', 'schedule.timezone'],
  [{ cron: '0 3 * * *' }, 'export', 'schedule.timezone'],
  [{ ...GOOD, sorce: { url: 'https://shop.example.com' } }, 'import', 'schedule.sorce'],
  [{ ...GOOD }, 'import', 'schedule.source'],
  [{ ...GOOD }, 'both', 'schedule.source'],
  [{ ...GOOD, source: { url: 'https://shop.example.com' } }, 'export', 'schedule.source'],
  [{ ...GOOD, source: { url: 'ftp://shop.example.com' } }, 'import', 'schedule.source.url'],
  [{ ...GOOD, source: { folder: '../other' } }, 'import', 'schedule.source.folder'],
  [{ ...GOOD, target: { folder: 'out', name: '../../x' } }, 'export', 'schedule.target.name'],
  ['daily', 'export', 'schedule'],
] as const)('%j of a profile to %s is at fault at %s', (schedule, direction, place) => {
  const [problem] = checkSchedule(schedule as never, direction);
  expect(problem?.path.join('.') ?? null).toBe(place);
});

test.each([
  [{ cron: '@daily' }, 'Ein Cron-Ausdruck hat Minute, Stunde, Tag, Monat und Wochentag: 0 3 * * 1-5.'],
  [
    { cron: '0 0 31 2 *' },
    'Er trifft nie auf ein Datum zu. Ein Cron-Ausdruck hat Minute, Stunde, Tag, Monat und Wochentag: 0 3 * * 1-5.',
  ],
  [{ timezone: 'Mars/Olympus' }, 'Unbekannte Zeitzone. Benutzen Sie einen IANA-Namen: Europe/Berlin, UTC …'],
  [
    { source: {} },
    '„source“ muss entweder { "url": … } oder { "folder": … } sein, wahlweise mit „pattern“ für Dateinamen.',
  ],
  [
    { source: { folder: '../other' } },
    'Ein Ordner besteht aus Namen aus Buchstaben, Ziffern, _ und -, getrennt durch /.',
  ],
  [
    { target: { folder: 'out', name: '../../x' } },
    'Ein Name besteht aus Buchstaben, Ziffern, _, - und . und kann {date} und {time} enthalten.',
  ],
])('the fault of a schedule with %j is told in German', (part, message) => {
  const [problem] = checkSchedule({ ...GOOD, ...part } as never, 'both');
  const german = problem?.text === undefined ? '' : rendered(problem.text, 'de');
  expect(german.slice(0, german.indexOf(' Zum Beispiel: '))).toBe(message);
});

test('so is that of a transform', () => {
  const steps = [
    { replace: { pattern: '(?=a)', with: '' } },
    { split: {} },
    { replace: { with: '' } },
    { date: { format: 'YY' } },
  ];
  const problems = checkMapping([{ column: 'a', target: null, transform: steps }]);
  expect(problems.map(({ text }) => text && rendered(text, 'de'))).toEqual([
    '„pattern“ der Umwandlung „replace“: kein gültiges Muster von RE2, das weder Look-around noch Rückverweise hat.',
    'Umwandlung „split“: Geben Sie entweder separator oder pattern an. Beispiel: {"split":{"separator":";"}}.',
    'Umwandlung „replace“: Geben Sie entweder find oder pattern an. Beispiel: {"replace":{"pattern":"\\\\s+","with":" "}}.',
    '„format“ der Umwandlung „date“: braucht YYYY, MM und DD je einmal, mit Trennzeichen dazwischen.',
  ]);
});
