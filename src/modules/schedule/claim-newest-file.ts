import type { ListedObject, ObjectStorage } from '../../platform/storage/object-storage.ts';
import { type ImportFile, storeUpload } from '../import/index.ts';
import { exchangeKeyPrefix } from '../profile/index.ts';

/** A file that was found, kept for its import. */
export interface ClaimedFile {
  readonly file: ImportFile;
  /** Identifies the file: its name and modification time. */
  readonly source: string;
}

/**
 * Returns the newest file of a folder whose name fits, unless it was taken before.
 *
 * @param pattern letters with `*` for any of them
 * @param lastFile the `source` of the file that was taken last
 */
export async function claimNewestFile(
  storage: ObjectStorage,
  organizationId: string,
  { folder, pattern = '*' }: { readonly folder: string; readonly pattern?: string | undefined },
  lastFile: string | null,
): Promise<ClaimedFile | null> {
  const below = exchangeKeyPrefix(organizationId, folder);
  const fits = patternMatcher(pattern);
  let newest: ListedObject | null = null;
  for await (const object of storage.list(below)) {
    const name = object.key.slice(below.length + 1);
    if (!object.key.startsWith(`${below}/`) || name.includes('/') || !fits(name)) continue;
    if (newest === null || isNewer(object, newest)) newest = object;
  }
  if (newest === null) return null;
  const name = newest.key.slice(below.length + 1);
  const source = `${name} of ${newest.receivedAt.toISOString()}`;
  const stored = source === lastFile ? null : await storage.get(newest.key);
  if (stored === null) return null;
  const bytes = stored.stream as AsyncIterable<Uint8Array>;
  return { file: await storeUpload(storage, bytes, { organizationId, name }), source };
}

const isNewer = (one: ListedObject, other: ListedObject) =>
  one.receivedAt > other.receivedAt || (+one.receivedAt === +other.receivedAt && one.key > other.key);

/** Compares without backtracking: each part between stars is searched for behind the one before. */
function patternMatcher(pattern: string): (name: string) => boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  return (name) => {
    if (last === undefined) return name === first;
    if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
      return false;
    let position = first.length;
    for (const part of rest) {
      const partIndex = name.indexOf(part, position);
      if (partIndex === -1 || partIndex + part.length > name.length - last.length) return false;
      position = partIndex + part.length;
    }
    return true;
  };
}
