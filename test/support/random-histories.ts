// Random histories of a catalogue: what happens, and what was stored after each step.

import { createHash } from 'node:crypto';
import type pg from 'pg';
import { DomainError } from '../../src/kernel/errors.ts';
import type { JsonValue } from '../../src/kernel/json.ts';
import type { WriteOperation } from '../../src/kernel/operation.ts';
import { verbatim } from '../../src/kernel/problems/messages/message.ts';
import type { Session } from '../../src/kernel/session.ts';
import {
  createAssociationType,
  deleteAssociationType,
  upsertAssociationTypes,
} from '../../src/modules/association-type/index.ts';
import { deleteAttribute, upsertAttributes } from '../../src/modules/attribute/index.ts';
import { deleteCategory, upsertCategories } from '../../src/modules/category/index.ts';
import {
  deleteEntity,
  type EntityState,
  restoreEntity,
  upsertEntities,
} from '../../src/modules/entity/index.ts';
import { upsertEntityTypes } from '../../src/modules/entity-type/index.ts';
import {
  deleteProduct,
  type ProductState,
  restoreProduct,
  setProductStatus,
  updateProduct,
  upsertProducts,
} from '../../src/modules/product/index.ts';
import type { OperationRunner } from '../../src/platform/operation/run-operation.ts';
import { cellWrite, coloredModel, productModel, simpleProduct, sizedVariant } from './builders.ts';
import type { TestOrganization } from './catalogue.ts';
import { seedClothingCatalogue, seedConfiguration } from './clothing-catalogue.ts';
import type { SeededRandom } from './seeded-random-from.ts';

/** Where histories happen. */
export interface HistoryContext {
  readonly runner: OperationRunner;
  readonly session: Session;
  readonly owner: pg.Pool;
  /** Removes what is deleted for good, as the worker does. */
  readonly purge: () => Promise<void>;
  /** What the API answers of a product, by its UUID. */
  readonly answer: (id: string) => Promise<unknown>;
}

/** The shop with entities, and links of three kinds. */
export async function seedHistoryContext({ runner, session }: HistoryContext): Promise<void> {
  const catalogue = { runner, owner: session } as TestOrganization;
  await seedClothingCatalogue(catalogue, session);
  const write = (
    upsert: Parameters<typeof seedConfiguration>[1],
    patches: Parameters<typeof seedConfiguration>[2],
  ) => seedConfiguration(catalogue, upsert, patches, session);
  await write(upsertEntityTypes, [{ code: 'maker', hierarchical: true, attributes: ['name'] }]);
  await write(upsertAttributes, [{ code: 'maker', type: 'entity', entityType: 'maker' }]);
  await write(upsertAssociationTypes, [
    { code: 'goes_with' },
    { code: 'twin', twoWay: true },
    { code: 'pack', quantified: true },
  ]);
}

/** What was stored of the objects of a history, by UUID, after a step. */
export interface StepSnapshot {
  readonly sequence: number;
  readonly products: ReadonlyMap<string, string>;
  readonly entities: ReadonlyMap<string, string>;
  /** What the API answered of one of the products. */
  readonly answered: { readonly id: string; readonly answer: unknown } | null;
}

/** A digest of JSON whose keys may be in any order. */
const digestOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(inKeyOrder(value)))
    .digest('base64');

function inKeyOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inKeyOrder);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, inKeyOrder(inner)]));
}

/** The digest of a rebuilt state; the same as that of the copy taken then. */
export function digestOfProduct({ createdAt: _, createdBy: _by, ...state }: ProductState): string {
  const links = Object.fromEntries(state.links);
  return digestOf({ ...state, links, entityLinks: Object.fromEntries(state.entityLinks) });
}

export const digestOfEntity = ({ createdAt: _, createdBy: _by, ...state }: EntityState): string =>
  digestOf(state);

