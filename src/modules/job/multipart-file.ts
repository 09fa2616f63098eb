import type { ObjectStorage } from '../../platform/storage/object-storage.ts';

/**
 * Numbered pieces of a file in the storage. Their names have the attempt that wrote them, so that a worker that comes
 * too late cannot touch what another has written: `runs` says from which piece on which attempt did.
 */
export interface FileParts {
  readonly count: number;
  readonly sizeBytes: number;
  readonly runs: readonly (readonly [first: number, attempt: number])[];
}

export const NO_PARTS: FileParts = { count: 0, sizeBytes: 0, runs: [] };

/** The first word of the keys of such files. */
export const EXPORT_KEYS = 'exports';

/** The file that pieces make together. */
export interface MultipartFile {
  readonly organizationId: string;
  /** UUID. */
  readonly jobId: string;
  readonly name: 'result' | 'aside';
}

function keyOf({ organizationId, jobId, name }: MultipartFile, piece: number, attempt: number): string {
  return `${EXPORT_KEYS}/${organizationId}/${jobId}/${name}-${piece}-${attempt}`;
}

/** Writes the next piece, in place of one that the same attempt has begun, and returns the pieces with it. */
export async function addPart(
  storage: ObjectStorage,
  file: MultipartFile,
  pieces: FileParts,
  { attempt, text }: { readonly attempt: number; readonly text: string | Buffer },
): Promise<FileParts> {
  const { count, sizeBytes, runs } = pieces;
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  await storage.put(
    keyOf(file, count, attempt),
    (async function* () {
      yield bytes;
    })(),
  );
  const isSameRun = runs.at(-1)?.[1] === attempt;
  return {
    count: count + 1,
    sizeBytes: sizeBytes + bytes.byteLength,
    runs: isSameRun ? runs : [...runs, [count, attempt]],
  };
}

/** Returns the key of one piece. */
export function partKey(file: MultipartFile, { runs }: FileParts, piece: number): string {
  const run = runs.findLast(([first]) => first <= piece);
  return keyOf(file, piece, run?.[1] ?? 0);
}

/** Returns the bytes of pieces, one after the other. @throws Error when one is gone */
export async function* readParts(
  storage: ObjectStorage,
  file: MultipartFile,
  pieces: FileParts,
  first = 0,
  last: number = pieces.count - 1,
): AsyncGenerator<Uint8Array> {
  for (let piece = first; piece <= last; piece += 1) {
    const stored = await storage.get(partKey(file, pieces, piece));
    if (stored === null)
      throw new Error(`Piece ${piece} of the ${file.name} of the job ${file.jobId} is gone.`);
    yield* stored.stream as AsyncIterable<Uint8Array>;
  }
}

/** Returns the objects in one piece, one line of JSON each, in the shape in which the caller wrote them. */
export async function readPartLines<Line>(
  storage: ObjectStorage,
  file: MultipartFile,
  pieces: FileParts,
  piece: number,
): Promise<Line[]> {
  const parts: Uint8Array[] = [];
  for await (const part of readParts(storage, file, pieces, piece, piece)) parts.push(part);
  const lines = Buffer.concat(parts).toString('utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line);
}

/** Removes all pieces, including those of lost attempts. */
export async function deleteParts(storage: ObjectStorage, file: MultipartFile): Promise<void> {
  const { organizationId, jobId, name } = file;
  for await (const { key } of storage.list(`${EXPORT_KEYS}/${organizationId}/${jobId}`))
    if (key.split('/').at(-1)?.startsWith(`${name}-`) === true) await storage.delete(key);
}
