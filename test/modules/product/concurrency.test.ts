// Risk: of two people who work on one product at the same time, one loses what they wrote without being told.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DomainError, VersionMismatch } from '../../../src/kernel/errors.ts';
import { defineWrite, type WriteContext, type WriteOperation } from '../../../src/kernel/operation.ts';
import {
  deleteAssociationType,
  upsertAssociationTypes,
} from '../../../src/modules/association-type/index.ts';
import { deleteAttribute, upsertAttributes } from '../../../src/modules/attribute/index.ts';
import { deleteAttributeSet, upsertAttributeSets } from '../../../src/modules/attribute-set/index.ts';
import { deleteCategory, upsertCategories } from '../../../src/modules/category/index.ts';
import { deleteEntity, upsertEntities } from '../../../src/modules/entity/index.ts';
import { upsertEntityTypes } from '../../../src/modules/entity-type/index.ts';
import { updateLocale, upsertLocales } from '../../../src/modules/locale/index.ts';
import { deleteOption, upsertOptions } from '../../../src/modules/option-set/index.ts';
import {
  createProduct,
  deleteProduct,
  restoreProduct,
  updateProduct,
  upsertProducts,
} from '../../../src/modules/product/index.ts';
import {
  cellWrite,
  coloredModel,
  productFamily,
  productModel,
  seedProducts,
  simpleProduct,
  sizedVariant,
} from '../../support/builders.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';
import { seededRandom } from '../../support/seeded-random.ts';

/** Rounds of two writers who write at the same time; more on demand. */
const ROUNDS = Number(process.env.TRANSLATION_ROUNDS ?? 15);
/** How often writers meet in each of the other tests, in hundredths; `RACES_PERCENT=1000` for a long run. */
const RACES_PERCENT = Number(process.env.RACES_PERCENT ?? 20);
const shareOf = (count: number) => Math.ceil((count * RACES_PERCENT) / 100);
const WIDE = Array.from({ length: 64 }, (_, index) => `wide_${index}`);

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization({ applicationPoolSize: 20 });
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(
    catalogue,
    upsertAttributes,
    WIDE.map((code) => ({ code, type: 'text' })),
  );
});
afterAll(() => catalogue.close());

const write = async <Input, Output>(operation: WriteOperation<WriteContext, Input, Output>, input: Input) =>
  (await catalogue.runner.write(catalogue.owner, operation, input)).output;

/** `done`, or the code of the refusal with those of its fields; anything else fails the test. */
async function fateOf(running: Promise<unknown>): Promise<string> {
  try {
    await running;
    return 'done';
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const codes = error.errors.map(({ code }) => code).join();
    return codes === '' ? error.code : `${error.code}: ${codes}`;
  }
}

interface StoredProduct {
  readonly id: string;
  readonly version: number;
  readonly values: Readonly<Record<string, readonly object[]>>;
  readonly completeness: readonly { channel: string; locale: string; missing: readonly string[] }[];
}

async function stored(sku: string): Promise<StoredProduct> {
  const { rows } = await catalogue.database.owner.query<StoredProduct>(
    'SELECT id, version, values, completeness FROM public.product WHERE sku_key = lower($1) AND deleted_at IS NULL',
    [sku],
  );
  const [row, ...others] = rows;
  if (row === undefined || others.length > 0) throw new Error(`${rows.length} products are ${sku}.`);
  return row;
}

