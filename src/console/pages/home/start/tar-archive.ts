/** A file of a folder: its path below it, with `/`, and its content. */
export interface FolderFile {
  readonly path: string;
  readonly content: Blob;
}

const BLOCK = 512;
const encoder = new TextEncoder();

/**
 * Packs files as a tar archive (POSIX ustar). Contents are not read: the browser reads them while it sends the archive.
 *
 * @throws RangeError for a path whose name has more than 100 bytes, or whose folder has more than 155
 */
export function toTarArchive(files: readonly FolderFile[], name: string): File {
  const parts = files.flatMap(({ path, content }) => [
    headerOf(path, content.size),
    content,
    new Uint8Array((BLOCK - (content.size % BLOCK)) % BLOCK),
  ]);
  return new File([...parts, new Uint8Array(2 * BLOCK)], name, { type: 'application/x-tar' });
}

function headerOf(path: string, size: number): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(BLOCK);
  const write = (text: string, offset: number, length: number) => {
    const bytes = encoder.encode(text);
    if (bytes.length > length) throw new RangeError(`The path ${path} is too long.`);
    header.set(bytes, offset);
  };
  const slash = encoder.encode(path).length > 100 ? path.lastIndexOf('/', path.length - 1) : -1;
  write(path.slice(slash + 1), 0, 100);
  write('0000644\0', 100, 8);
  write('0000000\0', 108, 8);
  write('0000000\0', 116, 8);
  write(`${size.toString(8).padStart(11, '0')}\0`, 124, 12);
  write('00000000000\0', 136, 12);
  // The sum is taken with spaces in its place.
  write('        ', 148, 8);
  write('0', 156, 1);
  write('ustar\x0000', 257, 8);
  if (slash > 0) write(path.slice(0, slash), 345, 155);
  const sum = header.reduce((total, byte) => total + byte, 0);
  write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 8);
  return header;
}
