import { foldKey, readExternalRef } from '../../../kernel/codes.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { serializationFailure } from '../../../platform/database/sql-state.ts';
import { MAX_SUGGESTION_CANDIDATES } from '../../../platform/resource/qualified-codes.ts';
import {
  entityKey,
  entityName,
  loadActiveEntities,
  lockEntitiesByIdentifier,
  readEntityIdentifier,
} from '../../entity-reference/index.ts';
import { productKey } from '../../product-reference/index.ts';
import type { ExternalRef } from '../../property/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import {
  type EntityLinks,
  type ExternalRefRelease,
  externalRefKey,
  type LinkableEntities,
} from '../model/links.ts';
import { findProducts, type ResolvedProduct } from '../model/product.store.ts';
import type { ExternalRefInput, ProductWrite } from '../model/product-input.ts';
import type { ProductRow } from '../model/product-row.ts';
import { type LoadedLink, loadLinks, loadStoredLinks } from './association.store.ts';
import { loadEntityLinks } from './entity-link.store.ts';
import { type ExternalRefOwner, loadExternalRefOwners } from './external-ref.store.ts';
import { idProblem } from './external-refs.ts';

/** The products that writes link, by `productKey`. */
export interface LinkedRefs {
  /** Products that are written with links to products. */
  readonly sources: ReadonlySet<string>;
  readonly targets: ReadonlySet<string>;
  /** Targets whose own links change too. */
  readonly twoWayTargets: ReadonlySet<string>;
  readonly writesTwoWay: boolean;
}

export function collectLinkedRefs(
  writes: readonly ProductWrite[],
  structure: CatalogueStructure,
): LinkedRefs {
  const sources = new Set<string>();
  const targets = new Set<string>();
  const twoWayTargets = new Set<string>();
  let writesTwoWay = false;
  for (const { ref, patch } of writes) {
    for (const { type, products } of patch.associations ?? []) {
      if (!products) continue;
      sources.add(productKey(ref));
      const isTwoWayType = isTwoWay(structure, { type });
      writesTwoWay ||= isTwoWayType;
      const links = [...(products.set ?? []), ...(products.add ?? [])];
      for (const target of [...links.map((link) => link.ref), ...(products.remove ?? [])]) {
        targets.add(productKey(target));
        if (isTwoWayType) twoWayTargets.add(productKey(target));
      }
    }
  }
  return { sources, targets, twoWayTargets, writesTwoWay };
}

const isTwoWay = (structure: CatalogueStructure, { type }: Pick<LoadedLink, 'type'>) =>
  structure.associationTypes.get(foldKey(type))?.twoWay === true;

/** Returns the other ends of the two-way links that products have now. */
export async function findPartners(
  context: WriteContext,
  structure: CatalogueStructure,
  ids: readonly string[],
): Promise<readonly ResolvedProduct[]> {
  const links = await loadLinks(context, context.session.organizationId, ids);
  const partners = links.filter((link) => isTwoWay(structure, link)).map(({ targetId }) => targetId);
  return partners.length === 0
    ? []
    : findProducts(context, context.session.organizationId, [], [...new Set(partners)]);
}

/**
 * Returns the stored links of products as they are under the lock.
 *
 * @param sourceIds those whose links are written
 * @param ids those whose links may change
 */
export async function loadLockedLinks(
  context: WriteContext,
  structure: CatalogueStructure,
  locked: ReadonlySet<string>,
  { sourceIds, ids }: { readonly sourceIds: readonly string[]; readonly ids: readonly string[] },
): Promise<readonly LoadedLink[]> {
  const links = await loadStoredLinks(
    context,
    context.session.organizationId,
    ids.filter((id) => locked.has(id)),
  );
  // A two-way link that came while this transaction waited has another end that is not locked: begin again.
  const late = links.find(
    (link) =>
      sourceIds.includes(link.sourceId) &&
      !link.targetDeleted &&
      isTwoWay(structure, link) &&
      !locked.has(link.targetId),
  );
  if (late !== undefined) throw serializationFailure();
  return links;
}

const NO_ENTITIES: LinkableEntities = { find: () => undefined, nameById: new Map(), codes: new Map() };

