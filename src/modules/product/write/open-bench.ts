import { foldKey } from '../../../kernel/codes.ts';
import { decodeIdOf } from '../../../kernel/ids.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { raceLostError } from '../../../platform/database/sql-state.ts';
import { loadCodes } from '../../../platform/resource/table-store.ts';
import { type CatalogueStructure, lockStructureForReading } from '../../structure/index.ts';
import { openValueContext, placesOfWrites } from '../../values/index.ts';
import { type LoadedLink, loadLinks, lockTwoWayLinks } from '../links/association.store.ts';
import { type Link, type Links, NO_LINKS } from '../links/associations.ts';
import { NO_ENTITY_LINKS } from '../links/entity-links.ts';
import { loadRefHolders } from '../links/external-ref.store.ts';
import { refsOfWrites, releasesOf } from '../links/external-ref-claims.ts';
import { openEntityLinks } from '../links/open-entity-links.ts';
import {
  type FoundProduct,
  findProducts,
  loadAxisKeys,
  lockProducts,
  productUniqueValues,
} from '../product.store.ts';
import type { ProductRow } from '../product-row.ts';
import { type Bench, type Draft, findDraft } from './product-bench.ts';
import type { ProductWrite } from './product-input.ts';

/** Loads and locks everything that the writes and their rules need. */
export async function openBench(context: WriteContext, writes: readonly ProductWrite[]): Promise<Bench> {
  const structure = await lockStructureForReading(context);
  const found = await findFamilies(context, writes, structure);
  const rows = await lockProducts(context, found.lockedIds, found.modelIds);
  const locked = new Set(rows.map(({ id }) => id));
  refuseMoved(rows, locked);
  const links = await loadLockedLinks(context, structure, locked, found);
  const storedLinks = linksBySource(links);
  // What was found but renamed or deleted before it was locked is not there under its old SKU any more.
  const idBySku = new Map([
    ...rows.map((row) => [foldKey(row.sku), row.id] as const),
    ...found.others.filter(({ id }) => !locked.has(id)).map(({ sku, id }) => [foldKey(sku), id] as const),
  ]);
  const { entities, linked } = await openEntityLinks(context, writes, (ref) => {
    const id = decodeIdOf('Product', ref) ?? idBySku.get(foldKey(ref));
    return id !== undefined && locked.has(id) ? id : undefined;
  });
  const drafts = new Map(
    rows.map((row) => {
      const draft: Draft = {
        stored: row,
        row,
        changes: [],
        comment: null,
        links: storedLinks.get(row.id) ?? NO_LINKS,
        entityLinks: linked.get(row.id) ?? NO_ENTITY_LINKS,
      };
      return [row.id, draft];
    }),
  );
  const cells = writes.flatMap(({ patch }) => patch.values ?? []);
  const valueContext = await openValueContext(context, structure, cells);
  const places = placesOfWrites(structure, valueContext, cells);
  const refHolders = await loadRefHolders(context, refsOfWrites(writes));
  return {
    structure,
    valueContext,
    drafts,
    idBySku,
    skuById: new Map([
      ...found.others.map(({ id, sku }) => [id, sku] as const),
      ...links.map(({ targetId, targetSku }) => [targetId, targetSku] as const),
      ...[...refHolders.values()].map(({ id, sku }) => [id, sku] as const),
    ]),
    storedLinks,
    storedEntityLinks: linked,
    entities,
    categories: await loadCodes(context, context.session.organizationId, 'category', categoriesOf(writes)),
    axisKeys: new Map(await loadAxisKeys(context, found.parentIds)),
    uniqueOwners: new Map(await productUniqueValues.loadOwners(context, places)),
    refOwners: new Map([...refHolders].map(([key, { id }]) => [key, id])),
    refReleases: releasesOf(writes, (ref) => findDraft({ drafts, idBySku }, ref)),
  };
}

/** A product that was moved between finding and locking it stands below models that are not locked: begin again. */
function refuseMoved(rows: readonly ProductRow[], locked: ReadonlySet<string>): void {
  const isLocked = (id: string | null) => id === null || locked.has(id);
  if (!rows.every(({ parentId, rootId }) => isLocked(parentId) && isLocked(rootId))) throw raceLostError();
}

