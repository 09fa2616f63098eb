// Risk: some order of changes leaves something behind when all of them are taken back.
// REVERT_HISTORIES=60 for more of them, TEST_SEED for other ones.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { DomainError } from '../../../src/kernel/errors.ts';
import type { WriteContext, WriteOperation } from '../../../src/kernel/operation.ts';
import type { Session } from '../../../src/kernel/session.ts';
import { upsertAssociationTypes } from '../../../src/modules/association-type/index.ts';
import { createProduct, deleteProduct, updateProduct } from '../../../src/modules/product/index.ts';
import { restoreProduct } from '../../../src/modules/product/revert/restore-product.ts';
import { revertChanges } from '../../../src/modules/revert/index.ts';
import { readCellWrites } from '../../../src/modules/values/index.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from '../../support/clothing-catalogue.ts';

const HISTORIES = Number(process.env.REVERT_HISTORIES ?? 12);
const FIRST = Number(process.env.TEST_SEED ?? 1);
const CHANGES = 40;

let catalogue: TestOrganization;
/** What products are, to those who read them. */
let digest: () => Promise<unknown>;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  await seedClothingCatalogue(catalogue);
  await seedConfiguration(catalogue, upsertAssociationTypes, [
    { code: 'UPSELL' },
    { code: 'PAIR', twoWay: true },
    { code: 'PACK', quantified: true },
  ]);
  digest = async () =>
    (
      await catalogue.database.owner.query(
        `SELECT product.sku, product.type, product.attribute_set, product.variant_layout, parent.sku AS parent,
                product.status, product.channels, product.categories, product.tags, product."values",
                product.external_refs, product.completeness,
                ARRAY(SELECT concat_ws(' ', link.type, target.sku, link.quantity)
                      FROM public.product_association AS link JOIN public.product AS target ON target.id = link.target_id
                      WHERE link.source_id = product.id AND target.deleted_at IS NULL
                      ORDER BY link.type, link.sort_order, link.target_id) AS links
         FROM public.product LEFT JOIN public.product AS parent ON parent.id = product.parent_id
         WHERE product.deleted_at IS NULL ORDER BY product.sku`,
      )
    ).rows;
});
afterAll(() => catalogue.close());

/** Numbers from 0 to 1 that a seed determines (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Chooser {
  pick<Item>(items: readonly Item[]): Item;
  some<Item>(items: readonly Item[]): Item[];
}

function chooserOf(seed: number): Chooser {
  const random = randomOf(seed);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const shuffled = <Item>(items: readonly Item[]) =>
    items
      .map((item) => ({ item, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  return { pick, some: (items) => shuffled(items).slice(0, Math.floor(random() * 4)) };
}

type Write = readonly [operation: unknown, input: object];

/** One write of a product of a history; many of them are refused. */
function writeOf({ pick, some }: Chooser, seed: number, ids: readonly string[]): Write {
  const skus = Array.from({ length: 9 }, (_, index) => `H${seed}-${index}`);
  const sku = pick(skus);
  const values = (input: object) => ({ values: readCellWrites(input as never).writes });
  const links = () => some(skus.filter((other) => other !== sku)).map((ref) => ({ ref }));
  const update = (patch: object): Write => [updateProduct, { ref: sku, patch }];
  return pick<() => Write>([
    () => [createProduct, { sku, attributeSet: pick(['clothing', 'accessories']) }],
    () => [createProduct, { sku, type: 'model', attributeSet: 'clothing', variantLayout: 'by_size' }],
    () => [createProduct, { sku, parent: pick(skus), ...values({ size: { value: pick(['s', 'm', 'l']) } }) }],
    () => [deleteProduct, { ref: sku, force: pick([true, false]) }],
    () => [restoreProduct, { ref: pick([sku, ...ids]) }],
    () => update({ rename: pick(skus) }),
    () => update({ parent: pick([null, ...skus]), ...values({ size: { value: pick(['s', 'm', 'l']) } }) }),
    () => update({ attributeSet: pick(['clothing', 'accessories']) }),
    () => update({ status: pick(['draft', 'in_review', 'archived']) }),
    () => update({ tags: { add: some(['a', 'b', 'c']), remove: some(['a', 'b', 'c']) } }),
    () => update({ categories: { set: some(['clothes', 'sale', 'shop']) } }),
    () => update({ channels: pick([null, { set: some(['web', 'print']) }]) }),
    () => update(values({ ean: pick([null, { value: `${seed}${pick([1, 2])}` }]) })),
    () => update(values({ name: { locale: pick(['en_US', 'de_DE']), value: pick([null, 'One', 'Two']) } })),
    () =>
      update(values({ stock: { value: pick([null, 1, 2]) }, color: { value: pick([null, 'red', 'blue']) } })),
    () => update({ externalRefs: [{ system: 'erp', id: pick([null, `${seed}-1`, `${seed}-2`]) }] }),
    () => update({ associations: [{ type: 'UPSELL', products: { set: links() } }] }),
    () => update({ associations: [{ type: 'PAIR', products: { set: links() } }] }),
    () => update({ associations: [{ type: 'PAIR', products: { add: links() } }] }),
    () =>
      update({
        associations: [
          { type: 'PACK', products: { set: links().map((link) => ({ ...link, quantity: pick([1, 2]) })) } },
        ],
      }),
  ])();
}

async function write(session: Session, [operation, input]: Write): Promise<string[]> {
  try {
    const { output } = await catalogue.runner.write(
      session,
      operation as WriteOperation<WriteContext, object, { id?: string }>,
      input,
    );
    return output.id === undefined ? [] : [output.id];
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
}

test.each(Array.from({ length: HISTORIES }, (_, index) => index + FIRST))(
  'history %i is as before when its second half is taken back, and as after when that is taken back',
  async (seed) => {
    const { runner, owner } = catalogue;
    const chooser = chooserOf(seed);
    const ids: string[] = [];
    const history = async (session: Session) => {
      for (let change = 0; change < CHANGES; change += 1)
        ids.push(...(await write(session, writeOf(chooser, seed, ids))));
    };
    await history(owner);
    const before = await digest();
    await history({ ...owner, requestId: `history-${seed}` });
    const after = await digest();
    const revert = async (of: string, by: string) => {
      const { output } = await runner.write({ ...owner, requestId: by }, revertChanges, {
        selection: { requestId: of },
        onConflict: 'skip',
        webhooks: 'summary',
        dryRun: false,
      });
      return output.report?.conflicts.map(({ ref, path, code, message }) => ({ ref, path, code, message }));
    };
    expect(await revert(`history-${seed}`, `undo-${seed}`)).toEqual([]);
    expect(await digest()).toEqual(before);
    expect(await revert(`undo-${seed}`, `redo-${seed}`)).toEqual([]);
    expect(await digest()).toEqual(after);
  },
);
