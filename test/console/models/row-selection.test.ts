// Risk: an action changes other products than those that are ticked.
import { describe, expect, test } from 'vitest';
import { rejectedNamesByReason } from '../../../src/console/catalogue/actions/change-products.ts';
import {
  missingValues,
  serializeMissingColumns,
} from '../../../src/console/catalogue/actions/missing-columns.ts';
import {
  toExportFilter,
  toProductSelection,
} from '../../../src/console/catalogue/actions/product-selection.ts';
import {
  ALL_ROWS,
  countSelected,
  isRowSelected,
  NO_ROWS,
  selectionState,
  setRowsSelected,
} from '../../../src/console/catalogue/actions/row-selection.ts';

const LOADED = ['a', 'b', 'c'];
const STATUSES = ['DRAFT', 'IN_REVIEW', 'PUBLISHED', 'ARCHIVED'];

describe('ticked products', () => {
  test('are ticked and unticked, one and several', () => {
    const two = setRowsSelected(NO_ROWS, ['a', 'b'], true, LOADED);
    expect([...two.ids]).toEqual(['a', 'b']);
    expect([...setRowsSelected(two, ['a'], false, LOADED).ids]).toEqual(['b']);
    expect(selectionState(two, LOADED)).toBe('some');
    expect(selectionState(setRowsSelected(two, ['c'], true, LOADED), LOADED)).toBe('all');
    expect(selectionState(NO_ROWS, LOADED)).toBe('none');
  });

  test('are all that the search finds, until one is unticked: then those that are loaded, without it', () => {
    expect(isRowSelected(ALL_ROWS, 'not loaded')).toBe(true);
    expect(countSelected(ALL_ROWS, 1204)).toBe(1204);
    expect([...setRowsSelected(ALL_ROWS, ['b'], false, LOADED).ids]).toEqual(['a', 'c']);
  });

  test('are named by ids, archived ones too; all by the search, which never is without a condition', () => {
    const one = setRowsSelected(NO_ROWS, ['a'], true, LOADED);
    expect(toProductSelection(one, { q: 'lamp' }, 9)).toEqual({
      filter: { id: { in: ['a'] }, status: { in: STATUSES } },
      count: 1,
    });
    expect(toProductSelection(ALL_ROWS, { q: 'lamp' }, 9)).toEqual({ filter: { q: 'lamp' }, count: 9 });
    expect(toProductSelection(ALL_ROWS, {}, 9)).toEqual({
      filter: { status: { in: STATUSES.slice(0, 3) } },
      count: 9,
    });
    expect(toExportFilter(ALL_ROWS, { q: 'lamp' })).toEqual({ q: 'lamp' });
    expect(toExportFilter(one, {})).toMatchObject({ id: { in: ['a'] } });
  });
});

test('refusals are grouped by their reason, without the SKU in it', () => {
  const refusalOf = (sku: string, reason: string) => ({
    sku,
    label: sku === 'C' ? 'Chair' : null,
    code: 'x',
    reason,
    gaps: null,
  });
  expect(
    rejectedNamesByReason([
      refusalOf('A', "'A' has no attribute set."),
      refusalOf('B', "'B' is not complete."),
      refusalOf('C', "'C' is not complete."),
    ]),
  ).toEqual([
    { reason: 'Not complete.', names: ['B', 'Chair (C)'] },
    { reason: 'Has no attribute set.', names: ['A'] },
  ]);
});

test('missing values are columns of the channel and the locale in which they are missing, each once', () => {
  const attributeOf = (code: string, localizable: boolean, scopable: boolean) => ({
    code,
    label: code,
    localizable,
    scopable,
  });
  const model = {
    attributes: [
      attributeOf('gtin', false, false),
      attributeOf('title', true, false),
      attributeOf('teaser', true, true),
    ],
    channels: [],
  } as unknown as Parameters<typeof missingValues>[1];
  const gapOf = (channel: string, locale: string, missing: string[]) => ({
    channel: { code: channel },
    locale: { code: locale },
    missing,
  });
  const values = missingValues(
    [
      gapOf('web', 'en_US', ['gtin', 'title', 'gone']),
      gapOf('web', 'de_DE', ['gtin', 'title']),
      gapOf('print', 'de_DE', ['title', 'teaser']),
    ],
    model,
  );
  expect(serializeMissingColumns(values, { channel: 'web', locale: 'en_US' })).toBe(
    'gtin,title,title~de_DE,teaser~de_DE~print,.readiness',
  );
});
