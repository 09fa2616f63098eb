import type { Transaction, WriteContext } from '../../kernel/operation.ts';
import { bulkWrite } from '../../platform/bulk-write/bulk-write.ts';
import { sortByKey } from '../../platform/bulk-write/sort-by-key.ts';
import { defineStatement, defineStatementFamily } from '../../platform/database/statement.ts';
import type { ScopedSlug } from './scoped-slug.ts';

/** A slug that an object has, or had before: it stays with the object for as long as that exists. */
export interface SlugClaim extends ScopedSlug {
  /** UUID of the object. */
  readonly owner: string;
}

/** Returns the key under which owners of slugs are known. */
export const slugKey = ({ channel, locale, slug }: ScopedSlug): string => `${channel}/${locale}/${slug}`;

/** Table of the slugs of one kind of object. */
export interface SlugStore {
  /** Returns the owners of slugs: UUID by {@link slugKey}; free slugs are left out. */
  loadOwners(
    transaction: Transaction,
    organizationId: string,
    keys: readonly ScopedSlug[],
  ): Promise<ReadonlyMap<string, string>>;
  /** Gives free slugs to objects, which are stored by then. */
  claim(context: WriteContext, claims: readonly SlugClaim[]): void;
}

/** Returns the store over the table `<owner>_slug`. */
export function slugStore(owner: 'product' | 'category'): SlugStore {
  const table = `public.${owner}_slug`;
  const column = `${owner}_id`;
  const OWNERS = defineStatement({
    name: `${owner}.slug_owners`,
    kind: 'read',
    row: { channel: 'text', locale: 'text', slug: 'text', owner: 'text' },
    sql: `SELECT held.channel, held.locale, held.slug, held.${column}::text AS owner
          FROM unnest($2::text[], $3::text[], $4::text[]) AS wanted (channel, locale, slug)
          JOIN ${table} AS held ON held.organization_id = $1::uuid AND held.channel = wanted.channel
            AND held.locale = wanted.locale AND held.slug = wanted.slug`,
  });
  const CLAIM = defineStatementFamily({
    name: `${owner}.claim_slugs`,
    kind: 'write',
    sql: (source) => `INSERT INTO ${table} (organization_id, channel, locale, slug, ${column})
      SELECT $1::uuid, channel, locale, slug, owner FROM ${source} AS row`,
  });
  return {
    async loadOwners(transaction, organizationId, keys) {
      if (keys.length === 0) return new Map();
      const rows = await transaction.execute(OWNERS, [
        organizationId,
        keys.map(({ channel }) => channel),
        keys.map(({ locale }) => locale),
        keys.map(({ slug }) => slug),
      ]);
      return new Map(rows.map((row) => [slugKey(row), row.owner]));
    },
    claim(context, claims) {
      bulkWrite(context, {
        family: CLAIM,
        parameters: [context.session.organizationId],
        types: { channel: 'text', locale: 'text', slug: 'text', owner: 'uuid' },
        rows: sortByKey(claims, slugKey),
      });
    },
  };
}
