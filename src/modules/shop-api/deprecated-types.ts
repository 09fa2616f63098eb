import type { ExposedAttribute, ExposedEntityType, ExposedFamily, ExposedSet } from './exposed-catalogue.ts';
import type { DeprecatedElement } from './schema-elements.ts';

/** Something of a schema that may be no longer exposed. */
export type MaybeRemoved<One> = One & { readonly removedOn?: string };

type DeprecatedParts<One> = One & { readonly removedOn: string };

/** Types and fields that are no longer exposed, from which the schema builds deprecated ones. */
export interface DeprecatedTypes {
  /** Removed sets, without attributes: those are among the fields of their type. */
  readonly sets: readonly DeprecatedParts<ExposedSet>[];
  readonly entityTypes: readonly DeprecatedParts<ExposedEntityType>[];
  readonly associations: readonly DeprecatedParts<{ readonly name: string }>[];
  readonly families: readonly ExposedFamily[];
  /** Returns the removed fields by the name of a type, and the keys of its filter and sort. */
  fieldsOf(typeName: string): readonly DeprecatedParts<{ readonly attribute: ExposedAttribute }>[];
  filtersOf(typeName: string): readonly DeprecatedParts<{ readonly attribute: ExposedAttribute }>[];
  sortsOf(typeName: string): readonly DeprecatedParts<{ readonly name: string }>[];
}

export function deprecatedTypes(removed: readonly DeprecatedElement[]): DeprecatedTypes {
  const kinds = Map.groupBy(removed, ({ kind }) => kind);
  const partsOf = <Kind extends DeprecatedElement['kind']>(kind: Kind) =>
    (kinds.get(kind) ?? []) as (DeprecatedElement & { readonly kind: Kind })[];
  const fields = Map.groupBy(partsOf('field'), ({ typeName }) => typeName);
  const filters = Map.groupBy(partsOf('filter'), ({ typeName }) => typeName);
  const sorts = Map.groupBy(partsOf('sort'), ({ typeName }) => typeName);
  const bare = { attributes: [], roles: {} };
  return {
    sets: partsOf('set').map((part) => ({ ...part, ...bare })),
    entityTypes: partsOf('entity_type').map((part) => ({ ...part, ...bare })),
    associations: partsOf('association'),
    families: partsOf('family').map(({ family }) => family),
    fieldsOf: (typeName) => fields.get(typeName) ?? [],
    filtersOf: (typeName) => filters.get(typeName) ?? [],
    sortsOf: (typeName) => sorts.get(typeName) ?? [],
  };
}
