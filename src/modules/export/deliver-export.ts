import { ValidationFailed } from '../../kernel/errors.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { PutError, putFile } from '../../platform/outbound/put-file.ts';
import type { OutboundPolicy } from '../../platform/outbound/validate-url.ts';
import type { ObjectStorage } from '../../platform/storage/object-storage.ts';
import { FILE_MIME_TYPES } from '../file-formats/index.ts';
import { type FileParts, type MultipartFile, readParts } from '../job/index.ts';
import { exchangeKeyPrefix } from '../profile/index.ts';
import type { ExportInput } from './export-input.ts';

/** Location of a finished file. */
interface FinishedFile {
  readonly storage: ObjectStorage;
  readonly policy: OutboundPolicy;
  readonly file: MultipartFile;
  readonly pieces: FileParts;
}

/**
 * Brings a finished file to its target: into a folder of the storage, in place of one of the same name, or to an address
 * by HTTP PUT. Done again, it is done once more with the same bytes.
 *
 * @throws ValidationFailed when the address does not take it
 */
export async function deliverExport(
  { profile, settings, target }: ExportInput,
  { storage, policy, file, pieces }: FinishedFile,
): Promise<void> {
  if (target === null || target === undefined) return;
  const body = readParts(storage, file, pieces);
  if ('folder' in target) {
    const name = target.name ?? `${profile ?? settings.resource}-${target.day}.${settings.format}`;
    await storage.put(`${exchangeKeyPrefix(file.organizationId, target.folder)}/${name}`, body);
    return;
  }
  const { sizeBytes } = pieces;
  const mimeType = FILE_MIME_TYPES[settings.format];
  await putFile(target.url, { body, sizeBytes, mimeType }, policy).catch((error: unknown) => {
    if (!(error instanceof PutError)) throw error;
    throw new ValidationFailed(
      'validation-failed',
      localized('export-not-delivered', { message: error.text }),
    );
  });
}