/** Copies what is stored of a history: the rows themselves, read by nothing of the program. */
async function copyOf({ owner, session }: HistoryContext, name: string): Promise<StepSnapshot> {
  const parameters = [session.organizationId, `${name}-%`];
  const read = async (sql: string) => (await owner.query<Record<string, JsonValue>>(sql, parameters)).rows;
  const [counter] = await read(
    'SELECT last_sequence::int AS last, $2 AS name FROM ledger.counter WHERE organization_id = $1',
  );
  const products = await read(
    `SELECT id, deleted_at IS NOT NULL AS "isDeleted", version, sku, type, parent_id AS "parentId",
            CASE WHEN parent_id IS NULL THEN attribute_set END AS "attributeSet", variant_layout AS "variantLayout",
            status, channels, categories, tags, external_refs AS "externalRefs", "values",
            (SELECT coalesce(json_object_agg(type, list), '{}') FROM (
               SELECT type, json_agg(json_build_object('targetId', target_id, 'quantity', quantity)
                                     ORDER BY sort_order, target_id) AS list
               FROM product_association WHERE organization_id = $1 AND source_id = product.id GROUP BY type) AS one
            ) AS links,
            (SELECT coalesce(json_object_agg(type, list), '{}') FROM (
               SELECT type, json_agg(entity_id ORDER BY sort_order, entity_id) AS list
               FROM product_entity_association WHERE organization_id = $1 AND source_id = product.id GROUP BY type) AS one
            ) AS "entityLinks"
     FROM product WHERE organization_id = $1 AND sku LIKE $2`,
  );
  const entities = await read(
    `SELECT id, deleted_at IS NOT NULL AS "isDeleted", version, entity_type AS "entityType", code, labels, active,
            parent_id AS "parentId", "values" FROM entity WHERE organization_id = $1 AND code LIKE $2`,
  );
  const digests = (rows: typeof products) => new Map(rows.map((row) => [String(row.id), digestOf(row)]));
  return {
    sequence: Number(counter?.last),
    products: digests(products),
    entities: digests(entities),
    answered: null,
  };
}

/** A long text: 240 kB of UTF-8. */
const longText = (random: SeededRandom) => `${random.integer(0, 99)} ${'😀'.repeat(60_000)}`;

const COLORS = ['red', 'blue', 'green'];
const SIZES = ['s', 'm', 'l'];
const TYPES = ['goes_with', 'twin', 'pack'];

/** One random history. */
export class RandomHistory {
  /** What was stored after each step. */
  readonly snapshots: StepSnapshot[] = [];
  readonly #scene: HistoryContext;
  readonly #random: SeededRandom;
  readonly #name: string;
  #made = 0;

  /** @param name begins the SKUs and codes of its objects, so that histories of one organization do not meet */
  constructor(scene: HistoryContext, random: SeededRandom, name: string) {
    this.#scene = scene;
    this.#random = random;
    this.#name = name;
  }

