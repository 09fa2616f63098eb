import type { ReadContext } from '../../../kernel/operation.ts';
import { defineStatement } from '../../../platform/database/statement.ts';
import { usersByIndex } from '../../../platform/resource/usages.ts';

/** An entity that other entities name in a value. */
export interface NamedEntity {
  readonly id: string;
  readonly entityType: string;
  readonly code: string;
}

const LIVING = `WITH naming AS (
    ${usersByIndex('entity', '$2::text', '$3::text')} SELECT id FROM users WHERE id <> $4::uuid
  ), living AS (
    SELECT entity.id, entity.entity_type, entity.code_key FROM naming JOIN public.entity
      ON entity.organization_id = $1::uuid AND entity.id = naming.id
    WHERE entity.deleted_at IS NULL)`;

/** Position of an entity in the list: type and code. */
export interface NamingEntity {
  readonly id: string;
  readonly entityType: string;
  readonly codeKey: string;
}

const PAGE = defineStatement<NamingEntity>({
  name: 'entity.naming',
  kind: 'read',
  row: { id: 'text', entityType: 'text', codeKey: 'text' },
  sql: `${LIVING} SELECT id::text AS id, entity_type AS "entityType", code_key AS "codeKey" FROM living
    WHERE $5::text IS NULL OR (entity_type, code_key, living.id) > ($5, $6::text, $7::uuid)
    ORDER BY entity_type, code_key, living.id LIMIT $8::int`,
});

const COUNT = defineStatement({
  name: 'entity.count_naming',
  kind: 'read',
  row: { count: 'int' },
  sql: `${LIVING} SELECT count(*)::int AS count FROM living`,
});

const parametersFor = ({ session }: ReadContext, { id, entityType, code }: NamedEntity) => [
  session.organizationId,
  entityType,
  code,
  id,
];

/** Returns the next living entities that name another one, in order of type and code. */
export const findNamingEntities = (
  context: ReadContext,
  referencedEntity: NamedEntity,
  after: NamingEntity | null,
  limit: number,
): Promise<readonly NamingEntity[]> =>
  context.execute(PAGE, [
    ...parametersFor(context, referencedEntity),
    after?.entityType ?? null,
    after?.codeKey ?? null,
    after?.id ?? null,
    limit,
  ]);

/** Counts the living entities that name another one. */
export async function countNamingEntities(
  context: ReadContext,
  referencedEntity: NamedEntity,
): Promise<number> {
  const [row] = await context.execute(COUNT, parametersFor(context, referencedEntity));
  return row?.count ?? 0;
}
