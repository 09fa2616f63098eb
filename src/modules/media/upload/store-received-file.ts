import { ValidationFailed } from '../../../kernel/errors.ts';
import { fieldProblem } from '../../../kernel/field-problem.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import type { CreateMediaInput, DeleteUnusedContentInput } from '../create-media.ts';
import { toFilename } from '../media-rules.ts';
import { inspectFile } from './inspect-file.ts';
import type { ReceivedFile } from './receive-file.ts';

/** The operations that it takes to record a file, run as the caller runs operations. */
export interface MediaOperations<Answer> {
  /** Runs `createMedia`. */
  create(input: CreateMediaInput): Promise<Answer>;
  /** Runs `deleteUnusedContent`. */
  drop(input: DeleteUnusedContentInput): Promise<unknown>;
}

/**
 * Makes a media file of what was received; a rejection or failure leaves neither row nor bytes. The staged object is
 * left for the caller to discard.
 *
 * @throws ValidationFailed, and what `createMedia` rejects
 */
export async function storeReceivedFile<Answer>(
  { staged, sample, sha256, filename }: ReceivedFile,
  choices: Pick<CreateMediaInput, 'code' | 'labels' | 'alt' | 'duplicate'>,
  storage: ObjectStorage,
  recorder: MediaOperations<Answer>,
): Promise<Answer> {
  if (staged.sizeBytes === 0) {
    throw ValidationFailed.of([fieldProblem('required', ['file'], localized('file-empty'))]);
  }
  let isKept = false;
  const input: CreateMediaInput = {
    ...(await inspectFile(sample)),
    filename: toFilename(filename),
    sha256,
    sizeBytes: staged.sizeBytes,
    ...choices,
    async keepContent(key) {
      if (await storage.exists(key)) return;
      isKept = true;
      await staged.keepAs(key);
    },
  };
  try {
    return await recorder.create(input);
  } catch (error) {
    const remove = (key: string) => storage.delete(key);
    // The caller gets the first error; bytes without a row do no harm.
    if (isKept) await recorder.drop({ sha256, remove }).catch(() => undefined);
    throw error;
  }
}
