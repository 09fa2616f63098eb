// Risk: a merge loses or doubles values, forgets a channel or locale, or cannot be taken back.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../../src/kernel/session.ts';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { upsertEntities } from '../../../src/modules/entity/index.ts';
import { upsertLocales } from '../../../src/modules/locale/index.ts';
import { mergeOptions } from '../../../src/modules/merge/index.ts';
import { upsertOptions } from '../../../src/modules/option-set/index.ts';
import { deleteProduct, restoreProduct } from '../../../src/modules/product/index.ts';
import { revertChanges } from '../../../src/modules/revert/index.ts';
import { seedBrands } from '../../support/brands.ts';
import { cellWrite, productFamily, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const CODES = ['red', 'blue', 'green', 'navy', 'Sky', 'ruby'];

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedBrands(catalogue);
  await seedConfiguration(
    catalogue,
    upsertOptions,
    CODES.map((code) => ({ code, optionSet: 'colors', labels: { en_US: code, de_DE: `${code} (de)` } })),
  );
  await seedConfiguration(catalogue, upsertAttributes, [
    {
      code: 'tints',
      type: 'multi_select',
      optionSet: 'colors',
      localizable: true,
      scopable: true,
      validation: { minItems: 1 },
      defaultValue: ['navy', 'blue'],
    },
    { code: 'tone', type: 'select', optionSet: 'colors', localizable: true },
  ]);
  await seedConfiguration(catalogue, upsertAttributeSets, [
    {
      code: 'accessories',
      attributes: ['name', 'color', 'stock', 'tints', 'tone'].map((code) => ({ code })),
    },
  ]);
});
afterAll(() => catalogue?.close());

let requests = 0;
const sessionOfNext = (): Session => {
  requests += 1;
  return { ...catalogue.owner, requestId: `merge-${requests}` };
};

const merge = async (keep: string, codes: readonly string[], session = sessionOfNext()) =>
  (
    await catalogue.runner.write(session, mergeOptions, {
      optionSet: 'COLORS',
      keep,
      merge: codes,
    })
  ).output;

const undo = async ({ requestId }: Session) =>
  (
    await catalogue.runner.write(sessionOfNext(), revertChanges, {
      selection: { requestId },
      onConflict: 'skip',
      webhooks: 'each',
      dryRun: false,
    })
  ).output.report;

type Cell = { readonly channel?: string; readonly locale?: string; readonly value: unknown };
type Values = Record<string, readonly Cell[]>;

const query = async <Row extends object>(sql: string): Promise<Row[]> =>
  (await catalogue.database.owner.query<Row>(sql)).rows;

/** Everything that a merge may touch, as it is stored, without versions. */
const state = async () => ({
  objects: await query<{ code: string; values: Values }>(
    `SELECT sku AS code, "values"::jsonb, axis_key AS axis FROM public.product
     UNION ALL SELECT code, "values", NULL FROM public.entity ORDER BY code`,
  ),
  options: await query<{ code: string }>(
    `SELECT code, labels, synonyms, active, sort_order, id FROM public.option
     WHERE option_set = 'colors' ORDER BY code`,
  ),
  defaults: await query('SELECT default_value FROM public.attribute ORDER BY code'),
});

const COLORED = ['color', 'tints', 'tone'];

/** The values after a merge, by the plainest rule. */
const rewritten = (values: Values, keep: string, codes: readonly string[]): Values =>
  Object.fromEntries(
    Object.entries(values).map(([attribute, cells]) => {
      if (!COLORED.includes(attribute)) return [attribute, cells];
      const replaced = (code: unknown) => (codes.includes(String(code)) ? keep : code);
      const next = cells.map(({ value, ...cell }) => {
        if (!Array.isArray(value)) return { ...cell, value: replaced(value) };
        const list: unknown[] = [];
        for (const code of value.map(replaced)) if (!list.includes(code)) list.push(code);
        return { ...cell, value: list };
      });
      return [attribute, next];
    }),
  );

