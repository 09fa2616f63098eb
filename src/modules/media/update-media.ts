import { ValidationFailed } from '../../kernel/errors.ts';
import { encodeId } from '../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import type { FocalPoint } from '../../platform/image/rendition.ts';
import { findConflicts } from '../../platform/ledger/find-conflicts.ts';
import { applyPatch, diffDocuments } from '../../platform/resource/change-document.ts';
import { camelCase } from '../../platform/resource/table-store.ts';
import { lockMedia, type MediaRow, mediaNotFoundError, updateMediaRow } from './media.store.ts';
import { checkMedia, LOCALIZED, type MediaDocument, type MediaVisibility } from './media-rules.ts';

/** Texts to write by locale; null or an empty text removes one. */
type TextPatch = { readonly [locale: string]: string | null } | null | undefined;

/** Tags to replace all with, or to add and to take away. */
interface TagsPatch {
  readonly set?: readonly string[] | null | undefined;
  readonly add?: readonly string[] | null | undefined;
  readonly remove?: readonly string[] | null | undefined;
}

export interface UpdateMediaInput {
  /** Code or id. */
  readonly ref: string;
  /** Absent = unchanged; null clears, and makes the visibility private. */
  readonly patch: {
    readonly filename?: string | null | undefined;
    readonly labels?: TextPatch;
    readonly alt?: TextPatch;
    readonly tags?: TagsPatch | null | undefined;
    readonly visibility?: MediaVisibility | null | undefined;
    readonly focalPoint?: FocalPoint | null | undefined;
  };
  readonly ifVersion?: number | null | undefined;
}

export interface MediaWriteResult {
  readonly id: string;
  readonly code: string;
  readonly outcome: 'updated' | 'unchanged';
}

/** Changes what is said about a file; its bytes stay what they are. */
export const updateMedia = defineWrite({
  name: 'updateMedia',
  scope: 'media:write',
  effect: 'write',
  retry: 'safe',
  errors: ['invalid', 'not-found', 'version-mismatch'],
  async handler(
    context: WriteContext,
    { ref, patch, ifVersion }: UpdateMediaInput,
  ): Promise<MediaWriteResult> {
    const current = await lockMedia(context, ref, { deleted: false, goes: false });
    if (current === undefined) throw await mediaNotFoundError(context, ref);
    if (ifVersion !== undefined && ifVersion !== null) {
      const isNamed = ({ path }: { path: string }) =>
        patch[camelCase(path) as keyof typeof patch] !== undefined;
      const mismatch = await findConflicts(context, current, ifVersion, isNamed);
      if (mismatch !== null) throw mismatch;
    }
    const before = documentOf(current);
    const { tags, focalPoint, ...rest } = patch;
    const fields = { ...rest, focalPoint: focalPoint && { x: focalPoint.x, y: focalPoint.y } };
    const blank = {
      ...before,
      filename: '',
      labels: {},
      alt: {},
      visibility: 'private' as const,
      focalPoint: null,
    };
    const patched = applyPatch<MediaDocument>(before, fields, blank, LOCALIZED);
    const after = { ...patched, tags: patchTags(before.tags, tags) };
    const problems = checkMedia(after);
    if (problems.length > 0) throw ValidationFailed.of(problems);
    const { id, code, version } = current;
    const changes = diffDocuments(before, after, LOCALIZED);
    if (changes.length > 0) {
      await updateMediaRow(context, { ...current, ...after });
      context.emit({
        resource: 'media',
        verb: 'updated',
        objectId: id,
        ref: code,
        version: version + 1,
        changes,
      });
    }
    return { id: encodeId('Media', id), code, outcome: changes.length > 0 ? 'updated' : 'unchanged' };
  },
});

function documentOf(row: MediaRow): MediaDocument {
  const { code, filename, labels, alt, tags, visibility, focalPoint } = row;
  return { code, filename, labels, alt, tags, visibility, focalPoint };
}

/** Returns a set after a patch: each tag once, in the order of writing. */
function patchTags(current: readonly string[], patch: TagsPatch | null | undefined): readonly string[] {
  if (patch === undefined) return current;
  const removed = new Set(patch?.remove ?? []);
  const start = patch === null ? [] : (patch.set ?? current);
  return [...new Set([...start, ...(patch?.add ?? [])])].filter((tag) => !removed.has(tag));
}
