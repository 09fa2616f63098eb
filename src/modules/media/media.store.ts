import { foldKey } from '../../kernel/codes.ts';
import { NotFound } from '../../kernel/errors.ts';
import { decodeIdOf } from '../../kernel/ids.ts';
import type { Transaction, WriteContext } from '../../kernel/operation.ts';
import type { ColumnsOf } from '../../kernel/statement.ts';
import { serializationFailure, sqlStateOf } from '../../platform/database/sql-state.ts';
import { defineStatement, defineStatementFamily } from '../../platform/database/statement.ts';
import type { MediaContentFields, MediaDocument, MediaMetadata } from './media-rules.ts';

const UNIQUE_VIOLATION = '23505';

/** A file as rules and APIs see it. */
export interface MediaRow extends MediaDocument {
  readonly id: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly width: number | null;
  readonly height: number | null;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly version: number;
  /** RFC 3339; null while it lives. */
  readonly deletedAt: string | null;
}

/** Columns of a {@link MediaRow}. */
export const MEDIA_COLUMNS = `id::text AS id, code, filename, mime_type AS "mimeType", size_bytes AS "sizeBytes", width, height,
  encode(sha256, 'hex') AS sha256, labels, alt, tags, visibility, version,
  CASE WHEN focal_x IS NOT NULL THEN json_build_object('x', focal_x, 'y', focal_y) END AS "focalPoint",
  to_char(deleted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "deletedAt"`;

const LOCK_CONTENT = defineStatement({
  name: 'media.lock_content',
  kind: 'read',
  sql: `SELECT pg_advisory_xact_lock(hashtextextended($1::text || $2::text, 2))::text`,
});

/** Lets one transaction at a time decide what becomes of a content of the organization. */
export async function lockContent(context: WriteContext, sha256: string): Promise<void> {
  await context.execute(LOCK_CONTENT, [context.session.organizationId, sha256]);
}

export const MEDIA_ROW: ColumnsOf<MediaRow> = {
  id: 'text',
  mimeType: 'text',
  sizeBytes: 'int',
  width: 'int | null',
  height: 'int | null',
  sha256: 'text',
  version: 'int',
  deletedAt: 'text | null',
  code: 'text',
  filename: 'text',
  labels: 'json',
  alt: 'json',
  tags: 'text[]',
  visibility: 'text',
  focalPoint: 'json | null',
};

const BY_CONTENT = defineStatement<MediaRow>({
  name: 'media.by_content',
  kind: 'read',
  row: MEDIA_ROW,
  sql: `SELECT ${MEDIA_COLUMNS} FROM public.media
        WHERE organization_id = $1::uuid AND sha256 = decode($2, 'hex') AND deleted_at IS NULL ORDER BY id LIMIT 1`,
});

/** Returns the oldest living file of a content. */
export async function findByContent(context: WriteContext, sha256: string): Promise<MediaRow | undefined> {
  const [row] = await context.execute(BY_CONTENT, [context.session.organizationId, sha256]);
  return row;
}

const BY_CODES = defineStatement<MediaRow>({
  name: 'media.by_codes',
  kind: 'read',
  prepared: true,
  row: MEDIA_ROW,
  sql: `SELECT ${MEDIA_COLUMNS} FROM unnest($2::text[]) AS wanted (code_key)
        JOIN public.media ON media.organization_id = $1::uuid AND media.code_key = wanted.code_key
          AND media.deleted_at IS NULL`,
});

const BY_FILENAMES = defineStatement({
  name: 'media.by_filenames',
  kind: 'read',
  row: { filename: 'text', code: 'text' },
  sql: `SELECT filename, code FROM public.media
        WHERE organization_id = $1::uuid AND filename = ANY($2::text[]) AND deleted_at IS NULL ORDER BY id`,
});

/** Returns the codes of the living files by their exact names, the oldest first; names that none has are left out. */
export async function findCodesByFilename(
  transaction: Transaction,
  organizationId: string,
  filenames: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (filenames.length === 0) return new Map();
  const rows = await transaction.execute(BY_FILENAMES, [organizationId, [...filenames]]);
  const byName = Map.groupBy(rows, ({ filename }) => filename);
  return new Map([...byName].map(([name, files]) => [name, files.map(({ code }) => code)]));
}

/** Returns the living files of folded codes. */
export function findMediaRows(
  transaction: Transaction,
  organizationId: string,
  codeKeys: readonly string[],
): Promise<readonly MediaRow[]> {
  return transaction.execute(BY_CODES, [organizationId, [...codeKeys]]);
}

