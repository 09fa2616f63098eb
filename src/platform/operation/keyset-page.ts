import { RequestError } from '../../kernel/errors.ts';
import type { JsonValue } from '../../kernel/json.ts';
import {
  type CursorCodec,
  DEFAULT_PAGE_SIZE,
  type ListIdentity,
  MAX_PAGE_SIZE,
  type Page,
} from '../../kernel/page.ts';
import { localized } from '../../kernel/problems/messages/message.ts';

/** The part of a Prisma delegate that paging needs. */
export interface PagedDelegate<Row> {
  findMany(query: object): PromiseLike<Row[]>;
  count(query: object): PromiseLike<number>;
}

export interface PageRequest {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

/** A field to sort by; the last of a list must be unique and none may hold NULL. */
export interface SortKey {
  readonly field: string;
  readonly descending?: boolean;
}

/** Returns the requested page size. @throws RequestError `limit-out-of-range` outside 1–100. */
export function pageSize(first: number | null | undefined): number {
  const size = first ?? DEFAULT_PAGE_SIZE;
  if (size >= 1 && size <= MAX_PAGE_SIZE) return size;
  throw new RequestError(
    'limit-out-of-range',
    localized('page-size-out-of-range', { max: MAX_PAGE_SIZE, count: size }),
    {
      minimum: 1,
      maximum: MAX_PAGE_SIZE,
    },
  );
}

/**
 * Reads one page by the keyset technique: the cursor holds the sort values of the last row, so any depth costs the
 * same and rows written meanwhile neither repeat nor hide others.
 */
export async function keysetPage<Row extends object>(
  codec: CursorCodec,
  delegate: PagedDelegate<Row>,
  list: {
    /** Names the list, so that a cursor fits no other. */
    readonly name: string;
    readonly where: { readonly [key: string]: unknown };
    /** A further condition, which may change between the pages of a list. */
    readonly narrowed?: { readonly [key: string]: unknown };
    readonly sort: readonly SortKey[];
    /** Selection from @pothos/plugin-prisma. */
    readonly query: object;
  },
  request: PageRequest,
): Promise<Page<Row>> {
  const size = pageSize(request.first);
  const identity = JSON.parse(JSON.stringify([list.name, list.where, list.sort])) as ListIdentity;
  const position =
    request.after === null || request.after === undefined ? null : codec.decode(request.after, identity);
  const where = list.narrowed === undefined ? list.where : { AND: [list.where, list.narrowed] };
  const rows = await delegate.findMany({
    ...list.query,
    where: position === null ? where : { AND: [where, cursorAfter(list.sort, position)] },
    orderBy: list.sort.map(({ field, descending }) => ({ [field]: descending === true ? 'desc' : 'asc' })),
    take: size + 1,
  });
  const items = rows.slice(0, size);
  const positionOf = (row: Row) =>
    list.sort.map(({ field }) => {
      const value = (row as Record<string, unknown>)[field];
      return value instanceof Date ? value.toISOString() : (value as JsonValue);
    });
  return {
    items,
    cursorAt: (index) => codec.encode(positionOf(items[index] as Row), identity),
    hasNextPage: rows.length > size,
    count: async () => delegate.count({ where }),
  };
}

/** Returns "behind this position" as a Prisma condition: equal in the first keys and beyond in the next. */
function cursorAfter(sort: readonly SortKey[], position: readonly JsonValue[]): object {
  const alternatives = sort.map(({ field, descending }, index) => {
    const equal = sort.slice(0, index).map((key, i) => ({ [key.field]: position[i] }));
    return { AND: [...equal, { [field]: { [descending === true ? 'lt' : 'gt']: position[index] } }] };
  });
  return { OR: alternatives };
}
