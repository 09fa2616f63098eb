// Risk: people read what the API says of a problem in English, because its words and their translations are no longer the same.
import { glob, readFile } from 'node:fs/promises';
import { parseSync } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deProblems } from '../../src/console/language/de-problems.ts';
import { enProblems } from '../../src/console/language/en-problems.ts';
import { patternOf } from '../../src/console/language/explain.ts';
import { FIELD_EXPLANATIONS } from '../../src/kernel/problems/field-problem-explanations.ts';
import messages from '../../src/kernel/problems/messages/en.json' with { type: 'json' };
import { upsertAttributes } from '../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../src/modules/attribute-set/index.ts';
import { previewImport } from '../../src/modules/import/preview/preview-import.ts';
import { seedMeasurementFamilies } from '../../src/modules/measurement/index.ts';
import { upsertProducts } from '../../src/modules/product/index.ts';
import { pgTransaction } from '../../src/platform/database/transaction.ts';
import { createTestCatalogue, type TestCatalogue } from '../support/catalogue.ts';
import { given, givenShop } from '../support/shop.ts';

const templates = Object.keys(deProblems).map(patternOf);

/** Whether a message of the API is in the catalogue, with the messages inside it. */
const isKnown = (message: string): boolean =>
  templates.some(({ pattern, names }) => {
    const found = pattern.exec(message);
    const inside = names.indexOf('message');
    return found !== null && (inside < 0 || isKnown(found[inside + 1] ?? ''));
  });

/** A text of the sources, with `{}` for what is different each time. */
interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[];
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';
function* textsBelow(node: Node): Generator<string> {
  if (node.type === 'Literal' && typeof node.value === 'string') yield node.value;
  if (node.quasis !== undefined) yield node.quasis.map(({ value }) => value.cooked).join('{}');
  for (const child of Object.values(node).flat()) if (isNode(child)) yield* textsBelow(child);
}

/** The English texts of the catalogue, with `{}` for their parameters. */
const catalogueTexts = Object.values(messages).map((text) =>
  text
    .replaceAll(/'([{}])'/g, '$1')
    .replaceAll(/\{\w+\}/g, '{}')
    .replaceAll("''", "'"),
);

async function readSourceTexts(): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const path of glob('src/{kernel,platform,modules,doors}/**/*.ts'))
    texts.push(...textsBelow(parseSync(path, await readFile(path, 'utf8')).program as unknown as Node));
  return [...texts, ...catalogueTexts].filter((text) => text.length < 500);
}

/** Those that are put together of parts with few words; the API is asked for them below. */
const OF_PARTS: readonly string[] = [
  "'{currency}' is not enabled.",
  "'{currency}' is not a currency of channel '{channel}'.",
  "'{ref}': {message}",
  '{message} Did you mean {suggestions}?',
  'Did you mean {suggestions}?',
  "'{setting}' of the transform '{transform}': is not a valid RE2 pattern, which has no look-around and no back-references.",
  "'{setting}' of the transform '{transform}': must have YYYY, MM and DD once each, with separators between them.",
  "The transform '{transform}': set either find or pattern. {example}",
  "The transform '{transform}': set either separator or pattern. {example}",
  "'{column}' takes a whole number.",
  "'{column}' takes a text.",
  "'{column}' takes a list of texts.",
  '{message} ({cell})',
  '{message} Put the cell in quotes and double each quote inside it.',
];

test('each message is one that the API has', async () => {
  const sources = await readSourceTexts();
  const known = new Set(sources);
  const patterns = sources
    .filter((text) => text.includes('{}') && text.replaceAll(/\P{L}/gu, '').length > 4)
    .map(
      (text) =>
        new RegExp(
          `^${text
            .replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
            .replaceAll('{}', '.*')
            .replaceAll(/[{}]/g, '\\$&')}$`,
          'su',
        ),
    );
  const unknown = [...Object.keys(deProblems), ...Object.keys(enProblems)].filter(
    (english) =>
      !OF_PARTS.includes(english) &&
      !known.has(english) &&
      !patterns.some((pattern) => pattern.test(english)),
  );
  expect(unknown).toEqual([]);
});

