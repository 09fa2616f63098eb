import type { Transaction, WriteContext } from '../../kernel/operation.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { organizationsWithDeleted } from '../../platform/resource/object-rows.store.ts';
import { MEDIA_COLUMNS, MEDIA_ROW, type MediaRow } from './media.store.ts';
import type { Content } from './media-rules.ts';

/** Returns organizations with files that were deleted before a time. */
export const findOrganizationsWithDeleted = organizationsWithDeleted('media');

const UNNEEDED_CONTENTS = defineStatement<Content>({
  name: 'media.unneeded_contents',
  kind: 'read',
  row: { organizationId: 'text', sha256: 'text' },
  sql: `SELECT wanted.organization_id AS "organizationId", wanted.sha256
        FROM unnest($1::text[], $2::text[]) AS wanted (organization_id, sha256)
        WHERE NOT EXISTS (SELECT 1 FROM public.media WHERE media.organization_id = wanted.organization_id::uuid
                            AND media.sha256 = decode(wanted.sha256, 'hex'))`,
});

/** Returns those of the contents that no file needs, deleted ones included. By the owner role. */
export async function findUnusedContents(
  owner: Transaction,
  contents: readonly Content[],
): Promise<readonly Content[]> {
  return owner.execute(UNNEEDED_CONTENTS, [
    contents.map(({ organizationId }) => organizationId),
    contents.map(({ sha256 }) => sha256),
  ]);
}

const LOCK_DELETED = defineStatement<MediaRow>({
  name: 'media.lock_deleted',
  kind: 'read',
  row: MEDIA_ROW,
  sql: `SELECT ${MEDIA_COLUMNS} FROM public.media
        WHERE organization_id = $1::uuid AND deleted_at < $2::timestamptz
        ORDER BY id LIMIT $3::int FOR UPDATE SKIP LOCKED`,
});

/** Returns files that were deleted before a time, locked; those that somebody else holds are left for another time. */
export async function lockDeleted(
  context: WriteContext,
  before: Date,
  limit: number,
): Promise<readonly MediaRow[]> {
  return context.execute(LOCK_DELETED, [context.session.organizationId, before.toISOString(), limit]);
}

const REMOVE = defineStatement({
  name: 'media.remove',
  kind: 'write',
  sql: 'DELETE FROM public.media WHERE organization_id = $1::uuid AND id = ANY($2::uuid[])',
});

/** Removes the rows of files for good. */
export async function removeMedia(context: WriteContext, ids: readonly string[]): Promise<void> {
  await context.execute(REMOVE, [context.session.organizationId, ids]);
}
