import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { BACKUP_HEADER, BackupError, type BackupHeader, HEADER_ENTRY } from './backup-format.ts';
import { readText } from './read-text.ts';

/** One entry of a backup; its content has to be read before the next one comes. */
export interface BackupEntry {
  readonly name: string;
  readonly content: Readable;
}

/** A backup whose head was read. */
export interface OpenBackup {
  readonly head: BackupHeader;
  /** All entries behind the head, in their order. */
  readonly entries: AsyncIterable<BackupEntry>;
  /**
   * Returns the error that prevents reading it to its end, once somebody has tried; the reader itself only sees that
   * it ended.
   */
  failure(): Error | null;
}

/**
 * Opens a backup for reading it once, from its beginning to its end.
 *
 * @throws BackupError when it is none, or one of a newer form
 */
export async function openBackup(source: Readable): Promise<OpenBackup> {
  const archive = extract();
  const gunzip = createGunzip();
  let failure: Error | null = null;
  const fail = (error: Error) => {
    failure = error;
    archive.destroy(error);
  };
  source.once('error', fail);
  gunzip.once('error', () =>
    fail(new BackupError('The backup is incomplete, or the file is not a backup: it cannot be unpacked.')),
  );
  source.pipe(gunzip).pipe(archive);
  const entries = archive[Symbol.asyncIterator]();
  const first = await entries.next().catch((error: unknown) => {
    throw failure ?? error;
  });
  if (first.done === true || first.value.header.name !== HEADER_ENTRY)
    throw new BackupError('The file is not a backup: it does not begin with a header.');
  const parsed = BACKUP_HEADER.safeParse(JSON.parse(await readText(first.value)));
  if (parsed.data === undefined)
    throw new BackupError('The backup has a form that this release does not know: use a newer one.');
  return { head: parsed.data, entries: nameEntries(entries), failure: () => failure };
}

async function* nameEntries(
  entries: AsyncIterableIterator<Readable & { header: { name: string } }>,
): AsyncGenerator<BackupEntry> {
  for await (const entry of entries) yield { name: entry.header.name, content: entry };
}