  /** Takes random steps; what is refused is no step. Answers how many were taken. */
  async live(steps: number): Promise<number> {
    await this.#begin();
    this.snapshots.push(await copyOf(this.#scene, this.#name));
    let taken = 0;
    for (let step = 0; step < steps; step += 1) {
      const isTaken = await this.#random
        .pick(this.#steps)()
        .catch((error: unknown) => {
          if (error instanceof DomainError) return false;
          throw error;
        });
      if (isTaken === false) continue;
      taken += 1;
      const snapshot = await copyOf(this.#scene, this.#name);
      const id = this.#random.pick([...snapshot.products.keys()]);
      this.snapshots.push({ ...snapshot, answered: { id, answer: await this.#scene.answer(id) } });
    }
    return taken;
  }

  /** Steps by how often they are taken. */
  readonly #steps: readonly (() => Promise<unknown>)[] = [
    ...Array.from({ length: 6 }, () => () => this.#writeCells()),
    ...Array.from({ length: 3 }, () => () => this.#writeProperties()),
    ...Array.from({ length: 4 }, () => () => this.#link()),
    ...Array.from({ length: 3 }, () => () => this.#move()),
    ...Array.from({ length: 2 }, () => () => this.#deleteProduct()),
    ...Array.from({ length: 5 }, () => () => this.#restoreProduct()),
    ...Array.from({ length: 3 }, () => () => this.#writeEntity()),
    () => this.#rename(),
    () => this.#setStatus(),
    () => this.#changeSet(),
    () => this.#writeLongText(),
    () => this.#writeMany(),
    () => this.#deleteEntity(),
    () => this.#restoreEntity(),
    () => this.#endConfiguration(),
    () => this.#purge(),
  ];

  async #begin(): Promise<void> {
    const name = (word: string) => `${this.#name}-${word}`;
    await this.#upsert([
      ...['A', 'B'].flatMap((letter) => [
        productModel(name(letter), {
          values: [cellWrite('name', letter, { locale: 'en_US' }), cellWrite('brand', letter)],
        }),
        coloredModel(name(letter), 'red'),
        sizedVariant(name(`${letter}-red`), 's'),
        sizedVariant(name(`${letter}-red`), 'm'),
      ]),
      productModel(name('C'), { variantLayout: 'by_size' }),
      simpleProduct(name('ONE')),
      simpleProduct(name('TWO')),
      simpleProduct(name('THREE'), { attributeSet: 'clothing', values: [cellWrite('size', 'm')] }),
    ]);
    for (const code of ['x', 'y', 'z']) await this.#upsertEntity(name(code), { labels: { en_US: code } });
  }

  #run<Input, Output>(operation: WriteOperation<never, Input, Output>, input: Input): Promise<unknown> {
    const { runner, session } = this.#scene;
    return runner.write(session, operation as never, input);
  }

  #upsert(items: readonly object[]): Promise<unknown> {
    return this.#run(upsertProducts as never, { items, mode: 'upsert', errorPolicy: 'reject_all' });
  }

  #upsertEntity(code: string, patch: object): Promise<unknown> {
    const items = [{ entityType: 'maker', code, ...patch }];
    return this.#run(upsertEntities as never, { items, mode: 'upsert', errorPolicy: 'reject_all' });
  }

  /** Keys of stored objects of this history. */
  async #keys(table: 'product' | 'entity', condition: string): Promise<readonly string[]> {
    const key = table === 'product' ? 'sku' : 'code';
    const { rows } = await this.#scene.owner.query<{ key: string }>(
      `SELECT ${key} AS key FROM ${table} WHERE organization_id = $1 AND ${key} LIKE $2 AND ${condition} ORDER BY 1`,
      [this.#scene.session.organizationId, `${this.#name}-%`],
    );
    return rows.map((row) => row.key);
  }

  async #one(table: 'product' | 'entity', condition = 'deleted_at IS NULL'): Promise<string> {
    const keys = await this.#keys(table, condition);
    if (keys.length === 0) throw new NothingToDo();
    return this.#random.pick(keys);
  }

  async #update(ref: string, patch: object): Promise<unknown> {
    return this.#run(updateProduct as never, { ref, patch });
  }

  async #writeCells(): Promise<unknown> {
    const random = this.#random;
    const word = () => (random.integer(0, 3) === 0 ? null : `word ${random.integer(0, 5)}`);
    const some = [
      () => cellWrite('name', word(), { locale: random.pick(['en_US', 'de_DE', 'fr_FR']) }),
      () => cellWrite('brand', word()),
      () => cellWrite('description', word(), { locale: random.pick(['en_US', 'de_DE']), channel: 'web' }),
      () => cellWrite('price', random.pick([null, [{ amount: '5', currency: 'EUR' }]])),
      () => cellWrite('washable', random.pick([null, true, false])),
      () => cellWrite('color', random.pick([null, ...COLORS])),
      () => cellWrite('size', random.pick(SIZES)),
      () => cellWrite('stock', random.pick([null, 1, 2])),
      () => cellWrite('ean', random.pick([null, `${this.#name} ${random.integer(0, 9)}`])),
    ];
    const values = [random.pick(some)(), ...(random.integer(0, 1) === 0 ? [random.pick(some)()] : [])];
    return this.#update(await this.#one('product'), { values });
  }

  async #writeLongText(): Promise<unknown> {
    const values = [cellWrite('description', longText(this.#random), { locale: 'en_US', channel: 'web' })];
    return this.#update(await this.#one('product', `attribute_set = 'clothing' AND deleted_at IS NULL`), {
      values,
    });
  }

  async #writeProperties(): Promise<unknown> {
    const random = this.#random;
    return this.#update(
      await this.#one('product'),
      random.pick<object>([
        { categories: { set: random.pick([[], ['sale'], ['clothes', 'sale']]) } },
        { channels: random.pick([null, { set: ['web'] }, { set: ['print', 'web'] }]) },
        { tags: { set: random.pick([[], ['new'], ['New', 'old']]) } },
        {
          externalRefs: random.pick([
            null,
            [{ system: random.pick(['erp', 'ERP', 'shop']), id: this.#next() }],
          ]),
        },
      ]),
    );
  }

  #next(): string {
    this.#made += 1;
    return `${this.#name}-N${this.#made}`;
  }

  async #rename(): Promise<unknown> {
    const sku = await this.#one('product');
    // An SKU that another product gave up, or a new one.
    const other = this.#random.integer(0, 1) === 0 ? this.#next() : `${this.#name}-FREE`;
    return this.#update(sku, { rename: other });
  }

  async #setStatus(): Promise<unknown> {
    const status = this.#random.pick(['draft', 'in_review', 'archived'] as const);
    return this.#run(setProductStatus as never, { ref: await this.#one('product'), status });
  }

