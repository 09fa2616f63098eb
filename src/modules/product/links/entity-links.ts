import type { StoredChange } from '../../../kernel/change.ts';
import { foldKey } from '../../../kernel/codes.ts';
import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import { jsonEquals } from '../../../kernel/json.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import { readEntityIdentifier } from '../../entity-reference/index.ts';
import type { EntityLinks, EntityReplacement } from '../model/links.ts';
import type { AssociationPatch, LinkInput, LinksPatch } from '../model/product-input.ts';
import type { WriteBatch } from '../model/write-batch.ts';

/** Maximum number of entities of one type of link that a product may have. */
const MAXIMUM_LINKS = 1_000;

/**
 * Applies the entity links of a patch, after the replacement of linked entities. Pure: the batch is only read. An entity
 * holds no links itself, so a two-way type writes nothing on its side, and links to entities carry no quantity. Unknown
 * association types are left to `applyAssociations`, which rejects them.
 */
export function applyEntityLinks(
  batch: WriteBatch,
  current: EntityLinks,
  patches: readonly AssociationPatch[],
  replacement: EntityReplacement | null,
): {
  readonly links: EntityLinks;
  readonly changes: readonly StoredChange[];
  readonly problems: readonly FieldProblem[];
} {
  if (patches.length === 0 && replacement === null) return { links: current, changes: [], problems: [] };
  const links = new Map(replacement === null ? current : replaceLinked(current, replacement));
  const problems: FieldProblem[] = [];
  for (const [index, { type: code, entities }] of patches.entries()) {
    const type = batch.structure.associationTypes.get(foldKey(code));
    if (type === undefined || !entities) continue;
    const path = ['associations', String(index), 'entities'];
    const before = links.get(type.code) ?? [];
    const after = patchLinks(batch, before, entities, path, problems);
    if (after.length > MAXIMUM_LINKS) {
      const message = localized('too-many-entity-links', {
        max: MAXIMUM_LINKS,
        typeCode: type.code,
        count: after.length,
      });
      problems.push(fieldProblem('too-many-items', path, message, { value: after.length }));
    }
    links.set(type.code, after);
  }
  return { links, changes: entityLinkChanges(batch, current, links), problems };
}

/** Returns links to one entity in place of others: once in each list, at the first position of any of them. */
const replaceLinked = (current: EntityLinks, { merged, keep }: EntityReplacement): EntityLinks =>
  new Map(
    [...current].map(([type, ids]) => [
      type,
      ids.some((id) => merged.has(id)) ? [...new Set(ids.map((id) => (merged.has(id) ? keep.id : id)))] : ids,
    ]),
  );

function patchLinks(
  batch: WriteBatch,
  before: readonly string[],
  patch: LinksPatch,
  path: readonly string[],
  problems: FieldProblem[],
): readonly string[] {
  const existingKeys = new Set(before);
  const next = new Set(patch.set ? [] : before);
  for (const key of ['set', 'add'] as const) {
    for (const [index, link] of (patch[key] ?? []).entries()) {
      const itemPath = [...path, key, String(index)];
      const id = readLink(batch, existingKeys, link, itemPath, problems);
      if (id === null) continue;
      if (key === 'set' && next.has(id)) {
        problems.push(fieldProblem('duplicate-item', itemPath, localized('entity-listed-twice')));
      }
      next.add(id);
    }
  }
  for (const ref of patch.remove ?? []) next.delete(batch.entities.find(ref)?.id ?? '');
  return [...next];
}

/** Returns the UUID of the entity that a link names; null with a problem for none. */
function readLink(
  batch: WriteBatch,
  existingKeys: ReadonlySet<string>,
  { ref, quantity }: LinkInput,
  path: readonly string[],
  problems: FieldProblem[],
): string | null {
  const entity = batch.entities.find(ref);
  if (entity === undefined) {
    problems.push(missingEntity(batch, ref, [...path, 'ref']));
    return null;
  }
  if (!entity.active && !existingKeys.has(entity.id)) {
    const message = localized('entity-inactive', { ref: entity.code, typeCode: entity.entityType });
    problems.push(fieldProblem('value-not-allowed', [...path, 'ref'], message, { value: ref }));
  }
  if (quantity !== null && quantity !== undefined) {
    const message = localized('entity-quantity-not-allowed');
    problems.push(fieldProblem('value-not-allowed', [...path, 'quantity'], message, { value: quantity }));
  }
  return entity.id;
}

function missingEntity(batch: WriteBatch, ref: string, path: readonly string[]): FieldProblem {
  const address = readEntityIdentifier(ref);
  if (address === null) {
    const message = localized('entity-address-invalid', { ref });
    return fieldProblem('invalid-format', path, message, { value: ref });
  }
  if ('id' in address) {
    return fieldProblem('entity-not-found', path, localized('not-found', { kind: 'entity', ref }), {
      value: ref,
    });
  }
  const { entityType, code } = address;
  const type = batch.structure.entityTypes.get(foldKey(entityType))?.document.code;
  const types = [...batch.structure.entityTypes.values()].map(({ document }) => document.code);
  const suggestions =
    type === undefined
      ? suggest(entityType, types).map((typeCode) => `${typeCode}/${code}`)
      : suggest(code, batch.entities.codes.get(foldKey(type)) ?? []).map(
          (entityCode) => `${type}/${entityCode}`,
        );
  const message =
    type === undefined
      ? localized('not-found', { kind: 'entity type', ref: entityType })
      : localized('not-found', { kind: 'entity', ref });
  return fieldProblem('entity-not-found', path, withSuggestions(message, suggestions), {
    value: ref,
    suggestions,
  });
}

/** Returns the changes between two states of a product's entity links, one per type. */
function entityLinkChanges(batch: WriteBatch, before: EntityLinks, after: EntityLinks): StoredChange[] {
  const nameOf = (id: string) => batch.entities.nameById.get(id) ?? id;
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((type) => {
    const [old, now] = [before.get(type) ?? [], after.get(type) ?? []];
    return jsonEquals(old, now) ? [] : [entityAssociationChange(type, [old, now], nameOf)];
  });
}

/** Returns the change of the entity links of one type, before and after: UUIDs. */
export function entityAssociationChange(
  type: string,
  [before, after]: readonly [readonly string[], readonly string[]],
  nameOf: (id: string) => string,
): StoredChange {
  return {
    path: `associations.${type}.entities`,
    channel: null,
    locale: null,
    old: before.map(nameOf),
    new: after.map(nameOf),
    byId: { old: before, new: after },
  };
}
