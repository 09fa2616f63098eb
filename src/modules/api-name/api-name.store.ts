import type { Transaction } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { type ApiNamedKind, assignApiNames } from './api-name-documents.ts';
import type { ApiNamespace } from './api-name-rules.ts';

const ROW = { kind: 'text', key: 'text', code: 'text', name: 'text | null' } as const;

const READ = {
  field: defineStatement({
    name: 'api_name.fields',
    kind: 'read',
    row: ROW,
    sql: `SELECT 'attribute' AS kind, code_key AS key, code, api_name AS name
          FROM public.attribute WHERE organization_id = $1::uuid
          UNION ALL SELECT 'association_type', code_key, code, api_name
          FROM public.association_type WHERE organization_id = $1::uuid`,
  }),
  type: defineStatement({
    name: 'api_name.types',
    kind: 'read',
    row: ROW,
    sql: `SELECT 'attribute_set' AS kind, code_key AS key, code, api_name AS name
          FROM public.attribute_set WHERE organization_id = $1::uuid
          UNION ALL SELECT 'entity_type', code_key, code, api_name
          FROM public.entity_type WHERE organization_id = $1::uuid`,
  }),
} as const;

/** A name that something has. */
export interface AssignedName {
  readonly kind: ApiNamedKind;
  /** Folded code. */
  readonly key: string;
  readonly code: string;
  readonly apiName: string;
}

/** Returns all names of a namespace; those that are not stored yet are derived. */
export async function loadAssignedNames(
  transaction: Transaction,
  organizationId: string,
  namespace: ApiNamespace,
): Promise<readonly AssignedName[]> {
  const rows = await transaction.execute(READ[namespace], [organizationId]);
  const storedNames = rows.map(({ kind, key, code, name }) => ({
    kind: kind as ApiNamedKind,
    key,
    code,
    apiName: name ?? '',
  }));
  return assignApiNames(
    namespace,
    storedNames.filter(isFirst),
    storedNames.filter((name) => !isFirst(name)),
  ).flat();
}

const isFirst = ({ kind }: AssignedName) => kind === 'attribute' || kind === 'attribute_set';
