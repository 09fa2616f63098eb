// Risk: the start page shows a number that is not that of its cell, or tells what somebody did twice or not at all.
import { expect, test } from 'vitest';
import { groupActivity } from '../../../src/console/pages/home/activity.ts';
import { expiringTokens } from '../../../src/console/pages/home/expiring-tokens.ts';
import { ownSkus, toOnboardingSteps } from '../../../src/console/pages/home/onboarding-steps.ts';
import {
  incompleteColumns,
  incompleteConditions,
  nextCell,
  toReadinessMatrix,
} from '../../../src/console/pages/home/readiness-matrix.ts';

const named = (code: string) => ({ code, label: code.toUpperCase() });
const entry = (
  set: string,
  channel: string,
  locale: string,
  products: number,
  complete: number,
  mean: number,
) => ({
  attributeSet: named(set),
  channel: named(channel),
  locale: named(locale),
  products,
  complete,
  mean,
});

const ENTRIES = [
  entry('bulb', 'web', 'en', 3, 3, 100),
  entry('bulb', 'web', 'de', 3, 2, 99.9),
  entry('lamp', 'web', 'en', 20, 1, 41.7),
  entry('lamp', 'web', 'de', 20, 0, 12),
  entry('lamp', 'print', 'de', 4, 0, 0),
  entry('rug', 'web', 'en', 0, 0, 0),
];

test('the columns of the channel of the context come first', () => {
  const { channels, columns } = toReadinessMatrix(ENTRIES, 'print');
  expect(channels.map(({ code }) => code)).toEqual(['print', 'web']);
  expect(columns.map(({ channel, locale }) => `${channel.code}/${locale.code}`)).toEqual([
    'print/de',
    'web/en',
    'web/de',
  ]);
});

test('the worst set comes first; 100 stands only where every product is complete; sets without products have no row', () => {
  const { channels, rows } = toReadinessMatrix(ENTRIES, null);
  expect(channels).toEqual([
    { code: 'web', label: 'WEB', columns: 2 },
    { code: 'print', label: 'PRINT', columns: 1 },
  ]);
  expect(rows.map(({ code, cells }) => [code, ...cells.map((cell) => cell?.percent ?? null)])).toEqual([
    ['lamp', 41, 12, 0],
    ['bulb', 100, 99, null],
  ]);
});

test('arrow keys go over cells without a number, and stay at the edge', () => {
  const rows = [
    { cells: [null, { percent: 1, products: 1, incomplete: 1 }] },
    ...toReadinessMatrix(ENTRIES, null).rows,
  ];
  expect(nextCell(rows, { row: 1, column: 0 }, 'ArrowRight')).toEqual({ row: 1, column: 1 });
  expect(nextCell(rows, { row: 1, column: 0 }, 'ArrowUp')).toBeNull();
  expect(nextCell(rows, { row: 0, column: 1 }, 'ArrowLeft')).toBeNull();
  expect(nextCell(rows, { row: 1, column: 2 }, 'ArrowDown')).toBeNull();
  expect(nextCell(rows, { row: 0, column: 1 }, 'Enter')).toBeNull();
});

test('a cell opens its incomplete products with what they lack; a complete one opens all', () => {
  expect(incompleteConditions('lamp', { incomplete: 2 })).toEqual([
    { field: 'attribute_set', operator: 'eq', value: 'lamp' },
    { field: 'completeness', operator: 'lt', value: '100' },
  ]);
  expect(incompleteConditions('lamp', { incomplete: 0 })).toHaveLength(1);
  expect(incompleteColumns(['title', 'gtin'])).toBe('.status,.readiness,title,gtin');
});

