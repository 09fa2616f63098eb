// Risk: the page of a product gives wrong reasons, hides a missing variant, or shows a change as another one.
import { describe, expect, test } from 'vitest';
import { unguardedGapsText } from '../../../src/console/catalogue/actions/missing-columns.ts';
import {
  formatChange,
  formatChangedValue,
  NO_LABELS,
  revisionSummary,
  valuePathLabel,
} from '../../../src/console/catalogue/changes/format-change.ts';
import { originLabel } from '../../../src/console/catalogue/changes/origin-label.ts';
import { areFieldCountsPartial } from '../../../src/console/catalogue/jobs/change-documents.ts';
import { groupReasons } from '../../../src/console/catalogue/live/group-reasons.ts';
import { missingValuesMessage } from '../../../src/console/catalogue/live/missing-values-message.ts';
import { buildApiRequests } from '../../../src/console/pages/product/code/api-requests.ts';
import {
  findSiblings,
  groupFamily,
  inOptionOrder,
  variantSuffix,
} from '../../../src/console/pages/product/header/family.ts';
import { changedFields, groupRevisions } from '../../../src/console/pages/product/history/group-revisions.ts';
import { filterTree } from '../../../src/console/pages/product/links/category-tree.ts';
import { toGalleries } from '../../../src/console/pages/product/links/galleries.ts';
import { publishBlocker, publishWarnings } from '../../../src/console/pages/product/live/publish-warnings.ts';
import { parseProductSearchParams } from '../../../src/console/pages/product/product-search-params.ts';
import { buildMatrix } from '../../../src/console/pages/product/variants/variant-layout-matrix.ts';

test('what a signed-in person has changed by GraphQL was changed in the console', () => {
  expect(originLabel('graphql', { type: 'user' })).toBe('Console');
  expect(originLabel('graphql', { type: 'token' })).toBe('GraphQL');
  expect(originLabel('rest', { type: 'user' })).toBe('REST');
  expect(originLabel('system', { type: 'user' }, 'job_1')).toBe('Bulk edit');
  expect(originLabel('system', { type: 'user' }, 'job_1', true)).toBe('Undo');
});

describe('the reasons why a product is not live', () => {
  const locale = (code: string) => ({ code, label: code });
  const channel = { code: 'web', label: 'Web shop' };
  const missing = {
    code: 'MISSING_VALUE' as const,
    blocks: true,
    attribute: { code: 'title', label: 'Title', localizable: true, scopable: false },
    product: null,
    category: null,
  };
  const draft = { ...missing, code: 'STATUS' as const, attribute: null };

  test('are said once for a channel, with the locales they hold in', () => {
    const [web] = groupReasons([
      { channel, locale: locale('en'), live: false, reasons: [draft] },
      { channel, locale: locale('de'), live: false, reasons: [draft, missing] },
    ]);
    expect(web?.lines.map(({ reason, locales }) => [reason.code, locales?.map(({ code }) => code)])).toEqual([
      ['STATUS', undefined],
      ['MISSING_VALUE', ['de']],
    ]);
    expect([web?.live, web?.notLive.length]).toEqual([[], 2]);
  });
});

test('a family lists its variants in the order of their options, axis by axis', () => {
  const variant = (sku: string, finish: string, size: string) => ({
    sku,
    axes: [
      { json: size, attribute: { code: 'size' } },
      { json: finish, attribute: { code: 'finish' } },
    ],
  });
  const variants = [
    variant('brass small', 'brass', 's'),
    variant('retired', 'steel', 's'),
    variant('oak large', 'oak', 'l'),
    variant('oak small', 'oak', 's'),
  ];
  const options = new Map([
    ['finish', [{ code: 'oak' }, { code: 'brass' }]],
    ['size', [{ code: 's' }, { code: 'l' }]],
  ]);
  const skusOf = (of: typeof options) =>
    inOptionOrder(variants, ['finish', 'size'], of).map(({ sku }) => sku);
  expect(skusOf(options)).toEqual(['oak small', 'oak large', 'brass small', 'retired']);
  expect(skusOf(new Map())).toEqual(variants.map(({ sku }) => sku));
});