test('random merges move every value as a rewrite of all values does, and their undo restores all of it', async () => {
  const random = seededRandom();
  const list = () => random.shuffle(CODES).slice(0, random.integer(1, 4));
  await seedProducts(
    catalogue,
    Array.from({ length: 30 }, (_, index) =>
      simpleProduct(`R-${String(index).padStart(2, '0')}`, {
        values: [
          ...(index % 3 === 0 ? [] : [cellWrite('color', random.pick(CODES))]),
          cellWrite('tints', list(), { channel: 'web', locale: 'en_US' }),
          cellWrite('tints', list(), { channel: 'web', locale: 'de_DE' }),
          cellWrite('tints', list(), { channel: 'print', locale: 'en_US' }),
          cellWrite('tone', random.pick(CODES), { locale: 'fr_FR' }),
        ],
      }),
    ),
  );
  await catalogue.runner.write(catalogue.owner, upsertEntities, {
    entityType: 'brand',
    items: CODES.map((code) => ({ code: `brand-${code}`, values: [cellWrite('color', code)] })),
    mode: 'upsert',
    errorPolicy: 'reject_all',
  });
  const before = await state();
  for (let round = 0; round < 8; round += 1) {
    const [keep = '', ...others] = random.shuffle(CODES);
    const codes = others.slice(0, random.integer(1, 3));
    const session = sessionOfNext();
    const dryRun = (
      await catalogue.runner.dryRun(session, mergeOptions, { optionSet: 'colors', keep, merge: codes })
    ).output;
    expect(await state()).toEqual(before);
    const result = await merge(keep, codes, session);
    expect(result).toEqual({ ...dryRun, retained: [] });
    const after = await state();
    expect(after.objects.map(({ code, values }) => ({ code, values }))).toEqual(
      before.objects.map(({ code, values }) => ({ code, values: rewritten(values, keep, codes) })),
    );
    const cells = (values: Values) => COLORED.flatMap((code) => values[code] ?? []);
    const isMoved = ({ value }: Cell) => [value].flat().some((code) => codes.includes(String(code)));
    expect(result.valuesCount).toBe(
      before.objects.flatMap(({ values }) => cells(values).filter(isMoved)).length,
    );
    expect(result.productsCount + result.entitiesCount).toBe(
      before.objects.filter(({ values }) => cells(values).some(isMoved)).length,
    );
    expect(after.options.map(({ code }) => code)).toEqual(
      before.options.map(({ code }) => code).filter((code) => !codes.includes(code)),
    );
    const report = await undo(session);
    expect(report?.conflicts).toEqual([]);
    expect(await state()).toEqual(before);
  }
});

test('names of the merged options become synonyms, and default values move', async () => {
  const session = sessionOfNext();
  const { synonyms, defaultsOf } = await merge('blue', ['navy', 'Sky'], session);
  expect(synonyms).toEqual(['navy (de)', 'navy', 'Sky (de)', 'Sky']);
  expect(defaultsOf).toEqual(['tints']);
  expect(await query(`SELECT synonyms FROM public.option WHERE code = 'blue'`)).toEqual([{ synonyms }]);
  expect(await query(`SELECT default_value AS value FROM public.attribute WHERE code = 'tints'`)).toEqual([
    { value: ['blue'] },
  ]);
  // Views and profiles whose filters name a merged option find the same products as before.
  const { data } = await catalogue.execute(
    `{ products(first: 1, filter: { attributes: [{ attribute: "tone", eq: "navy" }] }) { totalCount }
       kept: products(first: 1, filter: { attributes: [{ attribute: "tone", eq: "blue" }] }) { totalCount } }`,
  );
  expect(data?.products).toEqual(data?.kept);
  await undo(session);
});

test('a merge that makes two variants equal is refused with both SKUs, and changes nothing', async () => {
  await seedProducts(catalogue, productFamily('FAM', { colors: ['red', 'blue'], sizes: ['s', 'm'] }));
  const before = await state();
  const { data } = await catalogue.execute(
    `mutation { mergeOptions(optionSet: "colors", keep: "red", merge: ["blue", "green"]) {
       __typename ... on ValidationFailed { errors { code path message } } } }`,
  );
  expect(data?.mergeOptions).toEqual({
    __typename: 'ValidationFailed',
    errors: [
      {
        code: 'axis-duplicate',
        path: ['merge'],
        message: "'FAM-red' and 'FAM-blue' would have the same axis values: change one of them first.",
      },
    ],
  });
  expect(await state()).toEqual(before);
  // Another color is free: the axis of the variants moves with the option.
  const session = sessionOfNext();
  await merge('green', ['blue'], session);
  expect(await query(`SELECT axis_key AS key FROM public.product WHERE sku = 'FAM-blue'`)).toEqual([
    { key: '[["color","green"]]' },
  ]);
  await undo(session);
  expect(await state()).toEqual(before);
});

