// Risk: a merge leaves a reference to an entity that is gone, doubles one, loses values, or cannot be taken back.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeId } from '../../../src/kernel/ids.ts';
import type { Session } from '../../../src/kernel/session.ts';
import { upsertAssociationTypes } from '../../../src/modules/association-type/index.ts';
import { upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { upsertEntities } from '../../../src/modules/entity/index.ts';
import { upsertEntityTypes } from '../../../src/modules/entity-type/index.ts';
import { mergeEntities } from '../../../src/modules/merge/index.ts';
import { deleteProduct, restoreProduct } from '../../../src/modules/product/index.ts';
import { revertChanges } from '../../../src/modules/revert/index.ts';
import { seedBrands } from '../../support/brands.ts';
import { cellWrite, seedProducts, simpleProduct } from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedConfiguration } from '../../support/clothing-catalogue.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const CODES = ['oak', 'Ash', 'elm', 'fir', 'yew', 'box'];
const NAMING = ['made_of', 'core', 'lookalike'];

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedBrands(catalogue);
  await seedConfiguration(catalogue, upsertAttributes, [
    { code: 'core', type: 'entity', entityType: 'material', localizable: true, scopable: true },
    { code: 'lookalike', type: 'entity_list', entityType: 'material' },
    { code: 'standard', type: 'entity', entityType: 'material' },
    { code: 'note', type: 'text', localizable: true },
  ]);
  await seedConfiguration(catalogue, upsertEntityTypes, [
    { code: 'material', attributes: ['origin', 'ean', 'lookalike', 'note'] },
  ]);
  await setAttributes(['name', 'color', 'made_of', 'core']);
  await seedConfiguration(catalogue, upsertAssociationTypes, [{ code: 'uses' }, { code: 'avoids' }]);
});
afterAll(() => catalogue?.close());

const setAttributes = (codes: readonly string[]) =>
  seedConfiguration(catalogue, upsertAttributeSets, [
    { code: 'accessories', attributes: codes.map((code) => ({ code })) },
  ]);

let requests = 0;
const sessionOfNext = (): Session => {
  requests += 1;
  return { ...catalogue.owner, requestId: `merge-${requests}` };
};

