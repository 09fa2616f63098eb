// Risk: an undo claims success although a rule rejects the earlier state, or changes something all the same.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeId } from '../../../src/kernel/ids.ts';
import type { WriteContext, WriteOperation } from '../../../src/kernel/operation.ts';
import { createEntity } from '../../../src/modules/entity/index.ts';
import {
  createProduct,
  deleteProduct,
  setProductStatus,
  updateProduct,
  upsertProducts,
} from '../../../src/modules/product/index.ts';
import { revertChanges } from '../../../src/modules/revert/index.ts';
import { readCellWrites } from '../../../src/modules/values/index.ts';
import { seedBrands } from '../../support/brands.ts';
import { createImportHarnessWithCatalogue } from '../../support/imports.ts';

/** Properties and values of a product: `{ status: 'draft', ean: '2' }`. */
type Row = Readonly<Record<string, string>>;
type Selection = { readonly requestId: string } | { readonly jobId: string };

let shop: Awaited<ReturnType<typeof createImportHarnessWithCatalogue>>;
beforeAll(async () => {
  shop = await createImportHarnessWithCatalogue();
  await seedBrands(shop.catalogue);
});
afterAll(() => shop?.close());

let requests = 0;
async function write(operation: unknown, input: unknown): Promise<Selection> {
  requests += 1;
  const requestId = `rejected-${requests}`;
  const session = { ...shop.catalogue.owner, requestId };
  await shop.catalogue.runner.write(
    session,
    operation as WriteOperation<WriteContext, unknown, object>,
    input,
  );
  return { requestId };
}

const PROPERTIES = ['sku', 'status', 'parent', 'type', 'attributeSet', 'variantLayout', 'channels'];

/** Returns the input of a write of a product. */
function toInput(row: Row): object {
  const entries = Object.entries(row).map(([key, text]) => [
    key,
    key === 'channels' ? { set: [text] } : text,
  ]);
  const values = entries.filter(([key]) => !PROPERTIES.includes(String(key)));
  return {
    ...Object.fromEntries(entries.filter(([key]) => PROPERTIES.includes(String(key)))),
    values: readCellWrites(
      Object.fromEntries(
        values.map(([key, value]) => [key, key === 'name' ? { value, locale: 'en_US' } : value]),
      ) as never,
    ).writes,
  };
}
const create = (row: Row) => write(createProduct, toInput(row));
const update = (ref: string, row: Row) => write(updateProduct, { ref, patch: toInput(row) });
const toColumn = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The ways in which a row of a product is written; each resolves with the selection of its change. */
const WRITES: Readonly<Record<string, (sku: string, row: Row) => Promise<Selection>>> = {
  'an edit': (sku, { sku: rename, ...row }) =>
    write(updateProduct, {
      ref: sku,
      patch: { ...toInput(row), ...(rename === undefined ? {} : { rename }) },
    }),
  'a bulk edit': (sku, row) =>
    write(upsertProducts, {
      items: [{ sku, ...toInput(row) }],
      mode: 'upsert',
      errorPolicy: 'reject_all',
    }),
  'an import': async (sku, row) => {
    const entries = Object.entries({ sku, ...row });
    const lines = [entries.map(([key]) => toColumn(key)), entries.map(([, text]) => text)];
    const { id, failed } = await shop.run(`${lines.map((cells) => cells.join(';')).join('\n')}\n`);
    expect(failed).toBe(0);
    return { jobId: encodeId('Job', id) };
  },
};

/** A change and what stands in its way since; the way back is rejected with the code. */
interface Rejection {
  readonly before?: () => Promise<unknown>;
  readonly change: () => Promise<Selection>;
  readonly since: () => Promise<unknown>;
  readonly conflicts: readonly string[];
}

let families = 0;
/** SKUs of their own for each case. */
const nextSku = () => {
  families += 1;
  return `X-${families}`;
};
const clothing = { attributeSet: 'clothing' };
const model = (sku: string, more: Row = {}) =>
  create({ sku, type: 'model', ...clothing, variantLayout: 'by_size', ...more });
const variant = (parent: string, size: string, more: Row = {}) =>
  create({ sku: `${parent}-${size}`, parent, size, ...more });

/** Creates two models, and a variant below the first one. */
const twoModels = async (from: string, to: string, ofModels: Row = {}, ofVariant: Row = {}) => {
  await model(from, ofModels);
  await model(to, ofModels);
  await variant(from, 's', ofVariant);
};