const BY_IDS = defineStatement<MediaRow>({
  name: 'media.by_ids',
  kind: 'read',
  row: MEDIA_ROW,
  sql: `SELECT ${MEDIA_COLUMNS} FROM public.media
        WHERE organization_id = $1::uuid AND id = ANY($2::uuid[]) AND deleted_at IS NULL`,
});

/** Returns the living files of codes (in either case) and public ids; others are left out. */
export async function findMediaRowsByRef(
  transaction: Transaction,
  organizationId: string,
  refs: readonly string[],
): Promise<readonly MediaRow[]> {
  const ids = refs.flatMap((ref) => decodeIdOf('Media', ref) ?? []);
  const codeKeys = refs.filter((ref) => decodeIdOf('Media', ref) === null).map(foldKey);
  return [
    ...(await transaction.execute(BY_IDS, [organizationId, ids])),
    ...(await findMediaRows(transaction, organizationId, codeKeys)),
  ];
}

const CONTENT_USED = defineStatement({
  name: 'media.content_used',
  kind: 'read',
  sql: `SELECT 1 AS found FROM public.media WHERE organization_id = $1::uuid AND sha256 = decode($2, 'hex') LIMIT 1`,
});

/** Returns true if any file, including deleted ones, needs a content. */
export async function isContentUsed(context: WriteContext, sha256: string): Promise<boolean> {
  const rows = await context.execute(CONTENT_USED, [context.session.organizationId, sha256]);
  return rows.length > 0;
}

const TAKEN_CODES = defineStatement({
  name: 'media.taken_codes',
  kind: 'read',
  row: { key: 'text' },
  sql: `SELECT code_key AS key FROM public.media
        WHERE organization_id = $1::uuid AND code_key = ANY($2::text[]) AND deleted_at IS NULL`,
});

/** Returns those of the codes that living files have, folded. */
export async function findUsedCodes(
  context: WriteContext,
  codes: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await context.execute(TAKEN_CODES, [context.session.organizationId, codes.map(foldKey)]);
  return new Set(rows.map(({ key }) => key));
}

const INSERT = defineStatement({
  name: 'media.insert',
  kind: 'write',
  sql: `INSERT INTO public.media (organization_id, id, code, code_key, filename, mime_type, size_bytes, width, height,
                                  sha256, labels, alt, tags, visibility, version, created_at, updated_at)
        VALUES ($1::uuid, $2::uuid, $3, $4, $5, $6, $7::int, $8::int, $9::int, decode($10, 'hex'), $11::jsonb,
                $12::jsonb, $13::text[], $14, $15::int, $16::timestamptz, $16::timestamptz)`,
});

/** Stores a new file; when another takes its code at this time, the operation begins again. */
export async function insertMedia(context: WriteContext, row: MediaRow): Promise<void> {
  await context
    .execute(INSERT, [
      context.session.organizationId,
      row.id,
      row.code,
      foldKey(row.code),
      row.filename,
      row.mimeType,
      row.sizeBytes,
      row.width,
      row.height,
      row.sha256,
      JSON.stringify(row.labels),
      JSON.stringify(row.alt),
      [...row.tags],
      row.visibility,
      row.version,
      context.now.toISOString(),
    ])
    .catch(retryOnCodeConflict);
}

function retryOnCodeConflict(error: unknown): never {
  throw sqlStateOf(error) === UNIQUE_VIOLATION ? serializationFailure(error) : error;
}

/** The file itself, by code or by id; locked for its change or for its end. */
const LOCK_ONE = defineStatementFamily<MediaRow>({
  name: 'media.lock',
  kind: 'read',
  row: MEDIA_ROW,
  sql: (condition) => `SELECT ${MEDIA_COLUMNS} FROM public.media
    WHERE organization_id = $1::uuid AND ${condition}`,
});

/**
 * Returns the living or the latest deleted file of a reference, locked. `goes` also keeps out writers that begin to use
 * it, see {@link loadMediaMetadata}.
 */
export async function lockMedia(
  context: WriteContext,
  ref: string,
  which: { readonly deleted: boolean; readonly goes: boolean },
): Promise<MediaRow | undefined> {
  const id = decodeIdOf('Media', ref);
  const condition = `${id === null ? 'code_key = $2' : 'id = $2::uuid'}
      AND deleted_at IS ${which.deleted ? 'NOT NULL' : 'NULL'}
    ORDER BY deleted_at DESC LIMIT 1 FOR ${which.goes ? '' : 'NO KEY'} UPDATE`;
  const [row] = await context.execute(LOCK_ONE(condition), [
    context.session.organizationId,
    id ?? foldKey(ref),
  ]);
  return row;
}