test('what one did is a sentence; the number of a day that may be cut is not said', () => {
  const summary = (type: string, day: string, objects: number, refs: readonly string[]) => ({
    actor: { id: 'ann', type: 'user', name: 'Ann' },
    type,
    day: `2026-11-${day}`,
    firstAt: `2026-11-${day}T08:00:00Z`,
    lastAt: `2026-11-${day}T10:00:00Z`,
    objects,
    refs,
  });
  const latest = [
    summary('product.updated', '22', 2, ['A-2', 'A-1']),
    summary('attribute.created', '22', 1, ['title']),
    summary('product.updated', '21', 3, ['A-3', 'A-4', 'A-1']),
    summary('product.deleted', '21', 1, ['A-9']),
  ];
  const inShort = (isFromStart: boolean) =>
    groupActivity(latest, isFromStart).map(({ verb, count, name, skus }) => [verb, count, name, skus]);
  const cut = [
    ['updated', 2, null, ['A-2', 'A-1']],
    ['created', 1, 'title', []],
  ];
  expect(inShort(false)).toEqual([...cut, ['updated', null, null, []]]);
  expect(inShort(true)).toEqual([
    ...cut,
    ['updated', 3, null, ['A-3', 'A-4', 'A-1']],
    ['deleted', 1, 'A-9', ['A-9']],
  ]);
  // A number stands beside the span in which it was reached, not beside its end.
  expect(groupActivity(latest, false).map(({ since, at }) => [since, at])).toEqual([
    ['2026-11-22T08:00:00Z', '2026-11-22T10:00:00Z'],
    ['2026-11-22T08:00:00Z', '2026-11-22T10:00:00Z'],
    [null, '2026-11-21T10:00:00Z'],
  ]);
});

test('first steps are done by people, not by templates and imports; those of programs are for managers', () => {
  const byHand = {
    change: 'UPDATED',
    origin: 'graphql',
    jobId: null,
    revert: false,
    actor: { type: 'user' },
  };
  const progress = { modelChanges: [byHand], products: 5, complete: 0, published: 0, access: null };
  const modelOf = (change: object) =>
    toOnboardingSteps({ ...progress, modelChanges: [{ ...byHand, ...change }] })[0]?.isDone;
  expect(
    [{ origin: 'template' }, { jobId: 'job_1' }, { revert: true }, { actor: { type: 'token' } }].map(modelOf),
  ).toEqual([false, false, false, false]);
  const count = { day: '2026-11-22', firstAt: '', lastAt: '', objects: 1 };
  expect(
    ownSkus([
      { ...count, actor: { id: 'u', type: 'user', name: 'U' }, type: 'product.updated', refs: ['A', 'B'] },
      { ...count, actor: { id: 't', type: 'token', name: 'T' }, type: 'product.updated', refs: ['C'] },
      { ...count, actor: { id: 'u', type: 'user', name: 'U' }, type: 'product.created', refs: ['B'] },
      { ...count, actor: { id: 'u', type: 'user', name: 'U' }, type: 'media.created', refs: ['D'] },
    ]),
  ).toEqual(['A', 'B']);
  expect(toOnboardingSteps(progress).filter(({ isDone }) => !isDone)).toEqual([
    { step: 'complete', isDone: false },
    { step: 'publish', isDone: false },
  ]);
  const access = [{ lastUsedAt: '2026-01-01T00:00:00Z', revokedAt: '2026-02-01T00:00:00Z' }];
  expect(toOnboardingSteps({ ...progress, access }).slice(4)).toEqual([
    { step: 'access', isDone: false },
    { step: 'request', isDone: true },
  ]);
});

test('a token is told of from two weeks before it expires until a week after', () => {
  const now = Date.parse('2026-11-20T00:00:00Z');
  const token = (id: string, expiresAt: string | null, revokedAt: string | null = null) => ({
    id,
    name: id,
    expiresAt,
    revokedAt,
  });
  const tokens = [
    token('later', '2026-12-20T00:00:00Z'),
    token('soon', '2026-11-30T00:00:00Z'),
    token('gone', '2026-11-18T00:00:00Z'),
    token('old', '2026-10-18T00:00:00Z'),
    token('never', null),
    token('revoked', '2026-11-30T00:00:00Z', '2026-11-01T00:00:00Z'),
  ];
  expect(expiringTokens(tokens, now).map(({ id, isExpired }) => [id, isExpired])).toEqual([
    ['soon', false],
    ['gone', true],
  ]);
});
