import { foldKey } from '../../kernel/codes.ts';
import type { Transaction, WriteContext } from '../../kernel/operation.ts';
import { lowerCase } from '../../platform/database/lower-case.ts';
import type { Usages } from '../../platform/resource/resource.ts';
import { findUsages } from '../../platform/resource/usages.ts';

/** Media attributes joined with the cells that products and entities have of them; `$1` is the organization. */
const CELLS = `public.attribute
  JOIN public.value_holder AS holder ON holder.organization_id = $1::uuid AND strpos(holder.text, '"' || attribute.code || '"') > 0 AND holder.values ? attribute.code
  CROSS JOIN LATERAL jsonb_array_elements(holder.values -> attribute.code) AS cell`;
const IS_MEDIA = `attribute.organization_id = $1::uuid AND attribute.type IN ('media', 'media_list')`;

/**
 * Products, entities and options that show a file, and attributes that have it as their default. Reads all values of
 * the organization: a deletion is rare and must be right.
 */
export async function findMediaUsage(context: WriteContext, code: string): Promise<Usages | undefined> {
  const usages = await findUsages(
    context,
    'media.usage',
    `SELECT DISTINCT $2::text, holder.type, holder.id, holder.code, holder.deleted_at IS NOT NULL
     FROM ${CELLS} WHERE ${IS_MEDIA} AND cell -> 'value' ? $2::text
     UNION ALL
     SELECT $2::text, 'Option', id, code, false FROM public.option
     WHERE organization_id = $1::uuid AND swatch ->> 'media' = $2::text
     UNION ALL
     SELECT $2::text, 'Attribute', id, code, false FROM public.attribute
     WHERE ${IS_MEDIA} AND default_value ? $2::text`,
    [context.session.organizationId, code],
  );
  return usages.get(foldKey(code));
}

/** How many living products show each of the files themselves, by folded code. */
export async function countUses(
  transaction: Transaction,
  organizationId: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction.execute<{ code: string; count: number }>(
    'media.count_uses',
    `SELECT media.code, count(DISTINCT holder.id)::int AS count
     FROM ${CELLS} JOIN unnest($2::text[]) AS media (code) ON cell -> 'value' ? media.code
     WHERE ${IS_MEDIA} AND holder.type = 'Product' AND holder.deleted_at IS NULL GROUP BY media.code`,
    [organizationId, [...codes]],
  );
  return new Map(rows.map(({ code, count }) => [foldKey(code), count]));
}

/** Which files to list. Everything here decides what a cursor is good for. */
export interface MediaSelection {
  /** Beginning of the media type: `image/`. */
  readonly mimeType: string | null;
  /** Tags that a file must all have. */
  readonly tags: readonly string[] | null;
  /** Only files that nothing living shows or has as its default, or only those that something does. */
  readonly unused: boolean | null;
  /** Part of a code or file name, in any case. */
  readonly query: string | null;
}

/** Codes in a value of one file or of a list. */
const entriesOf = (value: string) =>
  `jsonb_array_elements_text(CASE jsonb_typeof(${value}) WHEN 'array' THEN ${value} ELSE jsonb_build_array(${value}) END) AS entry (code)`;

/** Codes of the files that a living product, entity or option shows or an attribute has as its default. */
const USED = `SELECT entry.code FROM ${CELLS} CROSS JOIN LATERAL ${entriesOf("cell -> 'value'")}
    WHERE ${IS_MEDIA} AND holder.deleted_at IS NULL
    UNION SELECT swatch ->> 'media' FROM public.option
    WHERE organization_id = $1::uuid AND swatch ->> 'media' IS NOT NULL
    UNION SELECT entry.code FROM public.attribute CROSS JOIN LATERAL ${entriesOf('default_value')}
    WHERE ${IS_MEDIA} AND default_value IS NOT NULL`;

const SELECTED = `WITH used AS MATERIALIZED (
    SELECT code FROM (${USED}) AS anything WHERE $4::boolean IS NOT NULL
  ), selected AS (
    SELECT media.id FROM public.media
    WHERE media.organization_id = $1::uuid AND media.deleted_at IS NULL
      AND ($2::text IS NULL OR starts_with(media.mime_type, $2))
      AND ($3::text[] IS NULL OR media.tags @> $3)
      AND ($4 IS NULL OR $4 = NOT EXISTS (SELECT 1 FROM used WHERE used.code = media.code))
      AND ($5::text IS NULL OR strpos(media.code_key, ${lowerCase('$5')}) > 0 OR strpos(${lowerCase('media.filename')}, ${lowerCase('$5')}) > 0)
  )`;

const parametersOf = (organizationId: string, { mimeType, tags, unused, query }: MediaSelection) => [
  organizationId,
  mimeType,
  tags,
  unused,
  query === '' ? null : query,
];

/** UUIDs of the files below one (null: from the newest), newest first, at most `limit`. */
export async function findMediaIds(
  transaction: Transaction,
  organizationId: string,
  selection: MediaSelection,
  below: string | null,
  limit: number,
): Promise<readonly string[]> {
  const rows = await transaction.execute<{ id: string }>(
    'media.list',
    `${SELECTED} SELECT id::text AS id FROM selected WHERE $6::uuid IS NULL OR id < $6
     ORDER BY selected.id DESC LIMIT $7::int`,
    [...parametersOf(organizationId, selection), below, limit],
  );
  return rows.map(({ id }) => id);
}

export async function countMedia(
  transaction: Transaction,
  organizationId: string,
  selection: MediaSelection,
): Promise<number> {
  const [row] = await transaction.execute<{ count: number }>(
    'media.count_listed',
    `${SELECTED} SELECT count(*)::int AS count FROM selected`,
    parametersOf(organizationId, selection),
  );
  return row?.count ?? 0;
}

/** How many files there are and what they take, and how much of it nothing shows. Sizes as texts: they are large. */
export async function readMediaFigures(
  transaction: Transaction,
  organizationId: string,
): Promise<{
  readonly files: number;
  readonly sizeBytes: string;
  readonly unusedFiles: number;
  readonly unusedSizeBytes: string;
}> {
  const [row] = await transaction.execute<Awaited<ReturnType<typeof readMediaFigures>>>(
    'media.figures',
    `WITH used AS MATERIALIZED (${USED}), file AS (
       SELECT media.sha256, max(media.size_bytes) AS size, count(*) AS files,
              count(*) FILTER (WHERE used.code IS NULL) AS unused
       FROM public.media LEFT JOIN used ON used.code = media.code
       WHERE media.organization_id = $1::uuid AND media.deleted_at IS NULL GROUP BY media.sha256)
     SELECT coalesce(sum(files), 0)::int AS files, coalesce(sum(size), 0)::text AS "sizeBytes",
            coalesce(sum(unused), 0)::int AS "unusedFiles",
            coalesce(sum(size) FILTER (WHERE unused = files), 0)::text AS "unusedSizeBytes" FROM file`,
    [organizationId],
  );
  return row ?? { files: 0, sizeBytes: '0', unusedFiles: 0, unusedSizeBytes: '0' };
}
