import { crc32, deflateRawSync } from 'node:zlib';

/** The directory entry of one part. */
export interface PackedEntry {
  readonly name: string;
  readonly crc: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  /** Its sizes follow its bytes, because they were not known before. */
  readonly isStreamed: boolean;
}

const VERSION = 20;
const DEFLATED = 8;
const STREAMED = 0x0008;
/** 1 January 1980, so that the same rows are the same file. */
const NO_DATE = 0x0021;

/** Returns the header before the bytes of a part (APPNOTE 4.3.7). */
export function localHeader(entry: PackedEntry): Buffer {
  const { name, crc, packedBytes, unpackedBytes, isStreamed } = entry;
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(isStreamed ? STREAMED : 0, 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt16LE(NO_DATE, 12);
  header.writeUInt32LE(isStreamed ? 0 : crc, 14);
  header.writeUInt32LE(isStreamed ? 0 : packedBytes, 18);
  header.writeUInt32LE(isStreamed ? 0 : unpackedBytes, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name)]);
}

/** Returns the data descriptor after the bytes of a streamed part (APPNOTE 4.3.9). */
export function dataDescriptor({ crc, packedBytes, unpackedBytes }: PackedEntry): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  descriptor.writeUInt32LE(packedBytes, 8);
  descriptor.writeUInt32LE(unpackedBytes, 12);
  return descriptor;
}

/** Returns a whole part: its header and bytes, and its directory entry. */
export function packEntry(
  name: string,
  text: string,
): { readonly entry: PackedEntry; readonly bytes: Buffer } {
  const unpacked = Buffer.from(text);
  const packed = deflateRawSync(unpacked);
  const sizes = { packedBytes: packed.length, unpackedBytes: unpacked.length };
  const entry: PackedEntry = { name, crc: crc32(unpacked), ...sizes, isStreamed: false };
  return { entry, bytes: Buffer.concat([localHeader(entry), packed]) };
}

/** Returns the directory after consecutive parts that begin at offset 0 (APPNOTE 4.3.12, 4.3.16). */
export function directoryOf(entries: readonly PackedEntry[]): Buffer {
  const records: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { name, crc, packedBytes, unpackedBytes, isStreamed } = entry;
    const record = Buffer.alloc(46);
    record.writeUInt32LE(0x02014b50, 0);
    record.writeUInt16LE(VERSION, 4);
    record.writeUInt16LE(VERSION, 6);
    record.writeUInt16LE(isStreamed ? STREAMED : 0, 8);
    record.writeUInt16LE(DEFLATED, 10);
    record.writeUInt16LE(NO_DATE, 14);
    record.writeUInt32LE(crc, 16);
    record.writeUInt32LE(packedBytes, 20);
    record.writeUInt32LE(unpackedBytes, 24);
    record.writeUInt16LE(name.length, 28);
    record.writeUInt32LE(offset, 42);
    records.push(record, Buffer.from(name));
    offset += 30 + name.length + packedBytes + (isStreamed ? 16 : 0);
  }
  const directory = Buffer.concat(records);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([directory, end]);
}
