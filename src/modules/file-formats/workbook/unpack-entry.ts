import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { fileInvalid } from '../csv/inspect-source.ts';
import { type ByteSource, readBytes } from './byte-source.ts';
import { WORKBOOK_LIMITS } from './workbook-limits.ts';
import type { ZipEntry } from './zip-directory.ts';

const LOCAL_BYTES = 30;
const LOCAL = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;

const damaged = (name: string, why: string) =>
  fileInvalid(
    `The workbook is damaged: the part '${name.slice(0, 100)}' ${why}. Open it in a spreadsheet program and save it again.`,
  );

/**
 * Unpacks one part, piece by piece. Ends with a refusal as soon as it is larger than it may be or says, and at its end
 * when it has a wrong checksum.
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
  if (entry.isEncrypted) throw fileInvalid(localized('workbook-locked'));
  if (entry.method !== STORED && entry.method !== DEFLATED)
    throw fileInvalid(
      `The part '${name}' has a compression method that workbooks do not use (${entry.method}).`,
    );
  const allowed = Math.min(limitBytes, WORKBOOK_LIMITS.freeBytes + WORKBOOK_LIMITS.ratio * packedBytes);
  const tooLarge = () =>
    fileInvalid(
      `The part '${name}' of the workbook decompresses to more than ${allowed} bytes. If the sheet is really that large, save it as CSV.`,
    );
  if (unpackedBytes > allowed) throw tooLarge();
  let size = 0;
  let crc = 0;
  for await (const piece of inflated(source, entry)) {
    size += piece.length;
    if (size > allowed) throw tooLarge();
    if (size > unpackedBytes) throw damaged(name, 'is larger than its stated size');
    crc = crc32(piece, crc);
    yield piece;
  }
  if (size !== unpackedBytes) throw damaged(name, 'is smaller than its stated size');
  if (crc !== entry.crc) throw damaged(name, 'has a wrong checksum');
}

async function* inflated(source: ByteSource, entry: ZipEntry): AsyncGenerator<Buffer> {
  const { name, offset, packedBytes, method } = entry;
  const header = await readBytes(source, offset, offset + LOCAL_BYTES);
  if (header.length < LOCAL_BYTES || header.readUInt32LE(0) !== LOCAL)
    throw damaged(name, 'is not at its stated offset');
  const start = offset + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (start + packedBytes > source.sizeBytes) throw damaged(name, 'is incomplete');
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
    throw code?.startsWith('Z_') === true ? damaged(name, 'cannot be decompressed') : error;
  } finally {
    input.destroy();
    inflate.destroy();
  }
}