/** What only the model of the catalogue and addresses of files have, which the console does not write. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'duplicate-row',
  'immutable-property',
  'unsafe-pattern',
  'fetch-failed',
]);

test('each example of a mistake in a field is one of the messages', () => {
  const examples = Object.entries(FIELD_EXPLANATIONS)
    .filter(([code]) => !ELSEWHERE.has(code))
    .map(([, { example }]) => example.message);
  expect(examples.filter((message) => !isKnown(message))).toEqual([]);
});

let catalogue: TestCatalogue;
beforeAll(async () => {
  catalogue = await createTestCatalogue();
  const { organizationId } = catalogue.owner;
  await seedMeasurementFamilies(
    pgTransaction(catalogue.database.of(organizationId).pool),
    organizationId,
    new Date(),
  );
  await givenShop(catalogue);
});
afterAll(() => catalogue.close());

/** Attributes, and values that they refuse. */
const REFUSED: readonly (readonly [attribute: object, ...values: unknown[]])[] = [
  [{ type: 'text', validation: { minLength: 3, maxLength: 5 } }, 'W', 'Wrenes', 5, 'a\u0000bc', 'a\ud800bc'],
  [{ type: 'text', validation: { pattern: '[A-Z]-[0-9]+' } }, 'A 1'],
  [{ type: 'text', validation: { allowedValues: ['left', 'right'] } }, 'lefd'],
  ...['email', 'url', 'slug', 'color'].map(
    (format) => [{ type: 'text', validation: { format } }, ' '] as const,
  ),
  ...['gtin', 'ean13', 'upc', 'isbn13', 'asin', 'mpn'].map(
    (format) => [{ type: 'identifier', validation: { format } }, ' ', '4006381333932', '0306406153'] as const,
  ),
  [{ type: 'text', validation: { format: 'email' } }, `a@${'b.'.repeat(130)}de`],
  [{ type: 'rich_text', validation: { maxLength: 5, allowedTags: ['b'] } }, '<b>too long</b>', '<i>a</i>', 4],
  [
    { type: 'number', validation: { min: '0', max: '10', step: '5', decimalPlaces: 1 } },
    'a',
    -1,
    11,
    7,
    '1.55',
  ],
  [
    { type: 'number', validation: { decimalPlaces: 0, negativeAllowed: false } },
    '1.5',
    -1,
    '1'.repeat(31),
    1e300,
  ],
  [{ type: 'boolean' }, 'yes'],
  [
    { type: 'date', validation: { min: '2026-01-01', max: '2026-12-31' } },
    '1.7.2026',
    '2025-01-01',
    '2027-01-01',
  ],
  [{ type: 'datetime' }, '2026-07-01'],
  [{ type: 'select', optionSet: 'colors' }, 'rood', 5],
  [
    { type: 'multi_select', optionSet: 'colors', validation: { minItems: 2, maxItems: 2 } },
    ['red'],
    'red',
    ['red', 'blue', 'green'],
    ['red', 'red'],
  ],
  [
    { type: 'price' },
    'a',
    [{ amount: '1' }],
    [{ amount: '1', currency: 'CHF' }],
    [
      { amount: '1', currency: 'EUR' },
      { amount: '2', currency: 'EUR' },
    ],
    [{ amount: '-1', currency: 'EUR' }],
    ['1'],
  ],
  [
    { type: 'measurement', measurementFamily: 'weight', defaultUnit: 'GRAM', validation: { max: '10' } },
    '1',
    {
      amount: '1',
      unit: 'LITRE',
    },
    { amount: '1' },
    { amount: '11', unit: 'GRAM' },
  ],
  [
    {
      type: 'measurement',
      measurementFamily: 'weight',
      defaultUnit: 'GRAM',
      validation: { units: ['GRAM'] },
    },
    {
      amount: '1',
      unit: 'KILOGRAM',
    },
  ],
  [{ type: 'media' }, 'missing'],
  [{ type: 'text', localizable: true }, 'without a locale'],
  [{ type: 'text', scopable: true }, 'without a channel'],
];

const PATH = ['values', '0', 'value'];