/** Returns the entities that writes link to, and the present links of the products whose links they write. */
export async function loadLinkedEntities(
  context: WriteContext,
  writes: readonly ProductWrite[],
  idOf: (ref: string) => string | undefined,
): Promise<{ readonly entities: LinkableEntities; readonly links: ReadonlyMap<string, EntityLinks> }> {
  const linking = writes.filter(
    ({ patch }) => patch.entityReplacement || patch.associations?.some(({ entities }) => entities),
  );
  if (linking.length === 0) return { entities: NO_ENTITIES, links: new Map() };
  const { organizationId } = context.session;
  const stored = await loadEntityLinks(
    context,
    organizationId,
    linking.flatMap(({ ref }) => idOf(ref) ?? []),
  );
  const addresses = namesIn(linking).flatMap((name) => readEntityIdentifier(name) ?? []);
  const addressedEntities = await lockEntitiesByIdentifier(context, organizationId, addresses);
  const byKey = new Map(addressedEntities.map((entity) => [entityKey(entity), entity]));
  const byId = new Map(addressedEntities.map((entity) => [entity.id, entity]));
  const missing = addresses.flatMap((address) =>
    'id' in address || byKey.has(entityKey(address)) ? [] : [foldKey(address.entityType)],
  );
  const choices = await loadActiveEntities(context, organizationId, missing, MAX_SUGGESTION_CANDIDATES);
  return {
    entities: {
      find(ref) {
        const address = readEntityIdentifier(ref);
        if (address === null) return undefined;
        return 'id' in address ? byId.get(address.id) : byKey.get(entityKey(address));
      },
      nameById: new Map([
        ...stored.map((link) => [link.entityId, entityName(link)] as const),
        ...addressedEntities.map((entity) => [entity.id, entityName(entity)] as const),
        ...linking.flatMap(({ patch: { entityReplacement } }) =>
          entityReplacement ? [[entityReplacement.keep.id, entityName(entityReplacement.keep)] as const] : [],
        ),
      ]),
      codes: new Map([...choices].map(([type, known]) => [type, known.codes] as const)),
    },
    links: groupBySource(stored, ({ entityId }) => entityId),
  };
}

function namesIn(writes: readonly ProductWrite[]): string[] {
  const names = writes.flatMap(({ patch }) =>
    (patch.associations ?? []).flatMap(({ entities }) => [
      ...(entities?.set ?? []).map(({ ref }) => ref),
      ...(entities?.add ?? []).map(({ ref }) => ref),
      ...(entities?.remove ?? []),
    ]),
  );
  return [...new Set(names.map(foldKey))];
}

/**
 * Loads who has the external ids that writes give to products, and those of references.
 *
 * @param refs references of all kinds
 */
export function loadNamedHolders(
  context: WriteContext,
  writes: readonly ProductWrite[],
  refs: Iterable<string>,
): Promise<ReadonlyMap<string, ExternalRefOwner>> {
  const externalRefs = writes.flatMap(({ patch }) => writtenRefs(patch.externalRefs));
  return loadExternalRefOwners(context, [
    ...externalRefs,
    ...[...refs].flatMap((ref) => readExternalRef(ref) ?? []),
  ]);
}

/** Returns the ids that a patch gives, without those that no product can have. */
export const writtenRefs = (patch: readonly ExternalRefInput[] | null | undefined): readonly ExternalRef[] =>
  (patch ?? []).flatMap(({ system, id }) =>
    id === null || id === undefined || idProblem(id, []) !== null ? [] : [{ system, id }],
  );

/** Returns the stored ids that writes release, with the item that does. */
export function releasedBy(
  writes: readonly ProductWrite[],
  storedOf: (ref: string) => ProductRow | null,
): ReadonlyMap<string, ExternalRefRelease> {
  const releases = new Map<string, ExternalRefRelease>();
  for (const [index, { ref, patch }] of writes.entries()) {
    const stored = patch.externalRefs === undefined ? null : storedOf(ref);
    for (const released of stored === null ? [] : releasedRefs(stored, patch.externalRefs ?? null))
      releases.set(externalRefKey(released), { holderId: stored?.id ?? '', index });
  }
  return releases;
}

/** Returns the stored ids that a product does not have any more after a patch; null removes all. */
function releasedRefs({ externalRefs }: ProductRow, patch: readonly ExternalRefInput[] | null) {
  if (patch === null) return externalRefs;
  const idBySystem = new Map(patch.map(({ system, id }) => [foldKey(system), id ?? null]));
  return externalRefs.filter(({ system, id }) => {
    const next = idBySystem.get(foldKey(system));
    return next !== undefined && next !== id;
  });
}

/** Returns the links by the product that has them, and by their type. */
export function groupBySource<Row extends { readonly sourceId: string; readonly type: string }, Link>(
  rows: readonly Row[],
  toLink: (row: Row) => Link,
): ReadonlyMap<string, ReadonlyMap<string, readonly Link[]>> {
  const sources = new Map<string, Map<string, Link[]>>();
  for (const row of rows) {
    const byType = sources.get(row.sourceId) ?? new Map<string, Link[]>();
    sources.set(row.sourceId, byType.set(row.type, [...(byType.get(row.type) ?? []), toLink(row)]));
  }
  return sources;
}
