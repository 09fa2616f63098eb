import { defineRead, defineWrite, type ReadContext, type WriteContext } from '../../../kernel/operation.ts';
import type { Session } from '../../../kernel/session.ts';
import type { OperationRunner } from '../../../platform/operation/run-operation.ts';
import { DownloadError, openDownloadClient } from '../../../platform/outbound/downloads.ts';
import type { OutboundPolicy } from '../../../platform/outbound/validate-url.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import { invalidFileError } from '../../file-formats/index.ts';
import {
  type JobAttempt,
  type JobStepResult,
  lockJobForStep,
  recordStep,
  renewLease,
} from '../../job/index.ts';
import type { ImportFile, ImportInput } from '../run/import-input.ts';
import { type FetchedVersion, findFetchedVersion } from './fetched-version.store.ts';
import { MAX_IMPORT_BYTES, storeUpload } from './uploads.ts';

/** Timeout for a file of the largest size over a slow line, in milliseconds. */
const FETCH_TIMEOUT_MS = 3_600_000;
/** Interval at which a long transfer checks whether the job was cancelled, in milliseconds. */
const RENEW_INTERVAL_MS = 20_000;

/** A file that came from an address, and what it is known by there. */
export interface FetchedFile {
  readonly file: ImportFile;
  readonly fetched: FetchedVersion;
}

interface Fetching {
  readonly runner: OperationRunner;
  readonly storage: ObjectStorage;
  readonly policy: OutboundPolicy;
  readonly session: Session;
  readonly attempt: JobAttempt;
}

const findLastFetched = defineRead({
  name: 'findLastFetched',
  scope: 'import-export:write',
  errors: [],
  handler: (context: ReadContext, source: { readonly subject: string; readonly url: string }) =>
    findFetchedVersion(context, context.session.organizationId, source),
});

/** Ends an import whose file is the one that was taken in before. */
export const recordUnchanged = defineWrite({
  name: 'recordUnchangedFile',
  scope: 'import-export:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(context: WriteContext, attempt: JobAttempt): Promise<JobStepResult> {
    return recordStep(context, await lockJobForStep(context, attempt), { total: 0, phase: 'done' });
  },
});

/**
 * Fetches the file of an import into the storage. Null when it is the one that the profile took in last, and the import
 * was requested only if there is another.
 *
 * @throws ValidationFailed `import-file-invalid` for an address that gives no file
 */
export async function fetchSource(
  { runner, storage, policy, session, attempt }: Fetching,
  { source, profile, settings }: ImportInput,
): Promise<FetchedFile | null> {
  if (source === undefined) throw new Error('The import has no address.');
  const { url, isConditional } = source;
  const subject = profile ?? settings.resource;
  const lastVersion = isConditional ? await runner.read(session, findLastFetched, { subject, url }) : null;
  const downloads = openDownloadClient(policy, {
    maximumBytes: MAX_IMPORT_BYTES,
    timeoutMs: FETCH_TIMEOUT_MS,
  });
  try {
    return await downloads.fetchChanged(url, lastVersion, async ({ chunks, version }) => {
      const asking = renewingLease(
        chunks,
        async () => void (await runner.write(session, renewLease, attempt)),
      );
      const target = { organizationId: session.organizationId, name: nameIn(url) };
      const file = await storeUpload(storage, asking, target);
      if (file.sha256 === lastVersion?.sha256) return null;
      return { file, fetched: { ...version, sha256: file.sha256 } };
    });
  } catch (error) {
    if (error instanceof DownloadError) throw invalidFileError(error.text);
    throw error;
  } finally {
    await downloads.close();
  }
}

/** Ends with `JobLeaseLost` where the job was cancelled meanwhile. */
async function* renewingLease(
  body: AsyncIterable<Uint8Array>,
  ask: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let askedAt = performance.now();
  for await (const part of body) {
    if (performance.now() - askedAt > RENEW_INTERVAL_MS) {
      await ask();
      askedAt = performance.now();
    }
    yield part;
  }
}

function nameIn(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? '';
  return last === '' ? 'file' : last.slice(0, 200);
}
