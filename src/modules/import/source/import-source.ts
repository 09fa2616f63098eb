import { NotFound, ValidationFailed } from '../../../kernel/errors.ts';
import { fieldProblem } from '../../../kernel/field-problem.ts';
import type { JsonValue } from '../../../kernel/json.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { type OutboundPolicy, validateUrl } from '../../../platform/outbound/validate-url.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import type { FileType } from '../../file-formats/index.ts';
import type { ImportAddress, ImportFile } from '../run/import-input.ts';
import { inlineFile } from './inline-rows.ts';
import { findUpload, storeUpload } from './uploads.ts';

/** Source of the rows of an import; one of them is present. */
export interface ImportSource {
  readonly rows?: readonly JsonValue[] | null | undefined;
  readonly uploadId?: string | null | undefined;
  readonly url?: string | null | undefined;
}

/** A file in the storage or at an address, and what is known of its form where it came as rows. */
export interface ResolvedSource {
  /** Null for one that the job fetches. */
  readonly file: ImportFile | null;
  readonly source?: ImportAddress;
  readonly format?: FileType;
  readonly delimiter?: string;
}

/**
 * Brings the rows of a request into the storage, or finds them there; null when it names none.
 *
 * @throws ValidationFailed, also for an address that nothing is fetched from; NotFound
 */
export async function resolveSource(
  storage: ObjectStorage,
  organizationId: string,
  { rows, uploadId, url }: ImportSource,
  policy: OutboundPolicy = { allowPrivateAddresses: false },
): Promise<ResolvedSource | null> {
  const statedSources = Object.entries({ rows, uploadId, url }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  if (statedSources.length === 0) return null;
  if (statedSources.length > 1) {
    const names = statedSources.map(([name]) => name);
    const message = localized('source-only-one', { sources: names.join(' and ') });
    throw ValidationFailed.of([fieldProblem('value-not-allowed', [names[1] ?? ''], message)]);
  }
  if (rows !== null && rows !== undefined) {
    const { text, format, delimiter } = inlineFile(rows);
    const bytes = (async function* () {
      yield Buffer.from(text);
    })();
    return {
      file: await storeUpload(storage, bytes, { organizationId, name: `rows.${format}` }),
      format,
      delimiter,
    };
  }
  if (url !== null && url !== undefined) {
    const fault = validateUrl(url, policy);
    if (fault !== null)
      throw ValidationFailed.of([fieldProblem('value-not-allowed', ['url'], fault, { value: url })]);
    return { file: null, source: { url, isConditional: false } };
  }
  const file = await findUpload(storage, organizationId, uploadId ?? '');
  if (file === null) throw NotFound.of('upload', uploadId ?? '');
  return { file };
}
