import { foldKey } from '../../kernel/codes.ts';
import { Conflict, ValidationFailed } from '../../kernel/errors.ts';
import { fieldProblem } from '../../kernel/field-problem.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { Labels } from '../../kernel/labels.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { newId } from '../../platform/new-id.ts';
import {
  findByContent,
  findUsedCodes,
  insertMedia,
  isContentUsed,
  lockContent,
  type MediaRow,
} from './media.store.ts';
import { candidateCodes, checkCode, checkMedia, contentKey } from './media-rules.ts';
import type { FileMetadata } from './upload/inspect-file.ts';

export interface CreateMediaInput extends FileMetadata {
  readonly filename: string;
  /** Made from the file name when left out. */
  readonly code?: string | null | undefined;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Words of a new file by locale. */
  readonly labels?: Labels | undefined;
  readonly alt?: Labels | undefined;
  /** Makes a second file of a content that is there already. */
  readonly duplicate: boolean;
  /**
   * Stores the received bytes in the object storage, unless they are there; called within the transaction, perhaps
   * twice, never in a dry run.
   */
  readonly keepContent: (key: string) => Promise<void>;
}

/** A file as an API answers it after the upload. */
export type CreateMediaResult = Omit<MediaRow, 'deletedAt'> & { readonly outcome: 'created' | 'unchanged' };

/**
 * Records a file whose bytes were received. The same content gives the file that is there, unless `duplicate`.
 * Bytes and row come together: whoever handles a content holds its lock until the end of the transaction.
 */
export const createMedia = defineWrite({
  name: 'createMedia',
  scope: 'media:write',
  effect: 'write',
  retry: 'with-key',
  errors: ['invalid', 'conflict', 'not-found'],
  async handler(context: WriteContext, input: CreateMediaInput): Promise<CreateMediaResult> {
    await lockContent(context, input.sha256);
    const same = input.duplicate ? undefined : await findByContent(context, input.sha256);
    const row = same ?? (await insert(context, input));
    // The bytes are stored even if the content exists: if its bytes were lost, these restore it.
    if (!context.dryRun) await input.keepContent(contentKey(context.session.organizationId, input.sha256));
    const { deletedAt: _living, ...details } = row;
    return {
      ...details,
      id: encodeId('Media', row.id),
      outcome: same === undefined ? 'created' : 'unchanged',
    };
  },
});

async function insert(context: WriteContext, input: CreateMediaInput): Promise<MediaRow> {
  const id = newId();
  const { filename, mimeType, sizeBytes, width, height, sha256 } = input;
  const row: MediaRow = {
    id,
    code: '',
    filename,
    mimeType,
    sizeBytes,
    width,
    height,
    sha256,
    labels: input.labels ?? {},
    alt: input.alt ?? {},
    tags: [],
    visibility: 'private',
    focalPoint: null,
    version: 1,
    deletedAt: null,
  };
  const requestedCode = input.code ?? null;
  const problems = [...(requestedCode === null ? [] : checkCode(requestedCode)), ...checkMedia(row)];
  if (problems.length > 0) throw ValidationFailed.of(problems);
  const candidates = requestedCode === null ? candidateCodes(filename, sha256, id) : [requestedCode];
  const usedCodes = await findUsedCodes(context, candidates);
  const code = candidates.find((candidate) => !usedCodes.has(foldKey(candidate)));
  if (code === undefined) throw duplicateCodeError(candidates[0] ?? '');
  const mediaRow = { ...row, code };
  await insertMedia(context, mediaRow);
  context.emit({ resource: 'media', verb: 'created', objectId: id, ref: code, version: 1, changes: [] });
  return mediaRow;
}

/** Returns the conflict that another living file has the code. */
export function duplicateCodeError(code: string): Conflict {
  const message = localized('already-exists', { kind: 'media file', ref: code });
  return new Conflict('duplicate-code', message, {
    errors: [fieldProblem('not-unique', ['code'], message, { value: code })],
  });
}

export interface DeleteUnusedContentInput {
  /** Hexadecimal. */
  readonly sha256: string;
  /** Removes the object of a key from the storage; without effect when there is none. */
  readonly remove: (key: string) => Promise<void>;
}

/**
 * Removes the bytes of a content that no file needs, after {@link createMedia} kept them and failed at its last step.
 */
export const deleteUnusedContent = defineWrite({
  name: 'dropUnusedContent',
  scope: 'media:write',
  effect: 'destroy',
  retry: 'safe',
  errors: [],
  async handler(context: WriteContext, { sha256, remove }: DeleteUnusedContentInput): Promise<object> {
    await lockContent(context, sha256);
    if (!(await isContentUsed(context, sha256)))
      await remove(contentKey(context.session.organizationId, sha256));
    return {};
  },
});