test('an option that only a deleted product has stays inactive, so that the product can be restored', async () => {
  await seedProducts(catalogue, [simpleProduct('GONE', { values: [cellWrite('color', 'ruby')] })]);
  await catalogue.runner.write(catalogue.owner, deleteProduct, { ref: 'GONE' });
  const session = sessionOfNext();
  expect((await merge('red', ['ruby'], session)).retained).toEqual(['ruby']);
  expect(await query(`SELECT active FROM public.option WHERE code = 'ruby'`)).toEqual([{ active: false }]);
  await catalogue.runner.write(catalogue.owner, restoreProduct, { ref: 'GONE' });
  expect(await query(`SELECT "values" -> 'color' AS color FROM public.product WHERE sku = 'GONE'`)).toEqual([
    { color: [{ value: 'ruby' }] },
  ]);
  await undo(session);
});

test('counts end at 10,000 names in the index, and what changes at once is counted exactly', async () => {
  await seedConfiguration(catalogue, upsertOptions, [
    { code: 'teal', optionSet: 'colors' },
    { code: 'cyan', optionSet: 'colors' },
  ]);
  await seedProducts(catalogue, [simpleProduct('TEAL', { values: [cellWrite('color', 'teal')] })]);
  // Entries of objects that are gone stay in the index for a while.
  const { organizationId } = catalogue.owner;
  await query(
    `INSERT INTO search.usage (organization_id, id, terms)
     SELECT '${organizationId}', ('00000000-0000-4000-8000-' || lpad(number::text, 12, '0'))::uuid,
       ARRAY[search.usage_term('${organizationId}', 'option', 'colors', 'teal')]
     FROM generate_series(1, 10000) AS number`,
  );
  const request = { optionSet: 'colors', keep: 'cyan', merge: ['teal'] };
  const trial = await catalogue.runner.dryRun(sessionOfNext(), mergeOptions, request);
  expect(trial.output).toMatchObject({ countsExact: false });
  await trial.end();
  expect(await merge('cyan', ['teal'])).toMatchObject({ productsCount: 1, countsExact: true, jobId: null });
});

test('options that do not exist, and the option to keep, are named', async () => {
  const run = async (input: string) =>
    (
      await catalogue.execute(
        `mutation { mergeOptions(${input}) { __typename
           ... on ValidationFailed { errors { code path message suggestions } } ... on NotFound { detail } } }`,
      )
    ).data?.mergeOptions;
  expect(await run('optionSet: "shades", keep: "red", merge: ["blue"]')).toEqual({
    __typename: 'NotFound',
    detail: "There is no option set 'shades'.",
  });
  expect(await run('optionSet: "colors", keep: "pink", merge: ["RED", "Pink", "teal"]')).toMatchObject({
    errors: [
      { code: 'option-not-found', path: ['keep'] },
      { code: 'value-not-allowed', path: ['merge', '1'] },
      { code: 'option-not-found', path: ['merge', '2'] },
    ],
  });
  expect(await run('optionSet: "colors", keep: "red", merge: []')).toMatchObject({
    errors: [{ code: 'too-few-items', path: ['merge'], message: 'Name at least one code to merge.' }],
  });
});

test('a value in a disabled locale moves too; its undo is a conflict, for nobody may write there', async () => {
  await seedProducts(catalogue, [
    simpleProduct('OLD', { values: [cellWrite('tone', 'ruby', { locale: 'fr_FR' })] }),
  ]);
  await seedConfiguration(catalogue, upsertLocales, [{ code: 'fr_FR', enabled: false }]);
  const session = sessionOfNext();
  await merge('red', ['ruby'], session);
  const tone = () => query(`SELECT "values" -> 'tone' AS tone FROM public.product WHERE sku = 'OLD'`);
  expect(await tone()).toEqual([{ tone: [{ locale: 'fr_FR', value: 'red' }] }]);
  const report = await undo(session);
  const conflict = report?.conflicts.find(({ ref }) => ref === 'OLD');
  expect(conflict).toMatchObject({ path: 'values.tone', locale: 'fr_FR', wanted: 'ruby' });
});