describe('the matrix of variants', () => {
  const placed = (variant: string, values: Readonly<Record<string, string>>) => ({
    variant,
    values: new Map(Object.entries(values)),
  });

  test('has the last axis across, the one before down, others as groups, and counts what is missing', () => {
    expect(
      buildMatrix(
        ['finish', 'power', 'size'],
        [
          placed('a', { finish: 'Oak', power: '12 W', size: 'S' }),
          placed('b', { finish: 'Oak', power: '7 W', size: 'L' }),
          placed('c', { finish: 'Brass', power: '7 W', size: 'S' }),
        ],
      ),
    ).toEqual({
      columns: ['S', 'L'],
      groups: [
        {
          above: ['Oak'],
          rows: [
            { title: '7 W', cells: [null, 'b'] },
            { title: '12 W', cells: ['a', null] },
          ],
        },
        { above: ['Brass'], rows: [{ title: '7 W', cells: ['c', null] }] },
      ],
      gaps: 3,
    });
  });

  test('of a new family offers all values of short axes, until its variants differ on each axis', () => {
    const choices = new Map([
      ['finish', ['Oak', 'Brass']],
      ['size', ['S', 'M', 'L']],
    ]);
    const cellsOf = (...variants: readonly ReturnType<typeof placed>[]) => {
      const { columns, groups } = buildMatrix(['finish', 'size'], variants, choices);
      return [columns, ...groups.flatMap(({ rows }) => rows.map(({ title, cells }) => [title, ...cells]))];
    };
    expect(cellsOf()).toEqual([
      ['S', 'M', 'L'],
      ['Oak', null, null, null],
      ['Brass', null, null, null],
    ]);
    const first = placed('a', { finish: 'Oak', size: 'M' });
    expect(cellsOf(first)[1]).toEqual(['Oak', null, 'a', null]);
    expect(cellsOf(first, placed('b', { finish: 'Brass', size: 'S' }))).toEqual([
      ['S', 'M'],
      ['Oak', null, 'a'],
      ['Brass', 'b', null],
    ]);
  });

  test('has options by their position on every axis, whichever variant is older, and unknown values last', () => {
    const choices = new Map([
      ['finish', ['Oak', 'Brass']],
      ['shade', ['White', 'Black']],
      ['size', ['Small', 'Large']],
    ]);
    const { columns, groups } = buildMatrix(
      ['finish', 'shade', 'size'],
      [
        placed('a', { finish: 'Retired', shade: 'Black', size: 'Large' }),
        placed('b', { finish: 'Brass', shade: 'Black', size: 'Large' }),
        placed('c', { finish: 'Brass', shade: 'White', size: 'Small' }),
        placed('d', { finish: 'Oak', shade: 'White', size: 'Small' }),
      ],
      choices,
    );
    expect(columns).toEqual(['Small', 'Large']);
    expect(groups.map(({ above, rows }) => [...above, ...rows.map(({ title }) => title)])).toEqual([
      ['Oak', 'White'],
      ['Brass', 'White', 'Black'],
      ['Retired', 'Black'],
    ]);
  });

  test('offers no more combinations than can be seen', () => {
    const many = Array.from({ length: 9 }, (_, index) => `C${index}`);
    const axes = ['color', 'power', 'size'];
    const variants = [placed('a', { color: 'C1', power: '9 W', size: 'S' })];
    const choices = new Map([
      ['color', many],
      ['size', ['S', 'L']],
    ]);
    const { columns, groups } = buildMatrix(axes, variants, choices);
    expect([columns, groups.map(({ above }) => above)]).toEqual([['S', 'L'], [['C1']]]);
    expect(buildMatrix(['color', 'power'], [], choices).columns).toEqual([]);
  });

  test('is a list for one axis', () => {
    const { columns, groups } = buildMatrix(
      ['size'],
      [placed('a', { size: 'S' }), placed('b', { size: 'L' })],
    );
    expect([columns, groups[0]?.rows.map(({ cells }) => cells)]).toEqual([[''], [['a'], ['b']]]);
  });
});

