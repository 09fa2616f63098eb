import type { ScopeExpression } from '../kernel/scopes.ts';
import { keyField, type PothosTypes } from './builder.ts';
import type { RequestContext } from './context.ts';

/** Columns that every kind of configuration stores besides its own fields. */
interface ResourceRow {
  readonly code: string;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Function that declares the fields of a node; Pothos' own type of it names the model. */
type Fields<Row> = PothosSchemaTypes.ObjectFieldBuilder<PothosTypes, Row>;

/** Options of `builder.prismaNode` that all kinds of configuration have alike; a foreign or missing id returns null. */
export const resourceNodeOptions = <Scope extends ScopeExpression>(read: Scope) => ({
  nullable: true as const,
  authScopes: { holds: read },
  id: { resolve: ({ id }: { readonly id: string }) => id },
  findUnique: (id: string, { caller }: RequestContext) => ({
    organizationId_id: { organizationId: caller.organizationId, id },
  }),
});

export const codeField = (builder: object, description = 'Code. Cannot change later.') => {
  const t = builder as Fields<ResourceRow>;
  return { code: t.exposeString('code', { skipTypeScopes: true, description }) };
};

/** Declares version and times. */
export const versionFields = (builder: object, read: ScopeExpression) => {
  const t = builder as Fields<ResourceRow>;
  return {
    version: t.exposeInt('version', {
      ...keyField(read),
      description: 'Version number; increases by one with each change.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  };
};
