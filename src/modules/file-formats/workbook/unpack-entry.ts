import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { invalidFileError } from '../csv/inspect-source.ts';
import { type ByteSource, readBytes } from './byte-source.ts';
import { WORKBOOK_LIMITS } from './workbook-limits.ts';
import type { ZipEntry } from './zip-directory.ts';

const LOCAL_BYTES = 30;
const LOCAL = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;

const damaged = (name: string, fault: Message) =>
  invalidFileError(localized('workbook-part-damaged', { part: name.slice(0, 100), fault }));

/**
 * Unpacks one part, piece by piece. Ends with a rejection as soon as it is larger than it may be or says, and at its
 * end when it has a wrong checksum.
 *
 * @param limitBytes largest decompressed size
 * @throws ValidationFailed `import-file-invalid`
 */
export async function* unpackEntry(
  source: ByteSource,
  entry: ZipEntry,
  limitBytes: number,
): AsyncGenerator<Buffer> {
  const { name, unpackedBytes, packedBytes } = entry;
  if (entry.isEncrypted) throw invalidFileError(localized('workbook-locked'));
  if (entry.method !== STORED && entry.method !== DEFLATED)
    throw invalidFileError(localized('zip-method-unknown', { part: name, method: entry.method }));
  const allowed = Math.min(limitBytes, WORKBOOK_LIMITS.freeBytes + WORKBOOK_LIMITS.ratio * packedBytes);
  const tooLarge = () => invalidFileError(localized('zip-part-too-large', { part: name, max: allowed }));
  if (unpackedBytes > allowed) throw tooLarge();
  let size = 0;
  let crc = 0;
  for await (const piece of inflated(source, entry)) {
    size += piece.length;
    if (size > allowed) throw tooLarge();
    if (size > unpackedBytes) throw damaged(name, localized('part-too-large'));
    crc = crc32(piece, crc);
    yield piece;
  }
  if (size !== unpackedBytes) throw damaged(name, localized('part-too-small'));
  if (crc !== entry.crc) throw damaged(name, localized('part-checksum'));
}

async function* inflated(source: ByteSource, entry: ZipEntry): AsyncGenerator<Buffer> {
  const { name, offset, packedBytes, method } = entry;
  const header = await readBytes(source, offset, offset + LOCAL_BYTES);
  if (header.length < LOCAL_BYTES || header.readUInt32LE(0) !== LOCAL)
    throw damaged(name, localized('part-not-there'));
  const start = offset + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (start + packedBytes > source.sizeBytes) throw damaged(name, localized('part-incomplete'));
  const packed = source.read(start, start + packedBytes);
  if (method === STORED) {
    for await (const piece of packed) yield Buffer.from(piece);
    return;
  }
  const input = Readable.from(packed);
  const inflate = createInflateRaw();
  // An error of either end is thrown to the reader.
  pipeline(input, inflate, () => undefined);
  try {
    yield* inflate as AsyncIterable<Buffer>;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code?.startsWith('Z_') === true ? damaged(name, localized('part-not-inflatable')) : error;
  } finally {
    input.destroy();
    inflate.destroy();
  }
}
