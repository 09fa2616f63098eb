import { foldKey, readExternalRef } from '../../../kernel/codes.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { serializationFailure } from '../../../platform/database/sql-state.ts';
import { loadChangesSince, versionCheckOf } from '../../../platform/ledger/find-conflicts.ts';
import type { WriteMode } from '../../../platform/resource/write-resources.ts';
import { loadCategoryCodes } from '../../category/index.ts';
import { productKey } from '../../product-reference/index.ts';
import { type CatalogueStructure, lockStructureForReading } from '../../structure/index.ts';
import { keysOfWrites, openValueContext, referencedByAdjustments } from '../../values/index.ts';
import { lockTwoWayLinks } from '../links/association.store.ts';
import { withClearedLinks } from '../links/cleared-links.ts';
import {
  collectLinkedRefs,
  findPartners,
  groupBySource,
  type LinkedRefs,
  loadLinkedEntities,
  loadLockedLinks,
  loadNamedHolders,
  releasedBy,
} from '../links/load-links.ts';
import { type Link, NO_ENTITY_LINKS, NO_LINKS } from '../model/links.ts';
import {
  findReferred,
  loadAxisKeys,
  lockProducts,
  productUniqueValues,
  type ResolvedProduct,
} from '../model/product.store.ts';
import type { ProductWrite, ProductWriteOptions } from '../model/product-input.ts';
import { findPending, type PendingProduct, referredId, type WriteBatch } from '../model/write-batch.ts';

/**
 * Loads and locks everything that writes and their rules need. Reads references without locks, then locks families from
 * their root models down, so that concurrent batches queue instead of deadlocking.
 */
export async function loadBatch(
  context: WriteContext,
  requested: readonly ProductWrite[],
  mode: WriteMode,
  options: ProductWriteOptions,
): Promise<WriteBatch> {
  const { organizationId } = context.session;
  const structure = await lockStructureForReading(context);
  const writes = requested.map((write) => {
    const associations = withClearedLinks(write.patch.associations, structure);
    return associations === undefined ? write : { ...write, patch: { ...write.patch, associations } };
  });
  const linkRefs = collectLinkedRefs(writes, structure);
  if (linkRefs.writesTwoWay) await lockTwoWayLinks(context);
  const families = await findFamilies(context, writes, structure, linkRefs);
  const rows = await lockProducts(context, families.lockedIds, families.modelIds);
  const locked = new Set(rows.map(({ id }) => id));
  // A product that was moved between finding and locking it has models above it that are not locked: begin again.
  const above = rows.flatMap(({ parentId, rootId }) => [parentId, rootId]);
  if (above.some((id) => id !== null && !locked.has(id))) throw serializationFailure();
  const links =
    linkRefs.sources.size === 0 ? [] : await loadLockedLinks(context, structure, locked, families.linked);
  const storedLinks = groupBySource(
    links,
    ({ targetId, quantity, targetDeleted }): Link =>
      targetDeleted ? { targetId, quantity, isDeleted: true } : { targetId, quantity },
  );
  // A product that was renamed or deleted between its lookup and its lock is no longer there under its old SKU.
  const idBySku = new Map([
    ...rows.map((row) => [foldKey(row.sku), row.id] as const),
    ...families.products
      .filter(({ id }) => !locked.has(id))
      .map(({ sku, id }) => [foldKey(sku), id] as const),
  ]);
  const holders = await loadNamedHolders(context, writes, families.refs);
  const refOwners = new Map([...holders].map(([key, { id }]) => [key, id]));
  const references = { idBySku, refOwners };
  // An external id that came to another product between finding and locking leads to one that is not locked: begin again.
  const isLate = (ref: string) => {
    const id = readExternalRef(ref) === null ? undefined : referredId(references, ref);
    return id !== undefined && !locked.has(id);
  };
  if (families.lockedRefs.some(isLate)) throw serializationFailure();
  const linkedEntities = await loadLinkedEntities(context, writes, (ref) => {
    const id = referredId(references, ref);
    return id !== undefined && locked.has(id) ? id : undefined;
  });
  const products = new Map<string, PendingProduct>();
  for (const row of rows) {
    products.set(row.id, {
      stored: row,
      row,
      changes: [],
      comment: null,
      links: storedLinks.get(row.id) ?? NO_LINKS,
      entityLinks: linkedEntities.links.get(row.id) ?? NO_ENTITY_LINKS,
    });
  }
  const storedOf = (ref: string) => findPending({ products, ...references }, ref)?.stored ?? null;
  const cells = writes.flatMap(({ patch }) => patch.values ?? []);
  const adjusted = referencedByAdjustments(
    writes.flatMap(({ patch }) => patch.adjust ?? []),
    rows.map(({ values }) => values),
    structure.attributes,
  );
  const valueContext = await openValueContext(context, structure, [...cells, ...adjusted]);
  const categories = writes.flatMap(({ patch: { categories: codes } }) =>
    [...(codes?.set ?? []), ...(codes?.add ?? []), ...(codes?.remove ?? [])].map(foldKey),
  );
  const uniqueKeys = keysOfWrites(structure, valueContext, cells);
  return {
    mode,
    options,
    items: writes.map((write, index) => ({ ...write, index, planned: null, refusal: null })),
    structure,
    valueContext,
    products,
    persisted: new Set(),
    idBySku,
    skuById: new Map([
      ...families.products.map(({ id, sku }) => [id, sku] as const),
      ...links
        .filter(({ targetDeleted }) => !targetDeleted)
        .map(({ targetId, targetSku }) => [targetId, targetSku] as const),
      ...[...holders.values()].map(({ id, sku }) => [id, sku] as const),
    ]),
    storedLinks,
    storedEntityLinks: linkedEntities.links,
    entities: linkedEntities.entities,
    categories: await loadCategoryCodes(context, organizationId, categories),
    axisKeys: new Map(await loadAxisKeys(context, families.parentIds)),
    uniqueOwners: new Map(await productUniqueValues.loadOwners(context, uniqueKeys)),
    refOwners,
    refReleases: releasedBy(writes, storedOf),
    laterChanges: await loadChangesSince(
      context,
      writes.flatMap(({ ref, ifVersion }) => versionCheckOf(storedOf(ref), ifVersion)),
    ),
  };
}

