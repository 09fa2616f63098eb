import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { invalidFileError } from '../csv/inspect-source.ts';
import { type ByteSource, readBytes } from './byte-source.ts';
import { WORKBOOK_LIMITS } from './workbook-limits.ts';

/** The directory entry of one part. */
export interface ZipEntry {
  readonly name: string;
  /** 0: stored, 8: deflated. */
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly crc: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  /** Offset of its local header in the archive. */
  readonly offset: number;
}

const END = 0x06054b50;
const END_LOCATOR_64 = 0x07064b50;
const END_64 = 0x06064b50;
const ENTRY = 0x02014b50;
const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const END_64_BYTES = 56;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
const LONGEST_COMMENT = 0xffff;
const IN_EXTRA = 0xffffffff;

const damaged = (what: Message) => invalidFileError(localized('workbook-damaged', { what }));

/**
 * Reads the directory at the end of an archive (APPNOTE 6.3.10, Zip64 included) and nothing else. Parts that lie over
 * each other are rejected, as are more or larger ones than the limits allow.
 *
 * @throws ValidationFailed `import-file-invalid`
 */
export async function readZipDirectory(source: ByteSource): Promise<readonly ZipEntry[]> {
  const { start, sizeBytes, count, end } = await findDirectory(source);
  if (count > WORKBOOK_LIMITS.entries)
    throw invalidFileError(localized('zip-too-many-parts', { count, max: WORKBOOK_LIMITS.entries }));
  if (sizeBytes > WORKBOOK_LIMITS.directoryBytes)
    throw invalidFileError(localized('zip-directory-too-large'));
  if (start + sizeBytes > end) throw damaged(localized('zip-ends-after-file'));
  const bytes = await readBytes(source, start, start + sizeBytes);
  const entries: ZipEntry[] = [];
  let position = 0;
  for (let index = 0; index < count; index += 1) {
    const { entry, next } = readEntry(bytes, position);
    entries.push(entry);
    position = next;
  }
  rejectOverlaps(entries, start);
  const total = entries.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0);
  if (total > WORKBOOK_LIMITS.totalBytes)
    throw invalidFileError(localized('zip-too-large', { count: total }));
  return entries;
}

interface Directory {
  readonly start: number;
  readonly sizeBytes: number;
  readonly count: number;
  /** The first byte of what follows it. */
  readonly end: number;
}

async function findDirectory(source: ByteSource): Promise<Directory> {
  const tailStart = Math.max(source.sizeBytes - END_BYTES - LONGEST_COMMENT - LOCATOR_BYTES, 0);
  const tail = await readBytes(source, tailStart, source.sizeBytes);
  const at = findEnd(tail);
  if (at === -1) throw damaged(localized('zip-without-directory'));
  const end = tailStart + at;
  const isLocator = at >= LOCATOR_BYTES && tail.readUInt32LE(at - LOCATOR_BYTES) === END_LOCATOR_64;
  if (isLocator) return findDirectory64(source, tail.subarray(at - LOCATOR_BYTES, at), end - LOCATOR_BYTES);
  const disk = tail.readUInt16LE(at + 4);
  if (disk !== 0) throw damaged(localized('zip-split'));
  return {
    count: tail.readUInt16LE(at + 10),
    sizeBytes: tail.readUInt32LE(at + 12),
    start: tail.readUInt32LE(at + 16),
    end,
  };
}

/** Returns the offset of the end record: the last whose comment ends with the file; -1 if there is none. */
function findEnd(tail: Buffer): number {
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1)
    if (tail.readUInt32LE(at) === END && at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length)
      return at;
  return -1;
}

async function findDirectory64(source: ByteSource, locator: Buffer, end: number): Promise<Directory> {
  const at = readSize(locator, 8);
  const record = at + END_64_BYTES > end ? null : await readBytes(source, at, at + END_64_BYTES);
  if (record === null || record.length < END_64_BYTES || record.readUInt32LE(0) !== END_64)
    throw damaged(localized('zip-directory-elsewhere'));
  return {
    count: readSize(record, 32),
    sizeBytes: readSize(record, 40),
    start: readSize(record, 48),
    end: at,
  };
}

function readSize(bytes: Buffer, at: number): number {
  const size = bytes.readBigUInt64LE(at);
  if (size > BigInt(Number.MAX_SAFE_INTEGER)) throw damaged(localized('zip-invalid-size'));
  return Number(size);
}

function readEntry(bytes: Buffer, at: number): { readonly entry: ZipEntry; readonly next: number } {
  if (at + ENTRY_BYTES > bytes.length || bytes.readUInt32LE(at) !== ENTRY)
    throw damaged(localized('zip-directory-incomplete'));
  const flags = bytes.readUInt16LE(at + 8);
  const nameBytes = bytes.readUInt16LE(at + 28);
  const extraBytes = bytes.readUInt16LE(at + 30);
  const next = at + ENTRY_BYTES + nameBytes + extraBytes + bytes.readUInt16LE(at + 32);
  if (next > bytes.length) throw damaged(localized('zip-directory-incomplete'));
  const nameEnd = at + ENTRY_BYTES + nameBytes;
  const sizes = [bytes.readUInt32LE(at + 24), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)];
  const [unpackedBytes = 0, packedBytes = 0, offset = 0] = readZip64Sizes(
    sizes,
    bytes.subarray(nameEnd, nameEnd + extraBytes),
  );
  return {
    entry: {
      // Names of parts of workbooks are ASCII (ECMA-376 part 2); others are not searched for.
      name: bytes
        .toString('utf8', at + ENTRY_BYTES, nameEnd)
        .replaceAll('\\', '/')
        .replace(/^\/+/, ''),
      method: bytes.readUInt16LE(at + 10),
      isEncrypted: (flags & 0x41) !== 0,
      crc: bytes.readUInt32LE(at + 16),
      packedBytes,
      unpackedBytes,
      offset,
    },
    next,
  };
}

/** Sizes that do not fit into four bytes are in an extra field, one after the other. */
function readZip64Sizes(sizes: readonly number[], extra: Buffer): readonly number[] {
  if (!sizes.includes(IN_EXTRA)) return sizes;
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = extra.readUInt16LE(at + 2);
    const field = extra.subarray(at + 4, at + 4 + length);
    if (extra.readUInt16LE(at) === 1) {
      let position = 0;
      return sizes.map((size) => {
        if (size !== IN_EXTRA) return size;
        if (position + 8 > field.length) throw damaged(localized('zip-without-size'));
        position += 8;
        return readSize(field, position - 8);
      });
    }
    at += 4 + length;
  }
  throw damaged(localized('zip-without-size'));
}

/** Parts share bytes only in files that were made to decompress without end (zip bombs). */
function rejectOverlaps(entries: readonly ZipEntry[], directoryStart: number): void {
  const inOrder = [...entries].sort((a, b) => a.offset - b.offset);
  for (const [index, { offset, packedBytes, name }] of inOrder.entries()) {
    const next = inOrder[index + 1]?.offset ?? directoryStart;
    if (offset + LOCAL_BYTES + Buffer.byteLength(name) + packedBytes > next)
      throw invalidFileError(localized('zip-parts-overlap'));
  }
}
