import type { DomainModule, ReadContext } from '../../kernel/operation.ts';
import { lowerCaseSql } from '../../platform/database/lower-case-sql.ts';
import { defineStatementFamily } from '../../platform/database/statement.ts';
import { referencesTo, usersByIndex } from '../../platform/resource/usages.ts';
import { MEDIA_KINDS, type MediaKind } from './media-rules.ts';

/** Selection of files to list. A cursor is valid only for the same selection. */
export interface MediaSelection {
  /** Beginning of the media type: `image/`. */
  readonly mimeType: string | null;
  /** Tags that a file must all have. */
  readonly tags: readonly string[] | null;
  /** Only files that nothing living shows or has as its default, or only those that something does. */
  readonly unused: boolean | null;
  /** Part of a code or file name, in any case. */
  readonly query: string | null;
  readonly kind: MediaKind | null;
  /** Only images without an alternative text of their own in this locale, whose case does not matter. */
  readonly missingAltIn: string | null;
}

/** All files, as the objects of which users are requested; none by index, see {@link HAS_HOLDER}. */
const WANTED = `wanted AS (
    SELECT code AS key, NULL::text AS owner, code, id, 'infinity'::timestamptz AS since, NULL::text[] AS types, 0 AS most
    FROM public.media WHERE organization_id = $1::uuid AND deleted_at IS NULL)`;

/**
 * Returns the codes of the files that a category or option shows or an attribute has as its default: few objects, so
 * all are read.
 */
const usedCodes = (modules: readonly DomainModule[]) =>
  `SELECT DISTINCT users.key AS code FROM ${referencesTo(modules, ['media'])} WHERE users.deleted_at IS NULL`;

const KIND = `CASE ${Object.entries(MEDIA_KINDS)
  .map(([kind, beginning]) => `WHEN starts_with(media.mime_type, '${beginning}') THEN '${kind}'`)
  .join(' ')} ELSE 'other' END`;

/** True if a living product or entity shows a file; evaluated for each file, until a page is full. */
const HAS_HOLDER = `EXISTS (${usersByIndex('media', 'NULL', 'media.code')}
    SELECT FROM users JOIN public.value_holder AS holder
      ON holder.organization_id = $1::uuid AND holder.id = users.id WHERE holder.deleted_at IS NULL)`;

const selected = (modules: readonly DomainModule[]) => `WITH ${WANTED}, used AS MATERIALIZED (
    ${usedCodes(modules)} AND $4::boolean IS NOT NULL
  ), selected AS (
    SELECT media.id FROM public.media
    WHERE media.organization_id = $1::uuid AND media.deleted_at IS NULL
      AND ($2::text IS NULL OR starts_with(media.mime_type, $2))
      AND ($3::text[] IS NULL OR media.tags @> $3)
      AND ($5::text IS NULL OR strpos(media.code_key, ${lowerCaseSql('$5')}) > 0 OR strpos(${lowerCaseSql('media.filename')}, ${lowerCaseSql('$5')}) > 0)
      AND ($6::text IS NULL OR ${KIND} = $6)
      AND ($7::text IS NULL OR starts_with(media.mime_type, 'image/') AND NOT EXISTS (
        SELECT FROM jsonb_object_keys(media.alt) AS text (locale) WHERE lower(text.locale) = lower($7)))
      AND ($4 IS NULL OR $4 <> (media.code IN (SELECT code FROM used) OR ${HAS_HOLDER}))
  )`;

const parametersOf = (organizationId: string, selection: MediaSelection) => [
  organizationId,
  selection.mimeType,
  selection.tags,
  selection.unused,
  selection.query === '' ? null : selection.query,
  selection.kind,
  selection.missingAltIn,
];

const LIST = defineStatementFamily({
  name: 'media.list',
  kind: 'read',
  row: { id: 'text' },
  sql: (selection) => `${selection} SELECT id::text AS id FROM selected WHERE $8::uuid IS NULL OR id < $8
    ORDER BY selected.id DESC LIMIT $9::int`,
});

/** Returns the UUIDs of the files below one (null: from the newest), newest first, at most `limit`. */
export async function findMediaIds(
  context: ReadContext,
  selection: MediaSelection,
  below: string | null,
  limit: number,
): Promise<readonly string[]> {
  const rows = await context.execute(LIST(selected(context.modules)), [
    ...parametersOf(context.session.organizationId, selection),
    below,
    limit,
  ]);
  return rows.map(({ id }) => id);
}

const COUNT = defineStatementFamily({
  name: 'media.count_listed',
  kind: 'read',
  row: { count: 'int' },
  sql: (selection) => `${selection} SELECT count(*)::int AS count FROM selected`,
});

export async function countMedia(context: ReadContext, selection: MediaSelection): Promise<number> {
  const parameters = parametersOf(context.session.organizationId, selection);
  const [row] = await context.execute(COUNT(selected(context.modules)), parameters);
  return row?.count ?? 0;
}

const USAGE = defineStatementFamily({
  name: 'media.usage',
  kind: 'read',
  row: { files: 'int', sizeBytes: 'text', unusedFiles: 'int', unusedSizeBytes: 'text' },
  sql: (used) => `WITH ${WANTED}, used AS MATERIALIZED (${used}), file AS (
      SELECT media.sha256, max(media.size_bytes) AS size, count(*) AS files,
             count(*) FILTER (WHERE NOT (media.code IN (SELECT code FROM used) OR ${HAS_HOLDER})) AS unused
      FROM public.media
      WHERE media.organization_id = $1::uuid AND media.deleted_at IS NULL GROUP BY media.sha256)
    SELECT coalesce(sum(files), 0)::int AS files, coalesce(sum(size), 0)::text AS "sizeBytes",
           coalesce(sum(unused), 0)::int AS "unusedFiles",
           coalesce(sum(size) FILTER (WHERE unused = files), 0)::text AS "unusedSizeBytes" FROM file`,
});

/**
 * Returns the number of files and their total size, and the size of those that no object shows. Sizes are texts,
 * because they are large.
 */
export async function readMediaUsage(context: ReadContext): Promise<{
  readonly files: number;
  readonly sizeBytes: string;
  readonly unusedFiles: number;
  readonly unusedSizeBytes: string;
}> {
  const [row] = await context.execute(USAGE(usedCodes(context.modules)), [context.session.organizationId]);
  return row ?? { files: 0, sizeBytes: '0', unusedFiles: 0, unusedSizeBytes: '0' };
}
