import type { ReadContext } from '../../../kernel/operation.ts';
import { defineStatementFamily } from '../../../platform/database/statement.ts';
import { usersByIndex } from '../../../platform/resource/usages.ts';

/** A file or an entity that products name in an own value. */
export interface NamedByProducts {
  readonly kind: 'entity' | 'media';
  /** Code of the type of an entity. */
  readonly owner: string | null;
  readonly code: string;
  /** UUID of the entity, where products that are linked to it are listed too. */
  readonly linkedEntityId?: string;
}

const living = (kind: NamedByProducts['kind']) => `WITH naming AS (
    (${usersByIndex(kind, '$2::text', '$3::text')} SELECT id FROM users)
    UNION
    SELECT source_id FROM public.product_entity_association
    WHERE organization_id = $1::uuid AND entity_id = $4::uuid
  ), living AS (
    SELECT product.id FROM naming JOIN public.product
      ON product.organization_id = $1::uuid AND product.id = naming.id
    WHERE product.deleted_at IS NULL)`;

const PAGE = defineStatementFamily({
  name: 'product.naming',
  kind: 'read',
  row: { id: 'text' },
  sql: (products) => `${products} SELECT id::text AS id FROM living
    WHERE $5::uuid IS NULL OR living.id > $5 ORDER BY living.id LIMIT $6::int`,
});

const COUNT = defineStatementFamily({
  name: 'product.count_naming',
  kind: 'read',
  row: { count: 'int' },
  sql: (products) => `${products} SELECT count(*)::int AS count FROM living`,
});

const parametersFor = (
  { session }: ReadContext,
  {
    owner,
    code,
    linkedEntityId = null,
  }: Omit<NamedByProducts, 'linkedEntityId'> & { linkedEntityId?: string | null },
) => [session.organizationId, owner, code, linkedEntityId];

/** Returns the UUIDs of the next living products that name an object, in order; all without a limit. */
export async function findNamingProducts(
  context: ReadContext,
  referencedObject: NamedByProducts,
  after: string | null,
  limit: number | null,
): Promise<readonly string[]> {
  const rows = await context.execute(PAGE(living(referencedObject.kind)), [
    ...parametersFor(context, referencedObject),
    after,
    limit,
  ]);
  return rows.map(({ id }) => id);
}

/** Counts the living products that name an object. */
export async function countNamingProducts(
  context: ReadContext,
  referencedObject: NamedByProducts,
): Promise<number> {
  const [row] = await context.execute(
    COUNT(living(referencedObject.kind)),
    parametersFor(context, referencedObject),
  );
  return row?.count ?? 0;
}