/** What each way has written, and what stands in the way back. */
const written = Object.entries(WRITES).flatMap(([way, apply]): [string, () => Rejection][] => [
  [
    `the status that ${way} changed, by completeness`,
    () => {
      const sku = nextSku();
      return {
        before: () => create({ sku, ...clothing, channels: 'print', status: 'published', name: 'x' }),
        change: () => apply(sku, { status: 'draft' }),
        since: () => update(sku, { channels: 'web' }),
        conflicts: [`${sku} status value-not-allowed`],
      };
    },
  ],
  [
    `the unique value that ${way} changed, by the product that has it now`,
    () => {
      const sku = nextSku();
      return {
        before: () => create({ sku, ...clothing, ean: `${sku}-old` }),
        change: () => apply(sku, { ean: `${sku}-new` }),
        since: () => create({ sku: `${sku}-other`, ...clothing, ean: `${sku}-old` }),
        conflicts: [`${sku} values.ean not-unique`],
      };
    },
  ],
  [
    `the axis value that ${way} changed, by the variant that has it now`,
    () => {
      const sku = nextSku();
      return {
        before: async () => {
          await model(sku);
          await variant(sku, 's');
        },
        change: () => apply(`${sku}-s`, { size: 'm' }),
        since: () => create({ sku: `${sku}-other`, parent: sku, size: 's' }),
        conflicts: [`${sku}-s values.size validation-failed`],
      };
    },
  ],
  [
    `the model that ${way} moved a variant from, by the variant that is in its place now`,
    () => {
      const [from, to] = [nextSku(), nextSku()];
      return {
        before: () => twoModels(from, to),
        change: () => apply(`${from}-s`, { parent: to }),
        since: () => create({ sku: `${from}-other`, parent: from, size: 's' }),
        conflicts: [`${from}-s parent validation-failed`],
      };
    },
  ],
  [
    `the model that ${way} created, by the variant below it`,
    () => {
      const sku = nextSku();
      return {
        change: () =>
          way === 'an edit'
            ? model(sku)
            : apply(sku, { type: 'model', ...clothing, variantLayout: 'by_size' }),
        since: () => variant(sku, 's'),
        conflicts: [`${sku} null has-variants`],
      };
    },
  ],
  [
    `the model that ${way} moved a variant from, by its deletion`,
    () => {
      const [from, to] = [nextSku(), nextSku()];
      return {
        before: () => twoModels(from, to),
        change: () => apply(`${from}-s`, { parent: to }),
        since: () => write(deleteProduct, { ref: from }),
        conflicts: [`${from}-s parent product-not-found`],
      };
    },
  ],
  [
    `the model that ${way} moved a published variant from, by its status`,
    () => {
      const [from, to] = [nextSku(), nextSku()];
      const published = { channels: 'print', status: 'published', name: 'x' };
      return {
        before: () => twoModels(from, to, published, { status: 'published' }),
        change: () => apply(`${from}-s`, { parent: to }),
        since: () => write(setProductStatus, { ref: from, status: 'draft' }),
        conflicts: [`${from}-s parent not-publishable`],
      };
    },
  ],
]);

/** Changes that are made in one way only. */
const others: [string, () => Rejection][] = [
  [
    'a status that was set, by completeness',
    () => {
      const sku = nextSku();
      return {
        before: () => create({ sku, ...clothing, channels: 'print', status: 'published', name: 'x' }),
        change: () => write(setProductStatus, { ref: sku, status: 'draft' }),
        since: () => update(sku, { channels: 'web' }),
        conflicts: [`${sku} status value-not-allowed`],
      };
    },
  ],
  ...(['sku', 'ean'] as const).map((key): [string, () => Rejection] => [
    `a deletion, by the product that has its ${key} now`,
    () => {
      const sku = nextSku();
      return {
        before: () => create({ sku, ...clothing, ean: sku }),
        change: () => write(deleteProduct, { ref: sku }),
        since: () => create({ sku: `${sku}-other`, ...clothing, [key]: sku }),
        conflicts: [`${sku} null ${key === 'sku' ? 'duplicate-sku' : 'not-unique'}`],
      };
    },
  ]),
  [
    'a deletion of a variant, by the variant that is in its place now',
    () => {
      const sku = nextSku();
      return {
        before: async () => {
          await model(sku);
          await variant(sku, 's');
        },
        change: () => write(deleteProduct, { ref: `${sku}-s` }),
        since: () => create({ sku: `${sku}-other`, parent: sku, size: 's' }),
        conflicts: [`${sku}-s null axis-duplicate`],
      };
    },
  ],
  [
    'a deletion of a variant, by that of its model',
    () => {
      const sku = nextSku();
      return {
        before: async () => {
          await model(sku);
          await variant(sku, 's');
        },
        change: () => write(deleteProduct, { ref: `${sku}-s` }),
        since: () => write(deleteProduct, { ref: sku }),
        conflicts: [`${sku}-s null resource-in-use`],
      };
    },
  ],
  [
    'a creation of an entity, by the product that names it',
    () => {
      const sku = nextSku();
      return {
        change: () => write(createEntity, { entityType: 'brand', code: 'named' }),
        since: () => create({ sku, attributeSet: 'branded', made_by: 'named' }),
        conflicts: ['named null resource-in-use'],
      };
    },
  ],
];

test.each([...written, ...others])('%s: it is reported, and nothing changes', async (_what, toRejection) => {
  const { before, change, since, conflicts } = toRejection();
  await before?.();
  const selection = await change();
  await since();
  const present = await shop.productHash();
  const { runner, owner } = shop.catalogue;
  const { output } = await runner.write(owner, revertChanges, {
    selection,
    onConflict: 'skip',
    webhooks: 'summary',
    dryRun: false,
  });
  const { report } = output;
  if (report === null) throw new Error('It became a job.');
  expect(report.conflicts.map(({ ref, path, code }) => `${ref} ${path} ${code}`)).toEqual(conflicts);
  expect(report).toMatchObject({ updated: 0, deleted: 0, restored: 0, skipped: conflicts.length });
  for (const { message } of report.conflicts) expect(message).toMatch(/^\S.*[.?]$/);
  expect(await shop.productHash()).toBe(present);
});