/** The versions that the ledger tells of a product, in the order of its events. */
async function versionsInLedger(id: string): Promise<number[]> {
  const { rows } = await catalogue.database.owner.query<{ version: number }>(
    'SELECT version FROM ledger.event WHERE object_id = $1 ORDER BY sequence',
    [id],
  );
  return rows.map(({ version }) => version);
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

async function countBackends(condition: string): Promise<number> {
  const { rows } = await catalogue.database.owner.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND ${condition}`,
  );
  return rows[0]?.count ?? 0;
}
const waitingForLocks = () => countBackends(`wait_event_type = 'Lock'`);

/** Waits for all, also when one of them fails: its failure must not leave the others writing into the next test. */
async function everyone<Answer>(running: readonly Promise<Answer>[]): Promise<Answer[]> {
  await Promise.allSettled(running);
  return Promise.all(running);
}

/**
 * Runs tasks so that all wait behind a lock on one product, in their order, before the first may go on. Answers what
 * each ended with, in that order: which of them is told first says nothing, they have connections of their own.
 */
async function behindLockOn<Answer>(
  sku: string,
  tasks: readonly (() => Promise<Answer>)[],
): Promise<Answer[]> {
  const holder = await catalogue.database.owner.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM public.product WHERE sku = $1 FOR NO KEY UPDATE', [sku]);
    const running: Promise<Answer>[] = [];
    for (const task of tasks) {
      running.push(task());
      while ((await waitingForLocks()) < running.length);
    }
    await holder.query('COMMIT');
    return await everyone(running);
  } finally {
    holder.release();
  }
}

test(`two translators of one product lose no cell in ${ROUNDS} rounds`, async () => {
  await seedProducts(catalogue, [simpleProduct('SCARF')]);
  const translate = (locale: string, text: string) =>
    write(updateProduct, { ref: 'SCARF', patch: { values: [cellWrite('name', text, { locale })] } });
  for (const round of upTo(ROUNDS)) {
    await Promise.all([translate('de_DE', `Schal ${round}`), translate('fr_FR', `Écharpe ${round}`)]);
  }
  const { id, version, values } = await stored('SCARF');
  expect(values.name).toEqual([
    { locale: 'de_DE', value: `Schal ${ROUNDS}` },
    { locale: 'en_US', value: 'SCARF' },
    { locale: 'fr_FR', value: `Écharpe ${ROUNDS}` },
  ]);
  expect(version).toBe(2 * ROUNDS + 1);
  expect(await versionsInLedger(id)).toEqual(upTo(2 * ROUNDS + 1));
  // Each round's values are there as the old ones of the next: none was lost on the way either.
  const { rows } = await catalogue.database.owner.query<{ old: string }>(
    `SELECT changes -> 0 ->> 'old' AS old FROM ledger.event
     WHERE object_id = $1 AND changes @> '[{"locale": "de_DE"}]' ORDER BY sequence`,
    [id],
  );
  expect(rows.map(({ old }) => old)).toEqual([null, ...upTo(ROUNDS - 1).map((round) => `Schal ${round}`)]);
}, 120_000);

test('bursts of 64 writers of one product keep every cell', async () => {
  await seedProducts(catalogue, [{ sku: 'WIDE' }]);
  for (const round of upTo(4)) {
    const patches = WIDE.map((attribute) => [cellWrite(attribute, `${attribute} in ${round}`)]);
    await Promise.all(patches.map((values) => write(updateProduct, { ref: 'WIDE', patch: { values } })));
    const { values, version } = await stored('WIDE');
    expect(values).toEqual(
      Object.fromEntries(WIDE.map((attribute) => [attribute, [{ value: `${attribute} in ${round}` }]])),
    );
    expect(version).toBe(1 + 64 * round);
  }
});

test('a writer with a version from before the kept history conflicts whatever it writes', async () => {
  await seedProducts(catalogue, [simpleProduct('SCARF')]);
  const name = (text: string) => ({ values: [cellWrite('name', text, { locale: 'en_US' })] });
  await write(updateProduct, { ref: 'SCARF', patch: name('Scarf') });
  await write(updateProduct, { ref: 'SCARF', patch: name('Shawl') });
  await catalogue.database.owner.query(`DELETE FROM ledger.event WHERE ref = 'SCARF' AND version = 2`);
  const conflictsOf = async (ifVersion: number) => {
    const patch = { values: [cellWrite('stock', 5)] };
    const refused = write(updateProduct, { ref: 'SCARF', patch, ifVersion });
    return (await refused.catch((error) => error)).conflicts;
  };
  expect(await conflictsOf(1)).toEqual([{ path: '*', channel: null, locale: null, old: null, new: null }]);
  expect(await conflictsOf(2)).toEqual([]);
});

test('a writer with an old version is told of the cells that conflict and only of those', async () => {
  await seedProducts(catalogue, [
    simpleProduct('HAT', { values: [cellWrite('name', 'Hat', { locale: 'en_US' })] }),
  ]);
  await write(updateProduct, {
    ref: 'HAT',
    patch: {
      values: [
        cellWrite('name', 'Hut', { locale: 'de_DE' }),
        cellWrite('color', 'red'),
        cellWrite('stock', 5),
      ],
      categories: { set: ['sale'] },
    },
  });
  await write(updateProduct, {
    ref: 'HAT',
    patch: { values: [cellWrite('name', 'Mütze', { locale: 'de_DE' })] },
  });
  const conflictsOf = async (patch: Parameters<typeof updateProduct.handler>[1]['patch']) => {
    const refused = await write(updateProduct, { ref: 'HAT', patch, ifVersion: 1 }).catch((error) => error);
    expect(refused).toBeInstanceOf(VersionMismatch);
    expect(refused.currentVersion).toBe(3);
    return (refused as VersionMismatch).conflicts;
  };
  const change = { channel: null, locale: null };
  expect(
    await conflictsOf({
      values: [
        cellWrite('NAME', 'Kappe', { locale: 'DE_de' }),
        cellWrite('name', 'Cap', { locale: 'en_US' }),
        cellWrite('color', 'blue'),
      ],
      attributeSet: 'accessories',
    }),
  ).toEqual([
    { ...change, path: 'values.color', old: null, new: 'red' },
    { ...change, path: 'values.name', locale: 'de_DE', old: null, new: 'Mütze' },
  ]);
  expect(
    await conflictsOf({
      values: [{ attribute: 'name', clear: true, path: [] }],
      categories: { add: ['shop'] },
    }),
  ).toEqual([
    { ...change, path: 'categories', old: [], new: ['sale'] },
    { ...change, path: 'values.name', locale: 'de_DE', old: null, new: 'Mütze' },
  ]);
  expect(await conflictsOf({ values: [cellWrite('name', 'Cap', { locale: 'en_US' })] })).toEqual([]);
  expect((await stored('HAT')).version).toBe(3);
});

test('of writers who have all seen the same version exactly one writes', async () => {
  await seedProducts(catalogue, [simpleProduct('GLOVE')]);
  for (const round of upTo(10)) {
    const fates = await Promise.all(
      upTo(8).map((writer) =>
        fateOf(
          write(updateProduct, {
            ref: 'GLOVE',
            patch: { values: [cellWrite('stock', round * 100 + writer)] },
            ifVersion: round,
          }),
        ),
      ),
    );
    expect(fates.sort()).toEqual(['done', ...Array(7).fill('version-mismatch')]);
  }
});

test('of two creators of one SKU, in whatever case, one creates it and the other is told so', async () => {
  for (const round of upTo(shareOf(25))) {
    const fates = await Promise.all(
      [`Sock-${round}`, `SOCK-${round}`, `sock-${round}`].map((sku) =>
        fateOf(write(createProduct, simpleProduct(sku))),
      ),
    );
    expect(fates.sort()).toEqual(['done', 'duplicate-sku: not-unique', 'duplicate-sku: not-unique']);
  }
});

test('a SKU that is created and renamed to at the same time is taken once', async () => {
  for (const round of upTo(shareOf(25))) {
    await seedProducts(catalogue, [simpleProduct(`OLD-${round}`)]);
    const fates = await Promise.all([
      fateOf(write(createProduct, simpleProduct(`NEW-${round}`))),
      fateOf(write(updateProduct, { ref: `OLD-${round}`, patch: { rename: `new-${round}` } })),
    ]);
    expect(fates.sort()).toEqual(['done', 'duplicate-sku: not-unique']);
  }
});

test('a product whose creation meets the same creation is not taken for a stranger with its values', async () => {
  await seedProducts(catalogue, [productModel('JUMPER'), coloredModel('JUMPER', 'red')]);
  const item = sizedVariant('JUMPER-red', 's');
  const upsert = async () => {
    const input = { items: [item], mode: 'upsert', errorPolicy: 'reject_all' } as const;
    return (await write(upsertProducts, input)).results.map(({ outcome }) => outcome).join();
  };
  const fates = await behindLockOn('JUMPER', [upsert, upsert, () => fateOf(write(createProduct, item))]);
  expect(fates.toSorted()).toEqual(['created', 'duplicate-sku: not-unique', 'unchanged']);
});

test('of two siblings with the same axis values only one comes to be', async () => {
  for (const round of upTo(shareOf(15))) {
    const sku = `TWINS-${round}`;
    await seedProducts(catalogue, [productModel(sku), coloredModel(sku, 'red')]);
    const fates = await Promise.all(
      upTo(3).map((twin) =>
        fateOf(write(createProduct, { ...sizedVariant(`${sku}-red`, 's'), sku: `${sku}-${twin}` })),
      ),
    );
    expect(fates.filter((fate) => fate === 'done')).toHaveLength(1);
    expect(
      fates.filter(
        (fate) => fate !== 'done' && !fate.endsWith('axis-duplicate') && !fate.endsWith('not-unique'),
      ),
    ).toEqual([]);
  }
});

test('of products that take one unique value at the same time only one gets it', async () => {
  const skus = upTo(4).map((index) => `UNIQUE-${index}`);
  await seedProducts(
    catalogue,
    skus.map((sku) => ({ sku })),
  );
  for (const round of upTo(shareOf(15))) {
    const fates = await Promise.all(
      skus.map((ref) =>
        fateOf(write(updateProduct, { ref, patch: { values: [cellWrite('ean', `4${round}`)] } })),
      ),
    );
    expect(fates.sort()).toEqual(['done', ...Array(3).fill('validation-failed: not-unique')]);
  }
});

const known = (system: string, id: string) => ({ externalRefs: [{ system, id }] });

/** The ids that products of a name have in a system, and that the database keeps apart: the same, or one is wrong. */
async function externalIds(system: string, skus: string): Promise<string[]> {
  const { rows } = await catalogue.database.owner.query<{ shown: string[]; held: string[] }>(
    `SELECT coalesce(array_agg(ref ->> 'id' ORDER BY ref ->> 'id'), '{}') AS shown, (
       SELECT coalesce(array_agg(external_id ORDER BY external_id), '{}') FROM public.product_external_ref
       JOIN public.product ON product.id = product_id WHERE system_key = $1 AND sku LIKE $2) AS held
     FROM public.product CROSS JOIN jsonb_array_elements(external_refs) AS ref
     WHERE deleted_at IS NULL AND ref ->> 'system' = $1 AND sku LIKE $2`,
    [system, skus],
  );
  const { shown = [], held = [] } = rows[0] ?? {};
  expect(held).toEqual(shown);
  return shown;
}

test('of products that take one external id at the same time only one gets it', async () => {
  const skus = upTo(4).map((index) => `REF-${index}`);
  await seedProducts(
    catalogue,
    skus.map((sku) => ({ sku })),
  );
  for (const round of upTo(shareOf(15))) {
    const fates = await Promise.all([
      ...skus.map((ref) => fateOf(write(updateProduct, { ref, patch: known('taken', `${round}`) }))),
      fateOf(write(createProduct, { sku: `REF-new-${round}`, ...known('TAKEN', `${round}`) })),
    ]);
    expect(fates.sort()).toEqual(['done', ...Array(4).fill('validation-failed: not-unique')]);
    const { rows } = await catalogue.database.owner.query(
      `SELECT 1 FROM public.product_external_ref WHERE system_key = 'taken' AND external_id = $1`,
      [`${round}`],
    );
    expect(rows).toHaveLength(1);
  }
});

test('a product whose creation meets the same creation is not taken for a stranger with its external id', async () => {
  await seedProducts(catalogue, [productModel('PARKA'), coloredModel('PARKA', 'red')]);
  const item = {
    sku: 'PARKA-red-s',
    parent: 'PARKA-red',
    values: [cellWrite('size', 's')],
    ...known('erp', 'parka'),
  };
  const upsert = async () => {
    const input = { items: [item], mode: 'upsert', errorPolicy: 'reject_all' } as const;
    return (await write(upsertProducts, input)).results.map(({ outcome }) => outcome).join();
  };
  const fates = await behindLockOn('PARKA', [upsert, upsert]);
  expect(fates.toSorted()).toEqual(['created', 'unchanged']);
});

test('batches that pass the same external ids round in different ways all succeed and lose none', async () => {
  const random = seededRandom();
  const skus = upTo(5).map((index) => `ROUND-${index}`);
  await seedProducts(
    catalogue,
    skus.map((sku, index) => ({ sku, ...known('round', `${index}`) })),
  );
  const writer = async () => {
    for (const _turn of upTo(shareOf(15))) {
      const ids = random.shuffle(skus.map((_, index) => `${index}`));
      const items = random.shuffle(skus).map((sku, index) => ({ sku, ...known('round', ids[index] ?? '') }));
      const { results } = await write(upsertProducts, { items, mode: 'update', errorPolicy: 'reject_all' });
      expect(results.map(({ refusal }) => refusal)).toEqual(skus.map(() => null));
    }
  };
  await everyone(upTo(6).map(writer));
  expect(await externalIds('round', 'ROUND-%')).toEqual(['0', '1', '2', '3', '4']);
  for (const sku of skus) {
    const { id, version } = await stored(sku);
    expect(await versionsInLedger(id)).toEqual(upTo(version));
  }
});

test('an external id is taken back by a restored product or by another one, never by both', async () => {
  const fates = new Set<string>();
  for (const round of upTo(shareOf(12))) {
    const [gone, heir] = [`BACK-${round}-gone`, `BACK-${round}-heir`];
    await seedProducts(catalogue, [{ sku: gone, ...known('back', `${round}`) }, { sku: heir }]);
    const take = () => fateOf(write(updateProduct, { ref: heir, patch: known('back', `${round}`) }));
    const [freed, early] = await Promise.all([fateOf(write(deleteProduct, { ref: gone })), take()]);
    const [restored, late] = await Promise.all([fateOf(write(restoreProduct, { ref: gone })), take()]);
    fates.add(`${freed} / ${early} / ${restored} / ${late}`);
    expect(await externalIds('back', `BACK-${round}-%`)).toEqual([`${round}`]);
  }
  const taken = 'validation-failed: not-unique';
  const possible = [
    `done / done / ${taken} / done`,
    `done / ${taken} / done / ${taken}`,
    `done / ${taken} / ${taken} / done`,
  ];
  expect([...fates].filter((fate) => !possible.includes(fate))).toEqual([]);
});

test('batches that touch the same families in different orders all succeed', async () => {
  const random = seededRandom();
  const families = upTo(4).map((index) =>
    productFamily(`FAMILY-${index}`, { colors: ['red', 'blue'], sizes: ['s', 'm'] }),
  );
  await seedProducts(catalogue, families.flat());
  const everything = families.flat().map(({ sku }) => sku);
  const written = new Map<string, Set<string>>();
  const writer = async (who: number) => {
    for (const turn of upTo(6)) {
      const skus = random.shuffle(everything).slice(0, 12);
      const attribute = 'brand';
      const text = `${who}.${turn}`;
      const items = skus.map((sku) => ({ sku, values: [cellWrite(attribute, text)] }));
      const { results } = await write(upsertProducts, { items, mode: 'update', errorPolicy: 'reject_all' });
      expect(results.map(({ outcome }) => outcome)).toEqual(skus.map(() => 'updated'));
      for (const sku of skus) written.set(sku, (written.get(sku) ?? new Set()).add(text));
    }
  };
  await everyone(upTo(8).map(writer));
  for (const [sku, texts] of written) {
    const { id, version } = await stored(sku);
    expect(version).toBe(1 + texts.size);
    expect(await versionsInLedger(id)).toEqual(upTo(version));
  }
});

test('batches that create the same products in different orders create each once and do not stop each other', async () => {
  const random = seededRandom();
  for (const round of upTo(3)) {
    const items = upTo(40).map((index) => ({
      sku: `BULK-${round}-${index}`,
      values: [cellWrite('ean', `${round}/${index}`)],
    }));
    const batches = await everyone(
      upTo(4).map(() =>
        write(upsertProducts, { items: random.shuffle(items), mode: 'upsert', errorPolicy: 'reject_all' }),
      ),
    );
    const outcomes = batches.flatMap(({ results }) => results.map(({ outcome }) => outcome));
    expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(40);
    expect(outcomes.filter((outcome) => outcome === 'unchanged')).toHaveLength(120);
  }
});

test('links of a two-way type stand on both sides, whoever writes them at the same time', async () => {
  const random = seededRandom();
  await seedConfiguration(catalogue, upsertAssociationTypes, [{ code: 'goes_with', twoWay: true }]);
  const skus = upTo(6).map((index) => `LINKED-${index}`);
  await seedProducts(
    catalogue,
    skus.map((sku) => ({ sku })),
  );
  const writer = async () => {
    for (const _turn of upTo(shareOf(25))) {
      const [ref = '', ...others] = random.shuffle(skus);
      const some = others.slice(0, random.integer(0, 3));
      const links = some.map((other) => ({ ref: other }));
      const products = random.pick([{ set: links }, { add: links }, { remove: some }]);
      await write(updateProduct, { ref, patch: { associations: [{ type: 'goes_with', products }] } });
    }
  };
  await everyone(upTo(8).map(writer));
  const { rows } = await catalogue.database.owner.query<{ link: string }>(
    `SELECT source.sku || ' ' || target.sku AS link FROM public.product_association AS link
     JOIN public.product AS source ON source.id = source_id JOIN public.product AS target ON target.id = target_id
     WHERE link.type = 'goes_with'`,
  );
  const links = new Set(rows.map(({ link }) => link));
  expect(links.size).toBeGreaterThan(2);
  expect([...links].filter((link) => !links.has(link.split(' ').reverse().join(' ')))).toEqual([]);
  for (const sku of skus) {
    const { id, version } = await stored(sku);
    expect(await versionsInLedger(id)).toEqual(upTo(version));
  }
});

test('a dry run that another writer overtakes is refused by the rules, not by the database', async () => {
  const created = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const slowly = defineWrite({
    ...createProduct,
    async handler(context: WriteContext, input: Parameters<typeof createProduct.handler>[1]) {
      const answer = await createProduct.handler(context, input);
      created.resolve();
      await mayCommit.promise;
      return answer;
    },
  });
  const first = write(slowly, simpleProduct('TRIED'));
  await created.promise;
  // Writes do not wait for their answers: only an idle transaction has made its own.
  while ((await countBackends(`state = 'idle in transaction'`)) === 0);
  const tried = catalogue.runner.dryRun(catalogue.owner, createProduct, simpleProduct('tried'));
  const fate = fateOf(tried.then(({ end }) => end()));
  while ((await waitingForLocks()) === 0);
  mayCommit.resolve();
  await first;
  expect(await fate).toBe('duplicate-sku: not-unique');
});

test('a variant that is created while its model changes counts the change too', async () => {
  await seedProducts(catalogue, [productModel('COAT'), coloredModel('COAT', 'red')]);
  await behindLockOn('COAT', [
    () => write(createProduct, sizedVariant('COAT-red', 's')),
    () =>
      write(updateProduct, {
        ref: 'COAT',
        patch: { values: [cellWrite('name', 'Coat', { locale: 'en_US' })] },
      }),
  ]);
  const { completeness } = await stored('COAT-red-s');
  expect(completeness.find(({ channel }) => channel === 'print')).toMatchObject({ missing: [] });
});

test('nothing comes to stand below a model that is deleted at the same time', async () => {
  await seedProducts(catalogue, [productModel('VEST')]);
  const createdFirst = await behindLockOn('VEST', [
    () => fateOf(write(createProduct, coloredModel('VEST', 'red'))),
    () => fateOf(write(deleteProduct, { ref: 'VEST' })),
  ]);
  expect(createdFirst).toEqual(['done', 'has-variants']);
  const deletedFirst = await behindLockOn('VEST', [
    () => fateOf(write(deleteProduct, { ref: 'VEST', force: true })),
    () => fateOf(write(createProduct, coloredModel('VEST', 'blue'))),
  ]);
  expect(deletedFirst).toEqual(['done', 'validation-failed: product-not-found']);
  const { rows } = await catalogue.database.owner.query(
    `SELECT sku FROM public.product WHERE sku LIKE 'VEST%' AND deleted_at IS NULL`,
  );
  expect(rows).toEqual([]);
});

test('a product that is renamed at the same time is written as what it was found as, or not at all', async () => {
  await seedProducts(catalogue, [simpleProduct('BEFORE')]);
  const fates = await behindLockOn('BEFORE', [
    () => fateOf(write(updateProduct, { ref: 'BEFORE', patch: { rename: 'AFTER' } })),
    () => fateOf(write(updateProduct, { ref: 'BEFORE', patch: { values: [cellWrite('stock', 1)] } })),
  ]);
  const { values, version } = await stored('AFTER');
  expect({ fates, version, stock: values.stock }).toEqual({
    fates: ['done', 'not-found'],
    version: 2,
    stock: undefined,
  });
});

const linkTo = (type: string, ref: string) => [{ type, entities: { set: [{ ref }] } }];

/** Configuration that goes and products that begin to use it, both at the same moment. */
const races: readonly {
  readonly what: string;
  readonly prepare: () => Promise<void>;
  readonly goes: () => Promise<unknown>;
  readonly isUsed: (sku: string) => Promise<unknown>;
}[] = [
  {
    what: 'an option',
    prepare: () => seedConfiguration(catalogue, upsertOptions, [{ code: 'pink', optionSet: 'colors' }]),
    goes: () => write(deleteOption, { patch: { code: 'pink', optionSet: 'colors' } }),
    isUsed: (sku) => write(createProduct, { sku, values: [cellWrite('color', 'pink')] }),
  },
  {
    what: 'an attribute',
    prepare: () => seedConfiguration(catalogue, upsertAttributes, [{ code: 'fleeting', type: 'text' }]),
    goes: () => write(deleteAttribute, { patch: { code: 'fleeting' } }),
    isUsed: (sku) => write(createProduct, { sku, values: [cellWrite('fleeting', 'x')] }),
  },
  {
    what: 'an attribute set',
    prepare: () =>
      seedConfiguration(catalogue, upsertAttributeSets, [
        { code: 'fleeting', attributes: [{ code: 'name' }] },
      ]),
    goes: () => write(deleteAttributeSet, { patch: { code: 'fleeting' } }),
    isUsed: (sku) => write(createProduct, { sku, attributeSet: 'fleeting' }),
  },
  {
    what: 'a category',
    prepare: () => seedConfiguration(catalogue, upsertCategories, [{ code: 'fleeting' }]),
    goes: () => write(deleteCategory, { patch: { code: 'fleeting' } }),
    isUsed: (sku) => write(createProduct, { sku, categories: { set: ['fleeting'] } }),
  },
  {
    what: 'an entity',
    prepare: async () => {
      await seedConfiguration(catalogue, upsertEntityTypes, [{ code: 'event' }]);
      await seedConfiguration(catalogue, upsertAssociationTypes, [{ code: 'seen_at' }]);
      const items = [{ entityType: 'event', code: 'fleeting' }];
      await write(upsertEntities, { items, mode: 'upsert', errorPolicy: 'reject_all' });
    },
    goes: () => write(deleteEntity, { entityType: 'event', code: 'fleeting' }),
    isUsed: (sku) => write(createProduct, { sku, associations: linkTo('seen_at', 'event/fleeting') }),
  },
  {
    what: 'an association type',
    prepare: async () => {
      await seedConfiguration(catalogue, upsertAssociationTypes, [{ code: 'fleeting' }]);
      await seedConfiguration(catalogue, upsertEntityTypes, [{ code: 'event' }]);
      const items = [{ entityType: 'event', code: 'lasting' }];
      await write(upsertEntities, { items, mode: 'upsert', errorPolicy: 'reject_all' });
    },
    goes: () => write(deleteAssociationType, { patch: { code: 'fleeting' } }),
    isUsed: (sku) => write(createProduct, { sku, associations: linkTo('fleeting', 'event/lasting') }),
  },
];

test.each(races)('$what is deleted or used, never both', async ({ what, prepare, goes, isUsed }) => {
  const random = seededRandom();
  const fates = new Set<string>();
  for (const round of upTo(shareOf(12))) {
    await prepare();
    const sku = `RACE-${what}-${round}`;
    const tasks = random.shuffle([
      async () => ['goes', await fateOf(goes())],
      async () => ['is used', await fateOf(isUsed(sku))],
    ]);
    const { goes: gone = '', 'is used': used = '' } = Object.fromEntries(
      await Promise.all(tasks.map((task) => task())),
    );
    fates.add(`${gone} / ${used.split(':')[0]}`);
    if (used === 'done') {
      await write(deleteProduct, { ref: sku });
      await catalogue.database.owner.query('DELETE FROM public.product WHERE sku = $1', [sku]);
    }
  }
  expect(
    [...fates].filter((fate) => !['resource-in-use / done', 'done / validation-failed'].includes(fate)),
  ).toEqual([]);
});

test('products are written by the rules before or after a change of configuration, never by a mixture', async () => {
  for (const round of upTo(shareOf(12))) {
    await seedConfiguration(catalogue, upsertLocales, [{ code: 'es_ES', enabled: true }]);
    const [disabled, used] = await Promise.all([
      fateOf(write(updateLocale, { patch: { code: 'es_ES', enabled: false } })),
      fateOf(
        write(
          createProduct,
          simpleProduct(`ES-${round}`, { values: [cellWrite('name', 'x', { locale: 'es_ES' })] }),
        ),
      ),
    ]);
    expect(disabled).toBe('done');
    expect(['done', 'validation-failed: locale-not-enabled']).toContain(used);
  }
  const { rows } = await catalogue.database.owner.query<{ wrong: number }>(
    `SELECT count(*)::int AS wrong FROM ledger.event AS disabled JOIN ledger.event AS created USING (organization_id)
     WHERE disabled.ref = 'es_ES' AND disabled.changes @> '[{"path": "enabled", "new": false}]'
       AND created.ref LIKE 'ES-%' AND created.sequence > disabled.sequence
       AND NOT EXISTS (SELECT 1 FROM ledger.event AS enabled WHERE enabled.ref = 'es_ES'
                       AND enabled.sequence BETWEEN disabled.sequence + 1 AND created.sequence)`,
  );
  expect(rows).toEqual([{ wrong: 0 }]);
});
