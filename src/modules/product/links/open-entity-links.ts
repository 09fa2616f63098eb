import { foldKey } from '../../../kernel/codes.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { MAX_SUGGESTED_FROM } from '../../../platform/resource/owned-codes.ts';
import {
  type AddressedEntity,
  entityKey,
  entityName,
  loadAddressedEntities,
  loadEntityChoices,
  readEntityAddress,
} from '../../entity-reference/index.ts';
import type { ProductWrite } from '../write/product-input.ts';
import { loadEntityLinks } from './entity-link.store.ts';
import type { EntityLinks } from './entity-links.ts';

/** The entities that a batch links products to, or may. */
export interface LinkableEntities {
  /** The living entity that `brand/acme` or an id leads to, as far as the batch names it. */
  find(ref: string): AddressedEntity | undefined;
  /** Names of an entity in one text, by UUID; of those that are linked already too. */
  readonly nameById: ReadonlyMap<string, string>;
  /** Codes to suggest, by folded type; of types of which the batch names entities that are not there. */
  readonly codes: ReadonlyMap<string, readonly string[]>;
}

/** Loads the entities that writes link to, and the present links of the products whose links they write. */
export async function openEntityLinks(
  context: WriteContext,
  writes: readonly ProductWrite[],
  idOf: (ref: string) => string | undefined,
): Promise<{ readonly entities: LinkableEntities; readonly linked: ReadonlyMap<string, EntityLinks> }> {
  const { organizationId } = context.session;
  const linking = writes.filter(({ patch }) => patch.associations?.some(({ entities }) => entities));
  const stored = await loadEntityLinks(
    context,
    organizationId,
    linking.flatMap(({ ref }) => idOf(ref) ?? []),
  );
  const addresses = namesIn(linking).flatMap((name) => readEntityAddress(name) ?? []);
  const found = await loadAddressedEntities(context, organizationId, addresses);
  const byKey = new Map(found.map((entity) => [entityKey(entity), entity]));
  const byId = new Map(found.map((entity) => [entity.id, entity]));
  const missing = addresses.flatMap((address) =>
    'id' in address || byKey.has(entityKey(address)) ? [] : [foldKey(address.entityType)],
  );
  const choices = await loadEntityChoices(context, organizationId, missing, MAX_SUGGESTED_FROM);
  const codes = new Map([...choices].map(([type, known]) => [type, known.codes] as const));
  return {
    entities: {
      find(ref) {
        const address = readEntityAddress(ref);
        if (address === null) return undefined;
        return 'id' in address ? byId.get(address.id) : byKey.get(entityKey(address));
      },
      nameById: new Map([
        ...stored.map((link) => [link.entityId, entityName(link)] as const),
        ...found.map((entity) => [entity.id, entityName(entity)] as const),
      ]),
      codes,
    },
    linked: bySource(stored),
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

function bySource(links: Awaited<ReturnType<typeof loadEntityLinks>>): ReadonlyMap<string, EntityLinks> {
  const sources = new Map<string, Map<string, string[]>>();
  for (const { sourceId, type, entityId } of links) {
    const byType = sources.get(sourceId) ?? new Map<string, string[]>();
    sources.set(sourceId, byType.set(type, [...(byType.get(type) ?? []), entityId]));
  }
  return sources;
}
