import type { ListedObject, ObjectStorage } from '../../../platform/storage/object-storage.ts';
import type { ImportFile } from '../import/import-input.ts';
import { keepFile } from '../import/keep-file.ts';

/** The first word of the keys of files that others bring and fetch. */
const EXCHANGE_KEYS = 'exchange';

/** The key of a file in a folder of an organization. */
export const exchangeKey = (organizationId: string, folder: string, name: string): string =>
  `${EXCHANGE_KEYS}/${organizationId}/${folder}/${name}`;

/** A file that was found, kept for its import. */
export interface FolderFile {
  readonly file: ImportFile;
  /** Tells this content of this name from others. */
  readonly source: string;
}

/**
 * The newest file of a folder whose name fits, unless it was taken before.
 *
 * @param pattern letters with `*` for any of them
 * @param taken the `source` of the file that was taken last
 */
export async function takeNewest(
  storage: ObjectStorage,
  organizationId: string,
  { folder, pattern = '*' }: { readonly folder: string; readonly pattern?: string | undefined },
  taken: string | null,
): Promise<FolderFile | null> {
  const below = `${EXCHANGE_KEYS}/${organizationId}/${folder}`;
  const fits = fitter(pattern);
  let newest: ListedObject | null = null;
  for await (const object of storage.list(below)) {
    const name = object.key.slice(below.length + 1);
    if (!object.key.startsWith(`${below}/`) || name.includes('/') || !fits(name)) continue;
    if (newest === null || isNewer(object, newest)) newest = object;
  }
  if (newest === null) return null;
  const name = newest.key.slice(below.length + 1);
  const source = `${name} of ${newest.receivedAt.toISOString()}`;
  const stored = source === taken ? null : await storage.get(newest.key);
  if (stored === null) return null;
  const bytes = stored.stream as AsyncIterable<Uint8Array>;
  return { file: await keepFile(storage, bytes, { organizationId, name }), source };
}

const isNewer = (one: ListedObject, other: ListedObject) =>
  one.receivedAt > other.receivedAt || (+one.receivedAt === +other.receivedAt && one.key > other.key);

/** Compares without backtracking: each part between stars is looked for behind the one before. */
function fitter(pattern: string): (name: string) => boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  return (name) => {
    if (last === undefined) return name === first;
    if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
      return false;
    let place = first.length;
    for (const part of rest) {
      const found = name.indexOf(part, place);
      if (found === -1 || found + part.length > name.length - last.length) return false;
      place = found + part.length;
    }
    return true;
  };
}

/** A name with the day and time of a moment, as clocks of a time zone show it. */
export function nameOf(template: string, moment: Date, timezone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(moment);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return template
    .replaceAll('{date}', `${part('year')}-${part('month')}-${part('day')}`)
    .replaceAll('{time}', `${part('hour')}${part('minute')}`);
}