test('a variant knows its neighbours, and what tells it apart', () => {
  const siblings = ['A', 'B', 'C'].map((sku) => ({ sku, label: sku }));
  expect(findSiblings('B', siblings)).toMatchObject({
    place: 2,
    count: 3,
    previous: { sku: 'A' },
    next: { sku: 'C' },
  });
  expect(findSiblings('D', siblings)).toBeNull();
  expect(variantSuffix('Heron, Oak, 7 W', 'Heron')).toBe('Oak · 7 W');
});

test('a family is listed by the models of its variants', () => {
  const of = (sku: string, parent: string) => ({ sku, label: sku, parent: { sku: parent, label: parent } });
  const variants = [of('H-OAK-S', 'H-OAK'), of('H-ASH-S', 'H-ASH'), of('H-OAK-L', 'H-OAK'), of('H-X', 'H')];
  expect(
    groupFamily('H', variants).map(({ model, variants: members }) => [
      model?.sku,
      ...members.map(({ sku }) => sku),
    ]),
  ).toEqual([
    ['H-OAK', 'H-OAK-S', 'H-OAK-L'],
    ['H-ASH', 'H-ASH-S'],
    [undefined, 'H-X'],
  ]);
});

test('history tells an inherited value from an empty one, and only the prices that changed', () => {
  const names = {
    ...NO_LABELS,
    inherited: ({ path }: { readonly path: string | null }) =>
      path === 'values.designer' ? { value: 'Ida', since: '2026-11-20T08:00:00Z' } : undefined,
  };
  const place = { channel: null, locale: null };
  const override = { ...place, path: 'values.designer', old: null, new: 'Studio' };
  expect(formatChange(override, names, '2026-11-26T08:00:00Z')).toEqual({
    before: 'inherited (Ida)',
    after: 'Studio',
  });
  // The model has changed since: what it had then is not known.
  expect(formatChange(override, names, '2026-11-19T08:00:00Z').before).toBe('inherited');
  const back = { ...override, old: 'Studio', new: null };
  expect(formatChange(back, names, '2026-11-26T08:00:00Z').after).toBe('inherited (Ida)');
  const first = { ...place, path: 'values.title', old: null, new: 'Heron' };
  expect(formatChange(first, names, '2026-11-26T08:00:00Z').before).toBe('empty');
  const price = (euros: string, ...more: readonly object[]) => [{ amount: euros, currency: 'EUR' }, ...more];
  const dollars = { amount: '265.00', currency: 'USD' };
  const prices = (old: unknown, next: unknown) =>
    formatChange({ ...place, path: 'values.list_price', old, new: next }, names, '2026-11-26');
  expect(prices(price('239.00', dollars), price('219.00', dollars))).toEqual({
    before: '239.00 EUR',
    after: '219.00 EUR',
  });
  expect(prices(price('239.00'), price('239.00', dollars))).toEqual({ before: 'empty', after: '265.00 USD' });
});

test('what a product misses to be published is said by labels of attributes, channels and languages', () => {
  const reason = (attribute: string) => ({
    code: 'MISSING_VALUE' as const,
    blocks: true,
    attribute: { code: attribute, label: attribute, localizable: false, scopable: false },
    product: null,
    category: null,
  });
  const scope = (channel: string, locale: string, ...attributes: readonly string[]) => ({
    channel: { code: channel, label: channel },
    locale: { code: locale },
    live: false,
    reasons: attributes.map(reason),
  });
  const said = (...visibility: readonly ReturnType<typeof scope>[]) =>
    missingValuesMessage(groupReasons(visibility));
  expect(said(scope('Print', 'en_US'))).toBeNull();
  expect(said(scope('Print', 'en_US', 'GTIN', 'Story'), scope('Print', 'de_DE', 'GTIN'))).toBe(
    'Incomplete for Print. Missing: GTIN, Story (American English)',
  );
  expect(said(scope('Print', 'en_US', ...'ABCDEF'), scope('Web shop', 'en_US', ...'EFGH'))).toBe(
    'Incomplete for Print and Web shop. Missing: A, B, C, D, E, F and 2 more',
  );
});