  async #changeSet(): Promise<unknown> {
    const set = this.#random.pick([null, 'accessories', 'clothing']);
    const where = `parent_id IS NULL AND type = 'simple' AND deleted_at IS NULL`;
    return this.#update(await this.#one('product', where), { attributeSet: set });
  }

  /** To another model, out of a family, or into one. */
  async #move(): Promise<unknown> {
    const random = this.#random;
    const isOut = random.integer(0, 2) === 0;
    const ref = await this.#one(
      'product',
      isOut ? `type = 'variant' AND deleted_at IS NULL` : `type <> 'model' AND deleted_at IS NULL`,
    );
    const models = await this.#keys('product', `type = 'model' AND deleted_at IS NULL`);
    if (models.length === 0) throw new NothingToDo();
    const values = isOut ? [] : [cellWrite('size', random.pick(SIZES))];
    return this.#update(ref, { parent: isOut ? null : random.pick(models), values });
  }

  async #link(): Promise<unknown> {
    const random = this.#random;
    const ref = await this.#one('product');
    const type = random.pick(TYPES);
    const how = random.pick(['set', 'add', 'remove'] as const);
    if (type === 'goes_with' && random.integer(0, 2) === 0) {
      const entity = `maker/${await this.#one('entity')}`;
      const entities = { [how]: how === 'remove' ? [entity] : [{ ref: entity }] };
      return this.#update(ref, { associations: [{ type, entities }] });
    }
    const others = (await this.#keys('product', 'deleted_at IS NULL')).filter((sku) => sku !== ref);
    const targets = random.shuffle(others).slice(0, random.integer(how === 'set' ? 0 : 1, 3));
    const links = targets.map((target) =>
      type === 'pack' ? { ref: target, quantity: random.integer(1, 3) } : { ref: target },
    );
    const products = { [how]: how === 'remove' ? targets : links };
    return this.#update(ref, { associations: [{ type, products }] });
  }

  /** Several products in one transaction, new ones among them. */
  async #writeMany(): Promise<unknown> {
    const sku = this.#next();
    const other = await this.#one('product', `type = 'simple' AND deleted_at IS NULL`);
    return this.#upsert([
      simpleProduct(sku, { associations: [{ type: 'twin', products: { add: [{ ref: other }] } }] }),
      { sku: other, tags: { add: [`tag ${this.#random.integer(0, 9)}`] } },
      { sku, categories: { set: ['sale'] } },
    ]);
  }

  async #deleteProduct(): Promise<unknown> {
    return this.#run(deleteProduct as never, { ref: await this.#one('product'), force: true });
  }

  async #restoreProduct(): Promise<unknown> {
    return this.#run(restoreProduct as never, { ref: await this.#one('product', 'deleted_at IS NOT NULL') });
  }

  async #writeEntity(): Promise<unknown> {
    const random = this.#random;
    const keys = await this.#keys('entity', 'deleted_at IS NULL');
    const code = random.integer(0, 3) === 0 || keys.length === 0 ? this.#next() : random.pick(keys);
    return this.#upsertEntity(
      code,
      random.pick<object>([
        { labels: { [random.pick(['en_US', 'de_DE'])]: random.pick([null, 'Label', 'Other']) } },
        { active: random.pick([true, false]) },
        { parent: random.pick([null, ...keys.filter((key) => key !== code)]) },
        { values: [cellWrite('name', random.pick([null, 'Name', 'Nom']), { locale: 'en_US' })] },
      ]),
    );
  }

  async #deleteEntity(): Promise<unknown> {
    return this.#run(deleteEntity as never, { entityType: 'maker', code: await this.#one('entity') });
  }

  async #restoreEntity(): Promise<unknown> {
    const code = await this.#one('entity', 'deleted_at IS NOT NULL');
    return this.#run(restoreEntity as never, { entityType: 'maker', code });
  }

  /** Makes an attribute, a category or an association type, uses it, and deletes it once nothing uses it any more. */
  async #endConfiguration(): Promise<unknown> {
    const code = this.#next().replaceAll('-', '_').toLowerCase();
    const ref = await this.#one('product', `type = 'simple' AND deleted_at IS NULL`);
    const other = await this.#one('product', `sku <> '${ref}' AND deleted_at IS NULL`);
    const catalogue = { runner: this.#scene.runner, owner: this.#scene.session } as TestOrganization;
    const gone = (operation: unknown) => this.#run(operation as never, { patch: { code } });
    const keep = async () => this.snapshots.push(await copyOf(this.#scene, this.#name));
    switch (this.#random.integer(0, 2)) {
      case 0:
        await this.#update(ref, { attributeSet: null });
        await seedConfiguration(catalogue, upsertAttributes, [{ code, type: 'text' }]);
        await this.#update(ref, { values: [cellWrite(code, 'soon gone')] });
        await keep();
        await this.#update(ref, { values: [cellWrite(code, null)] });
        return gone(deleteAttribute);
      case 1:
        await seedConfiguration(catalogue, upsertCategories, [{ code, parent: 'shop' }]);
        await this.#update(ref, { categories: { add: [code] } });
        await keep();
        await this.#update(ref, { categories: { remove: [code] } });
        return gone(deleteCategory);
      default: {
        await this.#run(createAssociationType as never, { code });
        const links = (how: object) => ({ associations: [{ type: code, products: how }] });
        await this.#update(ref, links({ add: [{ ref: other }] }));
        await keep();
        await this.#update(ref, links({ set: [] }));
        return gone(deleteAssociationType);
      }
    }
  }

  /** Lets 30 days pass for one deleted object and what went with it. */
  async #purge(): Promise<unknown> {
    const { owner, session, purge } = this.#scene;
    const table = this.#random.pick(['product', 'entity'] as const);
    const key = await this.#one(table, 'deleted_at IS NOT NULL');
    const rows = table === 'product' ? 'sku LIKE $2' : 'code = $2';
    await owner.query(
      `UPDATE ${table} SET deleted_at = deleted_at - interval '40 days'
       WHERE organization_id = $1 AND deleted_at IS NOT NULL AND ${rows}`,
      [session.organizationId, table === 'product' ? `${key}%` : key],
    );
    return purge();
  }
}

/** A step that needs what there is not. */
class NothingToDo extends DomainError {
  override readonly kind = 'invalid';
  constructor() {
    super('validation-failed', verbatim('There is nothing to do.'));
  }
}
