import type { Transaction, WriteContext } from '../../kernel/operation.ts';
import { sendWrite } from '../../platform/bulk-write/bulk-write.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { type Slugs, slugScope, slugStore } from '../slug/index.ts';

export const categorySlugs = slugStore('category');

const CURRENT = defineStatement({
  name: 'category.current_slugs',
  kind: 'read',
  row: { id: 'text', channel: 'text', locale: 'text', slug: 'text' },
  sql: `SELECT category_id::text AS id, channel, locale, slug FROM public.category_slug
        WHERE organization_id = $1::uuid AND category_id = ANY($2::uuid[]) AND is_current`,
});

/** Returns the present slugs of categories, by UUID. */
export async function loadCategorySlugs(
  transaction: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Slugs>> {
  const rows = await transaction.execute(CURRENT, [organizationId, [...ids]]);
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => [
      id,
      Object.fromEntries(own.map(({ channel, locale, slug }) => [slugScope(channel, locale), slug])),
    ]),
  );
}

const SWITCH = defineStatement({
  name: 'category.switch_slugs',
  kind: 'write',
  sql: `UPDATE public.category_slug AS held SET is_current = held.slug = wanted.slug
        FROM unnest($2::uuid[], $3::text[], $4::text[]) AS wanted (id, scope, slug)
        WHERE held.organization_id = $1::uuid AND held.category_id = wanted.id
          AND held.channel || '/' || held.locale = wanted.scope AND held.is_current <> (held.slug = wanted.slug)`,
});

/** Makes slugs that categories have or had the present ones, and the present ones old; new ones are claimed behind it. */
export function activateCategorySlugs(context: WriteContext, slugs: ReadonlyMap<string, Slugs>): void {
  const rows = [...slugs].flatMap(([id, own]) =>
    Object.entries(own).map(([scope, slug]) => ({ id, scope, slug })),
  );
  if (rows.length === 0) return;
  sendWrite(context, SWITCH, [
    context.session.organizationId,
    rows.map(({ id }) => id),
    rows.map(({ scope }) => scope),
    rows.map(({ slug }) => slug),
  ]);
}