/** Products that writes concern, as ids, before anything is locked. */
interface FamilyIds {
  /** The written products, their ancestors, new parents and theirs, and the other ends of two-way links. */
  readonly lockedIds: readonly string[];
  /** Written models, whose products below are locked too. */
  readonly modelIds: readonly string[];
  readonly parentIds: readonly string[];
  readonly linked: { readonly sourceIds: readonly string[]; readonly ids: readonly string[] };
  /** The references that writes name, by `productKey`, and those whose products are locked. */
  readonly refs: readonly string[];
  readonly lockedRefs: readonly string[];
  /** All that were found: also holders of SKUs that products are renamed to, and targets of links. */
  readonly products: readonly ResolvedProduct[];
}

async function findFamilies(
  context: WriteContext,
  writes: readonly ProductWrite[],
  structure: CatalogueStructure,
  linkRefs: LinkedRefs,
): Promise<FamilyIds> {
  const written = new Set(writes.map(({ ref }) => productKey(ref)));
  const parents = new Set(writes.flatMap(({ patch }) => (patch.parent ? [productKey(patch.parent)] : [])));
  const renames = writes.flatMap(({ patch }) => (patch.rename ? [foldKey(patch.rename)] : []));
  const refs = [...new Set([...written, ...parents, ...renames, ...linkRefs.targets])];
  const products = await findReferred(context, context.session.organizationId, refs);
  const among = (names: ReadonlySet<string>) => [...names].flatMap((name) => products.get(name) ?? []);
  const sourceIds = among(linkRefs.sources).map(({ id }) => id);
  const partners =
    linkRefs.twoWayTargets.size + sourceIds.length === 0
      ? []
      : await findPartners(context, structure, sourceIds);
  const lockedRefs = [...new Set([...written, ...parents, ...linkRefs.twoWayTargets])];
  const touched = [...among(new Set(lockedRefs)), ...partners];
  const touchedIds = touched.map(({ id }) => id);
  const above = touched.flatMap(({ parentId, rootId }) => [parentId, rootId]).filter((id) => id !== null);
  const writtenProducts = among(written);
  return {
    lockedIds: [...touchedIds, ...above],
    modelIds: writtenProducts.filter(({ type }) => type === 'model').map(({ id }) => id),
    parentIds: [
      ...new Set([
        ...among(parents).map(({ id }) => id),
        ...writtenProducts.flatMap(({ parentId }) => parentId ?? []),
      ]),
    ],
    linked: { sourceIds, ids: linkRefs.sources.size === 0 ? [] : touchedIds },
    refs,
    lockedRefs,
    products: [...products.values()],
  };
}