test('before a product is published, it is said what keeps it from being live everywhere and complete', () => {
  const reason = (code: 'STATUS' | 'NOT_SOLD' | 'INACTIVE_CHANNEL' | 'PARENT_STATUS' | 'MISSING_VALUE') => ({
    code,
    blocks: true,
    attribute:
      code === 'MISSING_VALUE' ? { code: 'gtin', label: 'GTIN', localizable: false, scopable: false } : null,
    product: code === 'PARENT_STATUS' ? { sku: 'HERON', label: '[HERON]', status: 'DRAFT' as const } : null,
    category: null,
  });
  type Code = Parameters<typeof reason>[0];
  const visible = (channels: Readonly<Record<string, readonly Code[]>>) =>
    Object.entries(channels).map(([channel, codes]) => ({
      channel: { code: channel, label: channel },
      locale: { code: 'en_US' },
      live: false,
      reasons: codes.map(reason),
    }));
  const said = (channels: Readonly<Record<string, readonly Code[]>>, incomplete: readonly string[] = []) =>
    publishWarnings(
      { visibility: visible(channels) },
      unguardedGapsText(
        incomplete.map((code) => ({ channel: { code }, locale: { code: 'en_US' }, missing: ['gtin'] })),
        {
          attributes: [{ code: 'gtin', label: 'GTIN', localizable: false, scopable: false }],
          channels: Object.entries(channels).map(([code, reasons]) => ({
            code,
            label: code,
            publishGuard: reasons.includes('MISSING_VALUE') ? 'COMPLETE' : 'NONE',
          })),
        },
      ),
    );
  // Where all is well, nothing is said.
  expect(said({ Web: ['STATUS'], Print: ['STATUS'] })).toEqual([]);
  // Products have no completeness in channels in which they are not sold.
  expect(said({ Web: ['STATUS'], Print: ['STATUS', 'NOT_SOLD'] }, ['Web'])).toEqual([
    'Not live in Print: not sold there.',
    'Incomplete for Web. Missing: GTIN',
  ]);
  expect(said({ Web: ['STATUS', 'INACTIVE_CHANNEL'], Print: ['STATUS'] })).toEqual([
    'Not live in Web: inactive.',
  ]);
  // A channel in which it is not sold does not keep it from being published.
  expect(said({ Web: ['STATUS'], Print: ['STATUS', 'NOT_SOLD', 'MISSING_VALUE'] })).toEqual([
    'Not live in Print: not sold there.',
  ]);
  expect(said({ Web: ['STATUS', 'PARENT_STATUS', 'MISSING_VALUE'] })).toEqual([
    'It cannot be published yet.',
    'HERON is not published.',
    'Incomplete for Web. Missing: GTIN',
  ]);
  // Values that are missing in one channel do not keep it out of the others.
  expect(said({ Web: ['STATUS', 'MISSING_VALUE'], Print: ['STATUS'] }, ['Web'])).toEqual([
    'Not live everywhere yet.',
    'Incomplete for Web. Missing: GTIN',
  ]);
  const blockers = [
    ['STATUS'],
    ['STATUS', 'NOT_SOLD', 'MISSING_VALUE'],
    ['STATUS', 'PARENT_STATUS'],
    ['STATUS', 'PARENT_STATUS', 'MISSING_VALUE'],
  ] as const;
  expect(blockers.map((codes) => publishBlocker({ visibility: visible({ Web: codes }) }, null))).toEqual([
    null,
    null,
    { lacksIn: null },
    { lacksIn: { channel: 'Web', locale: 'en_US' } },
  ]);
  // What is missing is shown where it is missing: here, if it is missing here.
  const visibility = visible({
    App: ['NOT_SOLD', 'MISSING_VALUE'],
    Web: ['MISSING_VALUE'],
    Print: ['MISSING_VALUE'],
  });
  const lacking = (channel: string, locale: string) =>
    publishBlocker({ visibility }, { channel, locale })?.lacksIn;
  expect(lacking('App', 'en_US')).toEqual({ channel: 'Web', locale: 'en_US' });
  expect(lacking('Print', 'de_DE')).toEqual({ channel: 'Web', locale: 'en_US' });
  expect(lacking('Print', 'en_US')).toEqual({ channel: 'Print', locale: 'en_US' });
});