/** Which products to lock: the written ones, their ancestors, new parents and theirs, and all below written models. */
async function findFamilies(
  context: WriteContext,
  writes: readonly ProductWrite[],
  structure: CatalogueStructure,
): Promise<{
  readonly lockedIds: readonly string[];
  readonly modelIds: readonly string[];
  readonly parentIds: readonly string[];
  /** Products that are written with links to products. */
  readonly linkers: readonly string[];
  /** Those and the other ends of their two-way links: all whose links may change. */
  readonly linkedIds: readonly string[];
  /** All that were found: also holders of SKUs that products are renamed to, and targets of links. */
  readonly others: readonly FoundProduct[];
}> {
  const written = new Set(writes.map(({ ref }) => foldKey(ref)));
  const parents = new Set(writes.flatMap(({ patch }) => (patch.parent ? [foldKey(patch.parent)] : [])));
  const renames = writes.flatMap(({ patch }) => (patch.rename ? [foldKey(patch.rename)] : []));
  const targets = linkTargets(writes, structure);
  if (targets.writesTwoWay) await lockTwoWayLinks(context);
  const refs = [...new Set([...written, ...parents, ...renames, ...targets.all])];
  const ids = refs.flatMap((ref) => decodeIdOf('Product', ref) ?? []);
  const found = await findProducts(context, context.session.organizationId, refs, ids);
  const named = (product: FoundProduct, among: ReadonlySet<string>) =>
    among.has(foldKey(product.sku)) || among.has(`prd_${product.id.replaceAll('-', '')}`);
  const linking = new Set(
    writes.flatMap(({ ref, patch }) =>
      patch.associations?.some(({ products }) => products) ? [foldKey(ref)] : [],
    ),
  );
  const linkers = found.filter((product) => named(product, linking)).map(({ id }) => id);
  const partners =
    targets.twoWay.size + linkers.length === 0 ? [] : await findPartners(context, structure, linkers);
  const touched = [
    ...found.filter(
      (product) => named(product, written) || named(product, parents) || named(product, targets.twoWay),
    ),
    ...partners,
  ];
  const above = touched.flatMap(({ parentId, rootId }) => [parentId, rootId]).filter((id) => id !== null);
  const parentIds = [
    ...found.filter((product) => named(product, parents)).map(({ id }) => id),
    ...found.filter((product) => named(product, written)).flatMap(({ parentId }) => parentId ?? []),
  ];
  return {
    lockedIds: [...touched.map(({ id }) => id), ...above],
    modelIds: found
      .filter((product) => product.type === 'model' && named(product, written))
      .map(({ id }) => id),
    parentIds: [...new Set(parentIds)],
    linkers,
    linkedIds: linking.size === 0 ? [] : touched.map(({ id }) => id),
    others: found,
  };
}

/** The products that links are written to, by folded SKU or id; `twoWay`: those whose own links change with them. */
function linkTargets(
  writes: readonly ProductWrite[],
  structure: CatalogueStructure,
): {
  readonly all: ReadonlySet<string>;
  readonly twoWay: ReadonlySet<string>;
  readonly writesTwoWay: boolean;
} {
  const all = new Set<string>();
  const twoWay = new Set<string>();
  let writesTwoWay = false;
  for (const { type, products } of writes.flatMap(({ patch }) => patch.associations ?? [])) {
    if (!products) continue;
    const isTwoWay = structure.associationTypes.get(foldKey(type))?.twoWay === true;
    writesTwoWay ||= isTwoWay;
    const refs = [...(products.set ?? []), ...(products.add ?? [])].map(({ ref }) => ref);
    for (const ref of [...refs, ...(products.remove ?? [])]) {
      all.add(foldKey(ref));
      if (isTwoWay) twoWay.add(foldKey(ref));
    }
  }
  return { all, twoWay, writesTwoWay };
}

/** The other ends of the two-way links that products have now. */
async function findPartners(
  context: WriteContext,
  structure: CatalogueStructure,
  ids: readonly string[],
): Promise<readonly FoundProduct[]> {
  const links = await loadLinks(context, context.session.organizationId, ids);
  const partners = links.filter((link) => isTwoWay(structure, link)).map(({ targetId }) => targetId);
  return partners.length === 0
    ? []
    : findProducts(context, context.session.organizationId, [], [...new Set(partners)]);
}

const isTwoWay = (structure: CatalogueStructure, { type }: LoadedLink) =>
  structure.associationTypes.get(foldKey(type))?.twoWay === true;

/** The links of products as they are under the lock. */
async function loadLockedLinks(
  context: WriteContext,
  structure: CatalogueStructure,
  locked: ReadonlySet<string>,
  { linkers, linkedIds }: { readonly linkers: readonly string[]; readonly linkedIds: readonly string[] },
): Promise<readonly LoadedLink[]> {
  const ids = linkedIds.filter((id) => locked.has(id));
  const links = await loadLinks(context, context.session.organizationId, ids);
  // A two-way link that came while this transaction waited has another end that is not locked: begin again.
  const late = links.find(
    (link) => linkers.includes(link.sourceId) && isTwoWay(structure, link) && !locked.has(link.targetId),
  );
  if (late !== undefined) throw raceLostError();
  return links;
}

function linksBySource(links: readonly LoadedLink[]): ReadonlyMap<string, Links> {
  const bySource = new Map<string, Map<string, Link[]>>();
  for (const { sourceId, type, targetId, quantity } of links) {
    const byType = bySource.get(sourceId) ?? new Map<string, Link[]>();
    bySource.set(sourceId, byType.set(type, [...(byType.get(type) ?? []), { targetId, quantity }]));
  }
  return bySource;
}

function categoriesOf(writes: readonly ProductWrite[]): string[] {
  return writes.flatMap(({ patch: { categories } }) =>
    [...(categories?.set ?? []), ...(categories?.add ?? []), ...(categories?.remove ?? [])].map(foldKey),
  );
}
