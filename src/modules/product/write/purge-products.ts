import type { StoredChange } from '../../../kernel/change.ts';
import { Conflict } from '../../../kernel/errors.ts';
import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { restoreWindowStart } from '../../../platform/operation/restore-window.ts';
import { entityName } from '../../entity-reference/index.ts';
import { NO_VALUES, valueChanges } from '../../values/index.ts';
import { type LoadedLink, loadStoredLinks } from '../links/association.store.ts';
import { associationChange } from '../links/associations.ts';
import { type LoadedEntityLink, loadEntityLinks } from '../links/entity-link.store.ts';
import { entityAssociationChange } from '../links/entity-links.ts';
import { refChanges } from '../links/external-refs.ts';
import type { Link } from '../model/links.ts';
import { productRows } from '../model/product.store.ts';
import type { ProductRow } from '../model/product-row.ts';
import { eventData } from './emit.ts';
import { propertyChanges } from './patch-properties.ts';
import {
  deleteLinks,
  lockDeletedFamilies,
  lockForPurge,
  lockLinkingProducts,
  type PurgeableProduct,
} from './purge-products.store.ts';

/** Maximum number of products that lose links in one transaction. */
const MAXIMUM_SOURCES = 500;

/**
 * Removes products for good that were deleted too long ago to come back. Their events say what they held last; those that
 * had links to them, which nobody could see any more, have events too. Of families the lower ones go first, so ask again
 * until there is nothing more.
 */
export const purgeProducts = defineWrite({
  name: 'purgeProducts',
  scope: 'products:write',
  effect: 'destroy',
  retry: 'safe',
  errors: [],
  async handler(
    context: WriteContext,
    { limit }: { readonly limit: number },
  ): Promise<{ readonly purged: number; readonly hasMore: boolean }> {
    return purgeSome(context, limit);
  },
});

/** Rounds of 1,000 products of one transaction. */
const MAXIMUM_ROUNDS = 3;

/** Removes all of them. @throws Conflict while there are more than one transaction takes: they go every hour */
export async function purgeAllProducts(context: WriteContext): Promise<void> {
  for (let round = 0; round < MAXIMUM_ROUNDS; round += 1)
    if (!(await purgeSome(context, 1_000)).hasMore) return;
  const detail = localized('purge-running');
  throw new Conflict('resource-in-use', detail);
}

/**
 * Removes deleted products for good before their time: those that keep an object from being deleted, with the others of
 * their families among `ids`. Returns true if any was removed.
 */
export async function purgeDeletedProducts(
  context: WriteContext,
  ids: readonly string[],
  blockers: readonly string[],
): Promise<boolean> {
  for (let isAnyPurged = false; ; isAnyPurged = true) {
    const products = await lockDeletedFamilies(context, ids, blockers);
    if (products.length === 0) return isAnyPurged;
    await purge(context, products);
  }
}

async function purgeSome(context: WriteContext, limit: number) {
  return purge(context, await lockForPurge(context, restoreWindowStart(context.now), limit));
}

async function purge(context: WriteContext, purgedProducts: readonly PurgeableProduct[]) {
  if (purgedProducts.length === 0) return { purged: 0, hasMore: false };
  const sources = await lockLinkingProducts(
    context,
    purgedProducts.map(({ id }) => id),
    MAXIMUM_SOURCES,
  );
  if (sources.length > 0) await removeLinks(context, sources, purgedProducts);
  // The others are for the next transaction, which finds fewer sources.
  if (sources.length === MAXIMUM_SOURCES) return { purged: 0, hasMore: true };
  await remove(context, purgedProducts);
  return { purged: purgedProducts.length, hasMore: true };
}

/** Removes the links from products to those that go. */
async function removeLinks(
  context: WriteContext,
  sources: readonly ProductRow[],
  purgedProducts: readonly PurgeableProduct[],
): Promise<void> {
  const skuById = new Map(purgedProducts.map(({ id, sku }) => [id, sku]));
  const ids = sources.map(({ id }) => id);
  const links = await loadStoredLinks(context, context.session.organizationId, ids);
  deleteLinks(context, ids, [...skuById.keys()]);
  const bySource = Map.groupBy(links, ({ sourceId }) => sourceId);
  for (const row of sources) {
    const lists = Map.groupBy(bySource.get(row.id) ?? [], ({ type }) => type);
    const changes = [...lists].flatMap(([type, list]) => {
      const after = list.filter(({ targetId }) => !skuById.has(targetId));
      if (after.length === list.length) return [];
      const showLink = (link: LoadedLink) => toLink(link, link.targetDeleted && !skuById.has(link.targetId));
      return [associationChange(type, [list.map(showLink), after.map(showLink)], skuIn(list))];
    });
    emit(context, 'updated', row, changes);
  }
}

/** Removes products, and returns what they held. */
async function remove(context: WriteContext, purgedProducts: readonly PurgeableProduct[]): Promise<void> {
  const { organizationId } = context.session;
  const ids = purgedProducts.map(({ id }) => id);
  const links = Map.groupBy(await loadStoredLinks(context, organizationId, ids), ({ sourceId }) => sourceId);
  const entityLinks = Map.groupBy(
    await loadEntityLinks(context, organizationId, ids),
    ({ sourceId }) => sourceId,
  );
  productRows.remove(context, ids);
  for (const row of purgedProducts) {
    const changes = [
      ...propertyChanges(row, null, () => row.parentSku ?? undefined),
      ...refChanges(row.externalRefs, []),
      ...valueChanges(row.values, NO_VALUES),
      ...lastLinks(links.get(row.id) ?? []),
      ...lastEntityLinks(entityLinks.get(row.id) ?? []),
    ];
    emit(context, 'purged', row, changes);
  }
}

const lastLinks = (links: readonly LoadedLink[]): StoredChange[] =>
  [...Map.groupBy(links, ({ type }) => type)].map(([type, list]) =>
    associationChange(type, [list.map((link) => toLink(link, link.targetDeleted)), []], skuIn(list)),
  );

const lastEntityLinks = (links: readonly LoadedEntityLink[]): StoredChange[] =>
  [...Map.groupBy(links, ({ type }) => type)].map(([type, list]) => {
    const names = new Map(list.map((link) => [link.entityId, entityName(link)]));
    return entityAssociationChange(type, [[...names.keys()], []], (id) => names.get(id) ?? id);
  });

const toLink = ({ targetId, quantity }: LoadedLink, isDeleted: boolean): Link =>
  isDeleted ? { targetId, quantity, isDeleted } : { targetId, quantity };

function skuIn(links: readonly LoadedLink[]): (id: string) => string {
  const skus = new Map(links.map(({ targetId, targetSku }) => [targetId, targetSku]));
  return (id) => skus.get(id) ?? id;
}

function emit(
  context: WriteContext,
  verb: 'updated' | 'purged',
  row: ProductRow,
  changes: readonly StoredChange[],
): void {
  context.emit({
    resource: 'product',
    verb,
    objectId: row.id,
    ref: row.sku,
    version: row.version + 1,
    changes,
    data: eventData(row),
  });
}