test('what the API says of values is one of the messages', async () => {
  const codes = REFUSED.map((_, index) => `a${index}`);
  await given(
    catalogue,
    upsertAttributes,
    REFUSED.map(([attribute], index) => ({ code: `a${index}`, ...attribute })),
  );
  await given(catalogue, upsertAttributeSets, [
    { code: 'refused', attributes: codes.map((code) => ({ code })) },
  ]);
  const items = REFUSED.flatMap(([, ...values], at) =>
    values.map((value, index) => ({
      sku: `R-${at}-${index}`,
      attributeSet: 'refused',
      values: [{ attribute: `a${at}`, channel: null, locale: null, value, path: PATH }],
    })),
  );
  const cell = (sku: string, attribute: string, more: object = {}) => ({
    sku,
    attributeSet: 'refused',
    values: [{ attribute, channel: null, locale: null, value: 'a', path: PATH, ...more }],
  });
  const others = [
    cell('O-1', 'name'),
    cell('O-2', 'missing'),
    cell('O-3', 'a0', { locale: 'en_US' }),
    cell('O-4', 'a0', { channel: 'web' }),
    { sku: '', attributeSet: 'refused' },
    { sku: 'search', attributeSet: 'refused' },
    { sku: 'x'.repeat(300), attributeSet: 'refused' },
    { sku: 'O-5', attributeSet: 'refusd' },
    { sku: 'O-6', attributeSet: 'clothing', status: 'published' },
    { sku: 'O-7', categories: { add: ['cloth'] } },
    { sku: 'O-8', type: 'variant' },
    { sku: 'O-9', type: 'model', attributeSet: 'clothing' },
    { sku: 'O-10', tags: { add: [''] } },
  ];
  const input = { items: [...items, ...others], mode: 'upsert', errorPolicy: 'reject_failed' } as never;
  const { output } = await catalogue.runner.write(catalogue.owner, upsertProducts, input);
  const refused = output.results.flatMap(({ refusal }) =>
    refusal === null ? [] : [refusal.detail, ...refusal.errors.map(({ message }) => message)],
  );
  expect(output.results.length).toBe(items.length + others.length);
  expect([...new Set(refused)].filter((message) => !isKnown(message))).toEqual([]);
  expect(new Set(refused).size).toBeGreaterThan(50);
});

const WRONG_TRANSFORMS: readonly object[] = [
  { replace: { pattern: '(', with: '' } },
  { replace: { with: '' } },
  { split: {} },
  { date: { format: 'D' } },
];

test.each(WRONG_TRANSFORMS)(
  'what the API says of the transform %j is one of the messages',
  async (transform) => {
    const overrides = {
      resource: 'products',
      format: 'csv',
      mapping: [{ column: 'name', transform: [transform] }],
    } as never;
    const input = {
      profile: null,
      overrides,
      source: { text: 'sku;name\nA;a\n' },
      scope: { channel: null, locale: null },
    };
    const refused = await catalogue.runner
      .dryRun(catalogue.owner, previewImport, input)
      .catch((error) => error);
    const said = (refused.errors as readonly { readonly message: string }[]).map(({ message }) => message);
    expect(said.length).toBeGreaterThan(0);
    expect(said.filter((text) => !isKnown(text))).toEqual([]);
  },
);

/** Files of products, and what is wrong with them. */
const WRONG_FILES: readonly (readonly [what: string, ...lines: string[]])[] = [
  ['columns', 'sku;colr;name-xx_XX;name;price;nothing-products;price-EUR;parent-unit', 'A;a;b;c;19,90;d;e;f'],
  ['cells', 'sku;enabled;stock;price-EUR;price', 'A;maybe;three;four;five', 'B;1;1.55;-1;6 CHF', ';1;;;'],
  [
    'references',
    'sku;attribute_set;parent;categories;color',
    'A;cloth;;;rood',
    'B;;Nobody;;',
    'C;;;Nowhere;red',
  ],
  ['rows', 'sku;status;_delete', 'A;published;', 'NEVER;;1', 'B;lost;', 'C;;perhaps', 'D;draft', 'E;"x;'],
  ['repeats', 'sku;name', 'A;a', 'a;b', 'search;c', `${'x'.repeat(300)};d`],
];

test.each(WRONG_FILES)(
  'what the API says of %s of a file is one of the messages',
  async (_what, ...lines) => {
    const input = {
      profile: null,
      overrides: { resource: 'products', format: 'csv' } as const,
      source: { text: `${lines.join('\n')}\n` },
      scope: { channel: null, locale: null },
    };
    const { output, end } = await catalogue.runner.dryRun(catalogue.owner, previewImport, input);
    await end();
    const said = [
      ...output.columns.map(({ reason }) => reason),
      ...output.rows.flatMap(({ errors }) => errors.flatMap(({ message, hint }) => [message, hint])),
    ].filter((text) => text !== null);
    expect(said.length).toBeGreaterThan(0);
    expect([...new Set(said)].filter((text) => !isKnown(text))).toEqual([]);
  },
);