test('successive edits of one person are one entry; whatever says more than its changes stays by itself', () => {
  type Grouped = Parameters<typeof groupRevisions>[0][number];
  const edit: Omit<Grouped, 'at'> = {
    kind: 'UPDATED',
    actor: { name: 'Ida', type: 'user' },
    origin: 'graphql',
    jobId: null,
    comment: null,
    revert: false,
    changes: [],
  };
  const at = (minute: number, more: Partial<Grouped> = {}): Grouped => ({
    ...edit,
    at: new Date(2026, 10, 26, 14, minute).toISOString(),
    ...more,
  });
  const sizes = (...revisions: Grouped[]) => groupRevisions(revisions).map(({ length }) => length);
  expect(sizes(at(20), at(15), at(11), at(5))).toEqual([3, 1]);
  // Two are as short as their entry.
  expect(sizes(at(20), at(15))).toEqual([1, 1]);
  expect(sizes(at(4), at(3), at(2), at(1, { kind: 'CREATED' }))).toEqual([3, 1]);
  for (const more of [
    { actor: { name: 'Ben', type: 'user' } },
    { origin: 'rest' },
    { jobId: 'job_1' },
    { comment: 'New list' },
    { revert: true },
  ])
    expect(sizes(at(3), at(2), at(1, more), at(0))).toEqual([1, 1, 1, 1]);
  const midnight = [1, 0, -1].map((minute) => ({
    ...at(0),
    at: new Date(2026, 10, 26, 0, minute).toISOString(),
  }));
  expect(sizes(...midnight)).toEqual([1, 1, 1]);
  const cell = (path: string) => ({ path, channel: null, locale: null, old: 1, new: 2 });
  const changing = (...paths: string[]) => ({ ...at(0), changes: paths.map(cell) });
  expect(
    changedFields([changing('status', 'tags'), changing('tags', 'sku')]).map(({ path }) => path),
  ).toEqual(['status', 'tags', 'sku']);
});

test('history is told by labels, with options, prices and measurements as people write them', () => {
  const names = {
    ...NO_LABELS,
    attributes: new Map([['finish', 'Finish']]),
    locales: new Map([['de_DE', 'German']]),
    options: new Map([['finish', new Map([['oak', 'Oak']])]]),
  };
  const cell = { path: 'values.finish', channel: null, locale: 'de_DE' };
  expect(valuePathLabel(cell, names)).toBe('Finish · German');
  expect(valuePathLabel({ path: 'associations.x', channel: null, locale: null }, names)).toBe('Associations');
  expect(
    ['oak', ['oak'], null, true, [{ amount: '9.90', currency: 'EUR' }], { amount: 7, unit: 'W' }].map(
      (value) => formatChangedValue(value, cell, names),
    ),
  ).toEqual(['Oak', 'Oak', 'empty', 'Yes', '9.90 EUR', '7 W']);
  const shaped = {
    ...names,
    units: new Map([['weight', new Map([['KILOGRAM', 'kg']])]]),
    dates: new Map([['launch', 'DATE' as const]]),
  };
  const told = (attribute: string, value: unknown) =>
    formatChangedValue(value, { path: `values.${attribute}`, channel: null, locale: null }, shaped);
  expect(told('weight', { amount: '4.600', unit: 'KILOGRAM' })).toBe('4.6 kg');
  expect(told('price', [{ amount: '1129', currency: 'EUR' }])).toBe('1,129.00 EUR');
  expect(told('launch', '2025-03-01')).toBe('Mar 1, 2025');
  expect(told('flux', 1200.5)).toBe('1200.5');
  const by = { kind: 'UPDATED', actor: { name: 'Ida' }, revert: false };
  expect(revisionSummary({ ...by, changes: [cell, cell, cell] }, names)).toBe(
    'Ida changed Finish · German and 2 more',
  );
  const undone = { ...by, revert: true };
  expect(revisionSummary({ ...undone, changes: [cell] }, names)).toBe(
    'Ida undid a change of Finish · German',
  );
  expect(revisionSummary({ ...undone, changes: [cell, cell] }, names)).toBe(
    'Ida undid changes of Finish · German and 1 more',
  );
});

