import { MAX_PAGE_SIZE } from '../kernel/page.ts';
import { hasScope, type ScopeExpression } from '../kernel/scopes.ts';
import type { Loader } from '../platform/loader.ts';
import { pageSize } from '../platform/operation/keyset-page.ts';
import type { Usages, UsersOfType } from '../platform/resource/resource.ts';
import {
  MAXIMUM_USERS_COUNTED,
  NO_USERS,
  type UsedObject,
  type UserCount,
} from '../platform/resource/usages.ts';
import { builder, keyField, type PothosTypes } from './builder.ts';
import type { RequestContext } from './context.ts';
import { UsageType } from './problems.ts';
import { nodeScopeOf } from './read-scope.ts';

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

export const codeField = (fields: object, description = 'Code. Cannot change later.') => {
  const t = fields as Fields<ResourceRow>;
  return { code: t.exposeString('code', { skipTypeScopes: true, description }) };
};

/** Declares version and times. */
export const versionFields = (fields: object, read: ScopeExpression) => {
  const t = fields as Fields<ResourceRow>;
  return {
    version: t.exposeInt('version', {
      ...keyField(read),
      description: 'Version number; increases by one with each change.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
  };
};

/** Selection of `usage` that REST sends where `expand` names it. */
export const USAGE_VIEW = 'usage { count isExact types { type count users { type id code } } }';

/** Selection of `usage` and of the number of products. */
export const USAGE_AND_PRODUCTS_VIEW = `${USAGE_VIEW} productsCount productsCountExact`;

/** Returns an object as one that others name by its code. */
export const codeOf = ({ code }: { readonly code: string }): UsedObject => ({ code });

/** Number of users of a type that are listed by default. */
const DEFAULT_USERS = 5;

const UsersOfTypeType = builder.objectRef<UsersOfType>('UsersOfType').implement({
  description: 'Objects of one type that refer to an object.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'GraphQL type of the objects.' }),
    count: t.int({
      description: 'Number of these objects, at most 10,000.',
      resolve: ({ count }) => Math.min(count, MAXIMUM_USERS_COUNTED),
    }),
    users: t.field({
      type: [UsageType],
      description:
        'The first of these objects by code. Empty if the caller may not read objects of the type.',
      args: {
        first: t.arg.int({
          defaultValue: DEFAULT_USERS,
          description: `Number of objects, 1 to ${MAX_PAGE_SIZE}.`,
        }),
      },
      resolve: ({ type, users }, { first }, { caller }, { schema }) => {
        const size = pageSize(first ?? DEFAULT_USERS);
        const scope = nodeScopeOf(schema.getType(type));
        return scope === null || hasScope(caller, scope) ? users.slice(0, size) : [];
      },
    }),
  }),
});

const ObjectUsageType = builder.objectRef<Usages>('ObjectUsage').implement({
  description:
    'The objects that refer to an object, without deleted ones. While there are any, it cannot be deleted.',
  fields: (t) => ({
    count: t.int({
      description: 'Number of objects that refer to it, at most 10,000.',
      resolve: ({ total }) => Math.min(total, MAXIMUM_USERS_COUNTED),
    }),
    isExact: t.boolean({
      description: 'Whether the counts are exact. If false, more objects refer to it.',
      resolve: ({ total }) => total <= MAXIMUM_USERS_COUNTED,
    }),
    types: t.field({
      type: [UsersOfTypeType],
      description: 'The objects by type.',
      resolve: ({ byType }) => byType,
    }),
  }),
});

const NO_USAGE: Usages = { users: [], byType: [], total: 0 };

/** Declares what uses an object; the loader spends its cost. */
export const usageField = <Row>(
  fields: object,
  loader: Loader<UsedObject, Usages>,
  toUsed: (row: Row) => UsedObject,
) => {
  const t = fields as Fields<Row>;
  return {
    usage: t.field({
      type: ObjectUsageType,
      description: 'The objects that refer to it.',
      resolve: async (row, _args, context) => (await context.load(loader, toUsed(row as Row))) ?? NO_USAGE,
    }),
  };
};

/**
 * Declares how many products use an object, up to the highest number that is counted: `name`, and `<name>Exact`. The
 * loader spends their cost.
 */
export const productsCountFields = <Row>(
  fields: object,
  loader: Loader<UsedObject, UserCount>,
  toUsed: (row: Row) => UsedObject,
  description: string,
  name = 'productsCount',
) => {
  const t = fields as Fields<Row>;
  const load = async (row: Row, context: RequestContext) =>
    (await context.load(loader, toUsed(row))) ?? NO_USERS;
  return {
    [name]: t.int({
      description: `${description}, without deleted products; at most 10,000. See \`${name}Exact\`.`,
      resolve: async (row, _args, context) => (await load(row as Row, context)).count,
    }),
    [`${name}Exact`]: t.boolean({
      description: `Whether \`${name}\` is the exact number. If false, there are more.`,
      resolve: async (row, _args, context) => (await load(row as Row, context)).isExact,
    }),
  };
};
