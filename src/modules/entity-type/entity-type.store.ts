import { foldKey } from '../../kernel/codes.ts';
import type { Labels } from '../../kernel/labels.ts';
import type { Transaction, WriteContext } from '../../kernel/operation.ts';
import { restorableSince } from '../../platform/operation/restorable.ts';
import type { Usages } from '../../platform/resource/resource.ts';
import { tableStore } from '../../platform/resource/table-store.ts';
import { findUsages } from '../../platform/resource/usages.ts';

/** An entity type as it is written. */
export interface EntityTypeDocument {
  readonly code: string;
  readonly labels: Labels;
  /** Codes in the type's order. */
  readonly attributes: readonly string[];
  readonly attributeAsLabel: string | null;
  readonly attributeAsImage: string | null;
  /** Attribute codes by channel code; `*` counts for all channels. */
  readonly requiredAttributes: Readonly<Record<string, readonly string[]>>;
  /** Its entities stand in a tree. */
  readonly hierarchical: boolean;
}

export const entityTypeStore = tableStore<EntityTypeDocument>({
  table: 'entity_type',
  fields: [
    'labels',
    'attributes',
    'attributeAsLabel',
    'attributeAsImage',
    'requiredAttributes',
    'hierarchical',
  ],
});

const parametersFor = (context: WriteContext, types: readonly { readonly code: string }[]) => [
  context.session.organizationId,
  types.map(({ code }) => code),
  restorableSince(context.now).toISOString(),
];

/** Of the entities of types (`$2`), those that live or can come back. */
const ENTITIES = `public.entity
  WHERE organization_id = $1::uuid AND entity_type = ANY($2::text[])
    AND (deleted_at IS NULL OR deleted_at >= $3::timestamptz)`;

/** Attributes that refer to types, and their entities. */
export function findEntityTypeUsage(
  context: WriteContext,
  types: readonly { readonly code: string }[],
): Promise<ReadonlyMap<string, Usages>> {
  return findUsages(
    context,
    'entity_type.usage',
    `SELECT entity_type, 'Attribute', id, code, false FROM public.attribute
       WHERE organization_id = $1::uuid AND entity_type = ANY($2::text[])
     UNION ALL SELECT entity_type, 'Entity', id, code, deleted_at IS NOT NULL FROM ${ENTITIES}`,
    parametersFor(context, types),
  );
}

/** The entities of types that stand below others, by folded code of the type. */
export async function findChildren(
  context: WriteContext,
  types: readonly { readonly code: string }[],
): Promise<ReadonlyMap<string, Usages>> {
  if (types.length === 0) return new Map();
  return findUsages(
    context,
    'entity_type.children',
    `SELECT entity_type, 'Entity', id, code, deleted_at IS NOT NULL FROM ${ENTITIES} AND parent_id IS NOT NULL`,
    parametersFor(context, types),
  );
}

/** Removes what is left of a type's entities that were deleted too long ago to come back. */
export async function removeEntities(context: WriteContext, type: { readonly code: string }): Promise<void> {
  await context.execute(
    'entity_type.remove_entities',
    `DELETE FROM public.entity
     WHERE organization_id = $1::uuid AND entity_type = $2 AND deleted_at < $3::timestamptz`,
    [context.session.organizationId, type.code, restorableSince(context.now).toISOString()],
  );
}

/** The number of living entities of each type (stored codes), by folded code; types without any are left out. */
export async function countEntities(
  transaction: Transaction,
  organizationId: string,
  types: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction.execute<{ type: string; count: number }>(
    'entity_type.count_entities',
    `SELECT entity_type AS type, count(*)::int AS count FROM public.entity
     WHERE organization_id = $1::uuid AND entity_type = ANY($2::text[]) AND deleted_at IS NULL GROUP BY entity_type`,
    [organizationId, [...types]],
  );
  return new Map(rows.map(({ type, count }) => [foldKey(type), count]));
}
