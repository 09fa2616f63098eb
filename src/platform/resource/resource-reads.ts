import { foldKey } from '../../kernel/codes.ts';
import { defineRead, type ReadOperation } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import { defineLoader, type Loader } from '../loader.ts';
import type { PrismaReadContext } from '../operation/context.ts';
import type { PagedDelegate } from '../operation/keyset-page.ts';
import type { ResourceDefinition, Usages } from './resource.ts';
import {
  LIST_SORT_FIELDS,
  type ListRequest,
  type ListSettings,
  type ListSortField,
  listResources,
} from './resource-list.ts';
import { defineUsagesLoader, type UsedObject } from './usages.ts';

/** A row as Prisma returns it. */
export interface RowWithCode {
  readonly id: string;
  readonly codeKey: string;
}

type Selected = { readonly query: object };

/** The reading operations of one kind of configuration, and its look-up by code for the graph. */
export interface ResourceReads<Row, Filter> {
  /** Reads one object by its code; null when there is none. */
  readonly get: ReadOperation<PrismaReadContext, Selected & { readonly code: string }, Row | null>;
  readonly list: ReadOperation<PrismaReadContext, Selected & ListRequest & Filter, Page<Row>>;
  /** Properties that the list can be sorted by. */
  readonly sortFields: readonly ListSortField[];
  readonly loader: Loader<string, Row>;
  /** Loader of what uses its objects. */
  readonly usagesLoader: Loader<UsedObject, Usages>;
}

type Delegate<Row> = PagedDelegate<Row> & { findUnique(query: object): Promise<Row | null> };

/** Derives the operations that read objects, by the Prisma model that is named like the noun. */
export function defineResourceReads<Row extends RowWithCode, Filter>(
  {
    resource,
    noun,
    plural,
    scopes,
    usedAs = [resource],
  }: Pick<ResourceDefinition<never>, 'resource' | 'noun' | 'plural' | 'scopes' | 'usedAs'>,
  list: ListSettings<Filter>,
): ResourceReads<Row, Filter> {
  const rowsOf = ({ prisma }: PrismaReadContext) =>
    (prisma as unknown as Readonly<Record<string, Delegate<Row>>>)[noun] as Delegate<Row>;
  const nameOperation = (verb: string, word: string) => `${verb}${word[0]?.toUpperCase()}${word.slice(1)}`;
  return {
    get: defineRead({
      name: nameOperation('get', noun),
      scope: scopes.read,
      errors: [],
      handler(context, { code, query }) {
        const { organizationId } = context.session;
        const key = { organizationId_codeKey: { organizationId, codeKey: foldKey(code) } };
        return rowsOf(context).findUnique({ ...query, where: key });
      },
    }),
    list: defineRead({
      name: nameOperation('list', plural),
      scope: scopes.read,
      errors: [],
      handler: (context, input) =>
        listResources(context, { usedAs, ...list, name: plural, table: resource }, rowsOf(context), input),
    }),
    sortFields: LIST_SORT_FIELDS.filter((field) => field !== 'position' || list.position !== undefined),
    usagesLoader: defineUsagesLoader(`${resource}.usages`, usedAs),
    loader: defineLoader({
      name: `${resource}.by_code`,
      keyOf: foldKey,
      async load(context, codes) {
        const { organizationId } = context.session;
        const where = { organizationId, codeKey: { in: codes.map(foldKey) } };
        const rows = await rowsOf(context).findMany({ where });
        return new Map(rows.map((row) => [row.codeKey, row]));
      },
    }),
  };
}