test('a category is found with those above it, each before those below', () => {
  const category = (code: string, ...path: readonly string[]) => ({
    code,
    label: code,
    path: [...path, code].map((one) => ({ code: one })),
    parent: path.length === 0 ? null : { code: path.at(-1) ?? '' },
  });
  const tree = [
    category('shop'),
    category('other'),
    category('lamps', 'shop'),
    category('floor', 'shop', 'lamps'),
  ];
  expect(filterTree(tree, 'FLO').map(({ code }) => code)).toEqual(['shop', 'lamps', 'floor']);
  expect(filterTree(tree, '').map(({ code }) => code)).toEqual(['shop', 'lamps', 'floor', 'other']);
});

test('the main image stands before the gallery, and other attributes are left out', () => {
  const attribute = (code: string, type: string) => ({
    attribute: { code, label: code, type, localizable: false, scopable: false, readOnly: false },
  });
  const file = { id: '1', code: 'f', filename: 'f.png', mimeType: 'image/png', altText: null, url: null };
  const galleries = toGalleries({
    attributeSet: {
      roles: [{ attribute: 'more', role: 'GALLERY' }],
      attributeAsImage: { code: 'photo' },
      attributes: [attribute('title', 'TEXT'), attribute('more', 'MEDIA_LIST'), attribute('photo', 'MEDIA')],
    },
    values: [{ attribute: { code: 'photo' }, source: 'INHERITED', media: file }],
  });
  expect(
    galleries.map(({ attribute: { code }, files, isList, isInherited, roles }) => [
      code,
      files.length,
      isList,
      isInherited,
      roles,
    ]),
  ).toEqual([
    ['photo', 1, false, true, ['Main image']],
    ['more', 0, true, false, ['Gallery']],
  ]);
});

test('the calls name the product, the channel and the locale', () => {
  const calls = buildApiRequests({
    sku: 'A/1',
    channel: 'web',
    locale: 'de_DE',
    origin: 'https://pim.example',
  });
  expect(calls.map(({ api, run }) => [api, run?.path ?? null])).toEqual([
    ['GraphQL', '/graphql'],
    ['REST', '/api/v1/products/A%2F1?values=flat&channel=web&locales=de_DE&expand=completeness,visibility'],
    ['MCP', null],
  ]);
  for (const { text } of calls) expect(text).toContain('de_DE');
});

test('a drawer that there is not is no drawer, whatever the URL says', () => {
  const nothing = {
    missing: undefined,
    apart: undefined,
    field: undefined,
    panel: undefined,
    about: undefined,
  };
  expect(parseProductSearchParams({ missing: 'yes', field: 3, panel: 'nothing' })).toStrictEqual(nothing);
  expect(parseProductSearchParams({ panel: 'live' })).toStrictEqual({ ...nothing, panel: 'live' });
});

test('numbers of fields say where they are of the first changes only; a dry run counts all', () => {
  const job = (updated: number, dryRun = false) => ({
    dryRun,
    progress: { created: 1, updated, deleted: 0 },
  });
  expect([job(9_999), job(10_000), job(10_000, true)].map(areFieldCountsPartial)).toEqual([
    false,
    true,
    false,
  ]);
});