const HAS_DELETED = defineStatement({
  name: 'media.has_deleted',
  kind: 'read',
  sql: `SELECT 1 AS found FROM public.media
        WHERE organization_id = $1::uuid AND (code_key = $2 OR id = $3::uuid) AND deleted_at IS NOT NULL LIMIT 1`,
});

/** Returns true if a deleted file has a code (in either case) or id. Call it when no living file has it. */
export async function hasDeletedMedia(
  transaction: Transaction,
  organizationId: string,
  ref: string,
): Promise<boolean> {
  const rows = await transaction.execute(HAS_DELETED, [
    organizationId,
    foldKey(ref),
    decodeIdOf('Media', ref),
  ]);
  return rows.length > 0;
}

/** Returns the rejection of a write whose file does not exist. */
export async function mediaNotFoundError(context: WriteContext, ref: string): Promise<NotFound> {
  return NotFound.missing(
    'media file',
    ref,
    await hasDeletedMedia(context, context.session.organizationId, ref),
  );
}

const UPDATE = defineStatement({
  name: 'media.update',
  kind: 'write',
  sql: `UPDATE public.media SET filename = $3, labels = $4::jsonb, alt = $5::jsonb, tags = $6::text[], visibility = $7,
               focal_x = $9::float8, focal_y = $10::float8, version = version + 1, updated_at = $8::timestamptz
        WHERE organization_id = $1::uuid AND id = $2::uuid`,
});

export async function updateMediaRow(context: WriteContext, row: MediaRow): Promise<void> {
  await context.execute(UPDATE, [
    context.session.organizationId,
    row.id,
    row.filename,
    JSON.stringify(row.labels),
    JSON.stringify(row.alt),
    [...row.tags],
    row.visibility,
    context.now.toISOString(),
    row.focalPoint?.x ?? null,
    row.focalPoint?.y ?? null,
  ]);
}

const SET_CONTENT = defineStatement({
  name: 'media.set_content',
  kind: 'write',
  sql: `UPDATE public.media SET filename = $3, mime_type = $4, size_bytes = $5::int, width = $6::int, height = $7::int,
               sha256 = decode($8, 'hex'), focal_x = $9::float8, focal_y = $10::float8, version = version + 1,
               updated_at = $11::timestamptz, deleted_at = CASE WHEN $12::boolean THEN $11::timestamptz END
        WHERE organization_id = $1::uuid AND id = $2::uuid`,
});

/** Stores a content in place of the one that a living file has, which may be deleted with that. */
export async function setMediaContent(
  context: WriteContext,
  id: string,
  content: MediaContentFields,
  deleted: boolean,
): Promise<void> {
  await context.execute(SET_CONTENT, [
    context.session.organizationId,
    id,
    content.filename,
    content.mimeType,
    content.sizeBytes,
    content.width,
    content.height,
    content.sha256,
    content.focalPoint?.x ?? null,
    content.focalPoint?.y ?? null,
    context.now.toISOString(),
    deleted,
  ]);
}

const SET_DELETED = defineStatement({
  name: 'media.set_deleted',
  kind: 'write',
  sql: `UPDATE public.media SET deleted_at = CASE WHEN $3::boolean THEN $4::timestamptz END, version = version + 1,
               updated_at = $4::timestamptz
        WHERE organization_id = $1::uuid AND id = $2::uuid`,
});

export async function setMediaDeleted(context: WriteContext, id: string, deleted: boolean): Promise<void> {
  await context
    .execute(SET_DELETED, [context.session.organizationId, id, deleted, context.now.toISOString()])
    .catch(retryOnCodeConflict);
}

const FACTS = defineStatement<MediaMetadata>({
  name: 'media.facts',
  kind: 'read',
  row: {
    code: 'text',
    mimeType: 'text',
    filename: 'text',
    sizeBytes: 'int',
    width: 'int | null',
    height: 'int | null',
  },
  sql: `SELECT code, mime_type AS "mimeType", filename, size_bytes AS "sizeBytes", width, height FROM public.media
        WHERE organization_id = $1::uuid AND code_key = ANY($2::text[]) AND deleted_at IS NULL
        ORDER BY id FOR KEY SHARE`,
});

/**
 * Returns the metadata of living files for attribute rules, by folded code. The rows stay locked against deletion until
 * the transaction ends, so that no value ever names a deleted file.
 */
export async function loadMediaMetadata(
  transaction: Transaction,
  organizationId: string,
  codes: readonly string[],
): Promise<ReadonlyMap<string, MediaMetadata>> {
  if (codes.length === 0) return new Map();
  const rows = await transaction.execute(FACTS, [organizationId, [...new Set(codes.map(foldKey))]]);
  return new Map(rows.map((metadata) => [foldKey(metadata.code), metadata]));
}