const merge = async (keep: string, codes: readonly string[], session = sessionOfNext(), fillEmpty = true) =>
  (
    await catalogue.runner.write(session, mergeEntities, {
      entityType: 'MATERIAL',
      keep,
      merge: codes,
      fillEmpty,
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

const writeEntities = (entityType: string, items: readonly object[]) =>
  catalogue.runner.write(catalogue.owner, upsertEntities, {
    entityType,
    items: items as never,
    mode: 'upsert',
    errorPolicy: 'reject_all',
  });

type Cell = { readonly channel?: string; readonly locale?: string; readonly value: unknown };
type Values = Record<string, readonly Cell[]>;
interface Item {
  readonly code: string;
  readonly values: Values;
  readonly labels: Readonly<Record<string, string>>;
  readonly above: string | null;
  /** Codes of linked entities by type of association. */
  readonly links: Readonly<Record<string, readonly string[]>>;
}

const query = async <Row extends object>(sql: string): Promise<Row[]> =>
  (await catalogue.database.owner.query<Row>(sql)).rows;

/** Everything that a merge may touch, as it is stored, without versions. */
const state = async () => ({
  items: await query<Item>(
    `SELECT sku AS code, "values"::jsonb AS "values", '{}'::jsonb AS labels, NULL AS above,
       (SELECT coalesce(jsonb_object_agg(type, codes), '{}') FROM (
         SELECT type, jsonb_agg(entity.code ORDER BY link.sort_order) AS codes
         FROM public.product_entity_association AS link JOIN public.entity
           ON entity.organization_id = link.organization_id AND entity.id = link.entity_id
         WHERE link.source_id = product.id GROUP BY type) AS list) AS links
     FROM public.product WHERE deleted_at IS NULL
     UNION ALL
     SELECT entity.code, entity."values", entity.labels, above.code, '{}'
     FROM public.entity LEFT JOIN public.entity AS above
       ON above.organization_id = entity.organization_id AND above.id = entity.parent_id
     WHERE entity.deleted_at IS NULL ORDER BY code`,
  ),
  ids: await query(`SELECT code, id FROM public.entity WHERE deleted_at IS NULL ORDER BY code`),
  defaults: await query('SELECT code, default_value FROM public.attribute ORDER BY code'),
  unique: await query('SELECT cell, entity_id FROM public.entity_unique_value ORDER BY cell, entity_id'),
});

/** The list with one code in place of others, once, by the plainest rule. */
const replacedList = (list: readonly unknown[], keep: string, codes: readonly string[]) => {
  const result: unknown[] = [];
  for (const code of list) {
    const next = codes.includes(String(code)) ? keep : code;
    if (!result.includes(next)) result.push(next);
  }
  return result;
};

const rewritten = (values: Values, keep: string, codes: readonly string[]): Values =>
  Object.fromEntries(
    Object.entries(values).map(([attribute, cells]) => [
      attribute,
      NAMING.includes(attribute)
        ? cells.map(({ value, ...cell }) => ({
            ...cell,
            value: Array.isArray(value)
              ? replacedList(value, keep, codes)
              : replacedList([value], keep, codes)[0],
          }))
        : cells,
    ]),
  );

/** All objects after a merge. */
const merged = (items: readonly Item[], keep: string, codes: readonly string[]): readonly Item[] => {
  const moved = items.map((item) => ({
    ...item,
    values: rewritten(item.values, keep, codes),
    above: item.above !== null && codes.includes(item.above) ? keep : item.above,
    links: Object.fromEntries(
      Object.entries(item.links).map(([type, list]) => [type, replacedList(list, keep, codes) as string[]]),
    ),
  }));
  const target = moved.find(({ code }) => code === keep) as Item;
  const sources = codes.map((code) => moved.find((item) => item.code === code) as Item);
  const values = { ...target.values };
  for (const { values: more } of sources)
    for (const [attribute, cells] of Object.entries(more)) {
      const present = values[attribute] ?? [];
      const missing = cells.filter(({ locale }) => !present.some((cell) => cell.locale === locale));
      values[attribute] = [...present, ...missing].sort((a, b) =>
        String(a.locale ?? '') < String(b.locale ?? '') ? -1 : 1,
      );
    }
  const labels = Object.assign({}, ...sources.map((source) => source.labels).reverse(), target.labels);
  return moved
    .filter(({ code }) => !codes.includes(code))
    .map((item) => (item.code === keep ? { ...item, values, labels } : item));
};

test('random merges move every reference as a rewrite of all objects does, and their undo restores all of it', async () => {
  const random = seededRandom();
  const list = () => random.shuffle(CODES).slice(0, random.integer(1, 3));
  const some = <Value>(value: Value): Value[] => (random.integer(0, 1) === 0 ? [] : [value]);
  await writeEntities(
    'material',
    CODES.map((code, index) => ({
      code,
      labels: Object.fromEntries([...some(['en_US', code]), ...some(['de_DE', `${code} (de)`])]),
      values: [
        ...some(cellWrite('origin', `from ${code}`)),
        ...some(cellWrite('ean', `4-${index}`)),
        ...some(cellWrite('note', `of ${code}`, { locale: 'en_US' })),
        ...some(cellWrite('note', `von ${code}`, { locale: 'de_DE' })),
      ],
    })),
  );
  await writeEntities(
    'material',
    CODES.map((code) => ({ code, values: some(cellWrite('lookalike', list())) })),
  );
  await writeEntities(
    'material',
    CODES.flatMap((code) => [
      { code: `${code}-1`, parent: code },
      { code: `${code}-2`, parent: `${code}-1` },
    ]),
  );
  await seedProducts(
    catalogue,
    Array.from({ length: 30 }, (_, index) =>
      simpleProduct(`R-${String(index).padStart(2, '0')}`, {
        values: [
          ...some(cellWrite('made_of', list())),
          ...some(cellWrite('core', random.pick(CODES), { channel: 'web', locale: 'en_US' })),
          ...some(cellWrite('core', random.pick(CODES), { channel: 'print', locale: 'en_US' })),
          ...some(cellWrite('core', random.pick(CODES), { channel: 'web', locale: 'de_DE' })),
        ],
        associations: ['uses', 'avoids'].flatMap((type) =>
          some({ type, entities: { set: list().map((code) => ({ ref: `material/${code}` })) } }),
        ),
      }),
    ),
  );
  await seedConfiguration(catalogue, upsertAttributes, [{ code: 'standard', defaultValue: 'fir' }]);
  const before = await state();
  for (let round = 0; round < 8; round += 1) {
    const [keep = '', ...others] = random.shuffle(CODES);
    const codes = others.slice(0, random.integer(1, 3));
    const session = sessionOfNext();
    const input = { entityType: 'material', keep, merge: codes, fillEmpty: true };
    const dryRun = (await catalogue.runner.dryRun(session, mergeEntities, input)).output;
    expect(await state()).toEqual(before);
    // Hidden values move as well. Nobody may write them, so they are visible again for the undo.
    await setAttributes(['name', 'color', 'core']);
    const result = await merge(keep, codes, session);
    await setAttributes(['name', 'color', 'made_of', 'core']);
    expect(result).toEqual({ ...dryRun, retained: [] });
    const after = await state();
    expect(after.items).toEqual(merged(before.items, keep, codes));
    expect(after.defaults).toEqual(
      before.defaults.map((row) =>
        JSON.stringify(row).includes('"fir"') && codes.includes('fir')
          ? { ...row, default_value: keep }
          : row,
      ),
    );
    const isMoved = ({ value }: Cell) => [value].flat().some((code) => codes.includes(String(code)));
    const cells = ({ values }: Item) => NAMING.flatMap((code) => values[code] ?? []);
    const concerned = before.items.filter(
      (item) =>
        cells(item).some(isMoved) ||
        codes.includes(item.above ?? '') ||
        Object.values(item.links)
          .flat()
          .some((code) => codes.includes(code)),
    );
    expect(result.valuesCount).toBe(before.items.flatMap((item) => cells(item).filter(isMoved)).length);
    expect([result.productsCount, result.entitiesCount]).toEqual([
      concerned.filter(({ code }) => code.startsWith('R-')).length,
      concerned.filter(({ code }) => !code.startsWith('R-')).length,
    ]);
    const report = await undo(session);
    expect(report?.conflicts).toEqual([]);
    expect(await state()).toEqual(before);
  }
}, 240_000);

test('without `fillEmpty`, the entity to keep has its own labels and values only', async () => {
  await writeEntities('material', [
    { code: 'tin', labels: { en_US: 'Tin' } },
    { code: 'pewter', labels: { de_DE: 'Zinn' }, values: [cellWrite('origin', 'Cornwall')] },
  ]);
  const session = sessionOfNext();
  expect(await merge('tin', ['pewter'], session, false)).toMatchObject({
    filledAttributes: [],
    filledLabels: [],
  });
  const stored = () => query(`SELECT labels, "values" FROM public.entity WHERE code = 'tin'`);
  expect(await stored()).toEqual([{ labels: { en_US: 'Tin' }, values: {} }]);
  await undo(session);
  expect(await merge('tin', ['pewter'])).toMatchObject({
    filledAttributes: ['origin'],
    filledLabels: ['de_DE'],
  });
  expect(await stored()).toEqual([
    { labels: { en_US: 'Tin', de_DE: 'Zinn' }, values: { origin: [{ value: 'Cornwall' }] } },
  ]);
});

test('a merge that makes two variants equal is refused with both SKUs, and changes nothing', async () => {
  await writeEntities('brand', [{ code: 'acme' }, { code: 'acme_inc' }, { code: 'bolt' }]);
  await seedProducts(catalogue, [
    { sku: 'FAM', type: 'model', attributeSet: 'branded', variantLayout: 'by_brand' },
    ...['acme', 'acme_inc'].map((code) => ({
      sku: `FAM-${code}`,
      parent: 'FAM',
      values: [cellWrite('made_by', code)],
    })),
  ]);
  const before = await state();
  const run = async (keep: string) =>
    (
      await catalogue.execute(
        `mutation { mergeEntities(entityType: "brand", keep: "${keep}", merge: ["acme_inc"]) {
         __typename ... on ValidationFailed { errors { code path message } }
         ... on MergeEntitiesPayload { productsCount countsExact entity { code } } } }`,
      )
    ).data?.mergeEntities;
  expect(await run('acme')).toEqual({
    __typename: 'ValidationFailed',
    errors: [
      {
        code: 'axis-duplicate',
        path: ['merge'],
        message: "'FAM-acme_inc' and 'FAM-acme' would have the same axis values: change one of them first.",
      },
    ],
  });
  expect(await state()).toEqual(before);
  // Another brand is free: the axis of the variants moves with the entity.
  expect(await run('bolt')).toMatchObject({ productsCount: 1, countsExact: true, entity: { code: 'bolt' } });
  expect(await query(`SELECT axis_key AS key FROM public.product WHERE sku = 'FAM-acme_inc'`)).toEqual([
    { key: '[["made_by","bolt"]]' },
  ]);
});

test('an entity that only a deleted product names stays inactive, with its unique values, so that the product can be restored', async () => {
  await writeEntities('material', [
    { code: 'zinc' },
    { code: 'spelter', values: [cellWrite('ean', '4-99'), cellWrite('origin', 'Galmei')] },
  ]);
  await seedProducts(catalogue, [
    simpleProduct('GONE', {
      values: [cellWrite('core', 'spelter', { channel: 'web', locale: 'en_US' })],
      associations: [{ type: 'uses', entities: { set: [{ ref: 'material/spelter' }] } }],
    }),
  ]);
  await catalogue.runner.write(catalogue.owner, deleteProduct, { ref: 'GONE' });
  const session = sessionOfNext();
  expect(await merge('zinc', ['spelter'], session)).toMatchObject({
    productsCount: 0,
    retained: ['spelter'],
    filledAttributes: ['origin'],
  });
  expect(
    await query(
      `SELECT code, active, "values" FROM public.entity WHERE code IN ('zinc', 'spelter') ORDER BY code`,
    ),
  ).toEqual([
    { code: 'spelter', active: false, values: { ean: [{ value: '4-99' }], origin: [{ value: 'Galmei' }] } },
    { code: 'zinc', active: true, values: { origin: [{ value: 'Galmei' }] } },
  ]);
  await catalogue.runner.write(catalogue.owner, restoreProduct, { ref: 'GONE' });
  await undo(session);
});

test('entities that do not exist, those of another type and the one to keep are named, and ids name entities, too', async () => {
  const { output } = await writeEntities('material', [
    { code: 'steel' },
    { code: 'iron' },
    { code: 'cast', parent: 'iron' },
  ]);
  const idOf = async (code: string) => {
    const [row] = await query<{ id: string }>(`SELECT id FROM public.entity WHERE code = '${code}'`);
    return encodeId('Entity', row?.id ?? '');
  };
  expect(output.results).toHaveLength(3);
  const run = async (input: string) =>
    (
      await catalogue.execute(
        `mutation { mergeEntities(${input}, dryRun: true) { __typename
           ... on ValidationFailed { errors { code path message } } ... on NotFound { detail }
           ... on MergeEntitiesPayload { entity { code } entitiesCount } } }`,
      )
    ).data?.mergeEntities;
  expect(await run('entityType: "metal", keep: "steel", merge: ["iron"]')).toMatchObject({
    __typename: 'NotFound',
  });
  const brand = await idOf('acme');
  const missing = 'ent_01a21b91450d7918baee40dd5c95a5ed';
  expect(
    await run(
      `entityType: "material", keep: "STEEL", merge: ["steel", "${await idOf('steel')}", "rust", "${brand}", "${missing}"]`,
    ),
  ).toMatchObject({
    errors: [
      { code: 'value-not-allowed', path: ['merge', '0'] },
      { code: 'value-not-allowed', path: ['merge', '1'] },
      { code: 'entity-not-found', path: ['merge', '2'] },
      {
        code: 'entity-not-found',
        path: ['merge', '3'],
        message: `There is no entity '${brand}' of type 'material'.`,
      },
      {
        code: 'entity-not-found',
        path: ['merge', '4'],
        message: `There is no entity '${missing}' of type 'material'.`,
      },
    ],
  });
  expect(await run('entityType: "material", keep: "steel", merge: []')).toMatchObject({
    errors: [{ code: 'too-few-items', path: ['merge'] }],
  });
  expect(await run('entityType: "material", keep: "cast", merge: ["iron"]')).toMatchObject({
    errors: [{ code: 'cycle', path: ['keep'] }],
  });
  expect(
    await run(`entityType: "material", keep: "${await idOf('steel')}", merge: ["${await idOf('iron')}"]`),
  ).toEqual({ __typename: 'MergeEntitiesPayload', entity: { code: 'steel' }, entitiesCount: 1 });
});

test('a default value that moves needs the right to change attributes', async () => {
  await writeEntities('material', [{ code: 'larch' }]);
  await seedConfiguration(catalogue, upsertAttributes, [{ code: 'standard', defaultValue: 'larch' }]);
  const editor: Session = { ...sessionOfNext(), role: 'editor' };
  await expect(merge('steel', ['larch'], editor)).rejects.toMatchObject({ code: 'role-forbidden' });
  await seedConfiguration(catalogue, upsertAttributes, [{ code: 'standard', defaultValue: 'steel' }]);
  expect(await merge('steel', ['larch'], editor)).toMatchObject({ defaultsOf: [] });
});
