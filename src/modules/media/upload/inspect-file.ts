import { fileTypeFromBuffer } from 'file-type';
import { imageSize } from 'image-size';
import { createPictureProbe, type PictureFacts } from './picture-probe.ts';

/** Metadata that the first bytes of a file contain. */
export interface FileMetadata {
  /** Media type (RFC 6838); `application/octet-stream` when the bytes are of no known kind. */
  readonly mimeType: string;
  /** Pixels as shown, turned by the orientation of the camera; null when it is no image of known size. */
  readonly width: number | null;
  readonly height: number | null;
}

/** Parts of a file that are retained for its inspection while it is received. */
export interface FileSample {
  /** Its first bytes. */
  readonly head: Uint8Array;
  /** Metadata about the size of an image, from anywhere in the file. */
  readonly picture: PictureFacts | null;
}

/** Number of first bytes that are retained: enough for the formats that the image probe does not parse. */
const HEAD_BYTES = 512 * 1024;
/** Number of first bytes that decide the type. */
const SIGNATURE_BYTES = 16 * 1024;

const UNKNOWN = 'application/octet-stream';
/** Images whose size is read; of others, drawings above all, it is no number of pixels. */
const MEASURED = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/heic',
  'image/heif',
  'image/tiff',
  'image/bmp',
  'image/x-icon',
  'image/vnd.adobe.photoshop',
]);

/** Takes the sample of a file from its chunks. */
export function createSampler(): { push(chunk: Uint8Array): void; sample(): FileSample } {
  const probe = createPictureProbe();
  const head: Uint8Array[] = [];
  let headBytes = 0;
  return {
    push(chunk) {
      probe.push(chunk);
      if (headBytes >= HEAD_BYTES) return;
      const part = Uint8Array.from(chunk.subarray(0, HEAD_BYTES - headBytes));
      head.push(part);
      headBytes += part.byteLength;
    },
    sample: () => ({ head: Buffer.concat(head), picture: probe.facts() }),
  };
}

/** Takes the sample of a file that is in memory. */
export function sampleOf(bytes: Uint8Array): FileSample {
  const sampler = createSampler();
  sampler.push(bytes);
  return sampler.sample();
}

/** Finds out type and size by the content alone; what a client claims is not believed. Never throws. */
export async function inspectFile(sample: FileSample): Promise<FileMetadata> {
  const mimeType = await findType(sample);
  return { mimeType, ...(MEASURED.has(mimeType) ? measure(sample) : { width: null, height: null }) };
}

async function findType({ head: whole, picture }: FileSample): Promise<string> {
  const head = whole.subarray(0, SIGNATURE_BYTES);
  // Text that a browser would run comes first: a file that passes for an image and for a page is a page.
  const markup = findMarkup(head);
  if (markup !== null) return markup;
  // Broken and hostile files are of no known type.
  const detectedType = await fileTypeFromBuffer(head).catch(() => undefined);
  return detectedType?.mime ?? picture?.mimeType ?? UNKNOWN;
}

const SVG = /^<(?:\w{1,20}:)?svg(?=[\s>/])/i;
/** Beginnings of a page by which browsers know one (WHATWG MIME Sniffing, 7.1). */
const HTML =
  /^<(?:!doctype\s+html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)(?=[\s>/])/i;

function findMarkup(head: Uint8Array): string | null {
  let content = decode(head).trimStart();
  for (;;) {
    if (SVG.test(content)) return 'image/svg+xml';
    if (HTML.test(content)) return 'text/html';
    const end = endOfPrologue(content);
    if (end === null) return null;
    content = content.slice(end).trimStart();
  }
}

/**
 * Returns the end of the comment, declaration or document type at the beginning; null when there is none. The function
 * reads no character twice, because the text may be crafted to take long.
 */
function endOfPrologue(content: string): number | null {
  const past = (mark: string, from = 0) => {
    const markIndex = content.indexOf(mark, from);
    return markIndex === -1 ? null : markIndex + mark.length;
  };
  if (content.startsWith('<!--')) return past('-->', 4);
  if (content.startsWith('<?')) return past('>');
  if (!/^<!doctype\s/i.test(content)) return null;
  // A document type may hold declarations of its own in brackets.
  const [bracket, end] = [past('['), past('>')];
  if (bracket === null || end === null || end < bracket) return end;
  const inner = past(']', bracket);
  return inner === null ? null : past('>', inner);
}

/** Decodes the text by its byte order mark; without one as UTF-8. */
function decode(head: Uint8Array): string {
  const [first, second] = head;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return new TextDecoder(isUtf16 ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(head);
}

/** Maximum number of pixels on a side, more than any format of images in use allows. */
const MAXIMUM_PIXELS = 2 ** 31 - 1;
const isSize = (pixels: number) => Number.isInteger(pixels) && pixels > 0 && pixels <= MAXIMUM_PIXELS;

interface Measured {
  readonly width: number;
  readonly height: number;
  readonly orientation?: number | undefined;
}

function measure({ head, picture }: FileSample): Pick<FileMetadata, 'width' | 'height'> {
  try {
    // A copy: of a cut image the library reads on behind the bytes it was given, into what lies beside them.
    const measured: Measured = picture?.size ?? imageSize(Uint8Array.from(head));
    const { width, height, orientation = 1 } = measured;
    if (!isSize(width) || !isSize(height)) return { width: null, height: null };
    const isSideways = picture?.isSideways ?? (orientation >= 5 && orientation <= 8);
    return isSideways ? { width: height, height: width } : { width, height };
  } catch {
    return { width: null, height: null };
  }
}
