/** Size and orientation of an image, from anywhere in the file. */
export interface PictureFacts {
  /** Pixels as stored; null where the format has them in its first bytes. */
  readonly size: { readonly width: number; readonly height: number } | null;
  /** True if it is shown with its sides exchanged: EXIF orientations 5 to 8, quarter turns of HEIF. */
  readonly isSideways: boolean;
  /** Given for a TIFF, whose kind is decided by a directory that may stand at its end. */
  readonly mimeType?: 'image/tiff';
}

/** Reads an image as it streams by. */
export interface PictureProbe {
  push(chunk: Uint8Array): void;
  /** Returns null when the file is none of the formats, or is broken. */
  facts(): PictureFacts | null;
}

/** Bytes that a walk reads next; it never goes back. */
interface Part {
  readonly at: number;
  readonly length: number;
}
type Walk = Generator<Part, PictureFacts | null, DataView>;

/** Maximum number of parts, more than an image has; a file may be made to keep us busy. */
const MAXIMUM_PARTS = 10_000;
/** Largest part: a segment of a JPEG. */
const MAXIMUM_PART_BYTES = 64 * 1024;

/**
 * Follows the segments, chunks, boxes and directories of JPEG, PNG, WebP, HEIF and TIFF and skips the rest, so that it does not
 * matter how much metadata stands before the size, or that the orientation stands at the end. Never throws.
 */
export function createPictureProbe(): PictureProbe {
  const walk = walkPicture();
  let pictureInfo: PictureFacts | null = null;
  let parts = 0;
  let part: (Part & { readonly bytes: Uint8Array }) | null = null;
  let bufferedLength = 0;
  /** Offset of the chunk in the file. */
  let start = 0;
  const step = (next: IteratorResult<Part, PictureFacts | null>) => {
    parts += 1;
    bufferedLength = 0;
    if (next.done === true) pictureInfo = next.value;
    const isRead = next.done !== true && parts <= MAXIMUM_PARTS && next.value.length <= MAXIMUM_PART_BYTES;
    part = isRead ? { ...next.value, bytes: new Uint8Array(next.value.length) } : null;
  };
  step(walk.next());
  return {
    push(chunk) {
      while (part !== null) {
        const from = part.at + bufferedLength - start;
        if (from < 0) part = null;
        if (part === null || from >= chunk.byteLength) break;
        const bytes = chunk.subarray(from, from + part.length - bufferedLength);
        part.bytes.set(bytes, bufferedLength);
        bufferedLength += bytes.byteLength;
        if (bufferedLength === part.length) step(walk.next(new DataView(part.bytes.buffer)));
      }
      start += chunk.byteLength;
    },
    facts: () => pictureInfo,
  };
}

function* walkPicture(): Walk {
  const signature = (yield { at: 0, length: 2 }).getUint16(0);
  if (signature === 0xff_d8) return yield* walkJpeg();
  if (signature === 0x89_50) return yield* walkPng();
  if (signature === 0x52_49) return yield* walkWebp();
  if (signature === 0) return yield* walkHeif();
  if (signature === 0x49_49 || signature === 0x4d_4d) return yield* walkTiff(signature === 0x49_49);
  return null;
}

/** Traverses segments (ITU-T T.81, B.1) up to the frame header. */
function* walkJpeg(): Walk {
  let isSideways: boolean | null = null;
  for (let at = 2; ; ) {
    if ((yield { at, length: 1 }).getUint8(0) !== 0xff) return null;
    let marker = 0xff;
    // Any number of 0xFF may fill the place before a marker.
    while (marker === 0xff) {
      at += 1;
      marker = (yield { at, length: 1 }).getUint8(0);
    }
    const length = (yield { at: at + 1, length: 2 }).getUint16(0);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      const size = yield { at: at + 4, length: 4 };
      return {
        size: { width: size.getUint16(2), height: size.getUint16(0) },
        isSideways: isSideways ?? false,
      };
    }
    // The image data begins, or the file ends, without a frame.
    if (marker === 0xda || marker === 0xd9 || length < 2) return null;
    if (marker === 0xe1 && isSideways === null && length > 2)
      isSideways = readsSideways(yield { at: at + 3, length: length - 2 });
    at += 1 + length;
  }
}

/**
 * Traverses chunks (PNG, 5.3) up to the one with the EXIF block; one behind the image is not respected by renditions
 * either.
 */
function* walkPng(): Walk {
  for (let at = 8; ; ) {
    const head = yield { at, length: 8 };
    const [length, type] = [head.getUint32(0), head.getUint32(4)];
    if (type === IMAGE_OF_PNG) return null;
    if (type === EXIF_OF_PNG) return yield* readExif(at + 8, length);
    at += 12 + length;
  }
}
const EXIF_OF_PNG = 0x65_58_49_66;
const IMAGE_OF_PNG = 0x49_44_41_54;

/** Traverses chunks (RFC 9649, 2.7) up to the one with the EXIF block, which stands behind the image. */
function* walkWebp(): Walk {
  for (let at = 12; ; ) {
    const head = yield { at, length: 8 };
    const [type, length] = [head.getUint32(0), head.getUint32(4, true)];
    if (type === EXIF_OF_WEBP) return yield* readExif(at + 8, length);
    at += 8 + length + (length % 2);
  }
}
const EXIF_OF_WEBP = 0x45_58_49_46;

function* readExif(at: number, length: number): Walk {
  const block = yield { at, length: Math.min(length, MAXIMUM_PART_BYTES) };
  return { size: null, isSideways: readsSideways(block) ?? false };
}

/** Traverses boxes (ISO/IEC 14496-12) up to the one that describes the images. EXIF has no effect in HEIF and AVIF. */
function* walkHeif(): Walk {
  // The upper half of the first length was the signature.
  const first = yield { at: 2, length: 6 };
  if (nameOf(first, 2) !== 'ftyp') return null;
  for (let at = first.getUint16(0); ; ) {
    const head = yield { at, length: 8 };
    const length = head.getUint32(0);
    if (length < 8) return null;
    if (nameOf(head, 4) === 'meta')
      return { size: null, isSideways: isTurned(yield { at: at + 8, length: length - 8 }) };
    at += length;
  }
}

interface Box {
  readonly type: string;
  readonly content: DataView;
}

function boxesIn(view: DataView, from = 0): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= view.byteLength; ) {
    const length = view.getUint32(at);
    if (length < 8 || at + length > view.byteLength) break;
    const content = new DataView(view.buffer, view.byteOffset + at + 8, length - 8);
    boxes.push({ type: nameOf(view, at + 4), content });
    at += length;
  }
  return boxes;
}

const nameOf = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));

/** Returns true if a property of the primary image turns it by a quarter (ISO/IEC 23008-12, 6.5.10). */
function isTurned(meta: DataView): boolean {
  try {
    const boxes = boxesIn(meta, 4);
    const content = (of: readonly Box[], type: string) => of.find((box) => box.type === type)?.content;
    const [primary, described] = [content(boxes, 'pitm'), content(boxes, 'iprp')];
    if (primary === undefined || described === undefined) return false;
    const id = primary.getUint8(0) === 0 ? primary.getUint16(4) : primary.getUint32(4);
    const inner = boxesIn(described);
    const [properties, associations] = [content(inner, 'ipco'), content(inner, 'ipma')];
    if (properties === undefined || associations === undefined) return false;
    const list = boxesIn(properties);
    return propertiesOf(associations, id).some((index) => {
      const property = list[index - 1];
      return property?.type === 'irot' && property.content.getUint8(0) % 2 === 1;
    });
  } catch {
    // A view throws when it is read behind its end: the file is broken.
    return false;
  }
}

/** Returns the properties of an image, counted from 1 (ISO/IEC 23008-12, 9.3.1). */
function propertiesOf(associations: DataView, id: number): number[] {
  const [isLong, isWide] = [associations.getUint8(0) > 0, associations.getUint8(3) % 2 === 1];
  let at = 8;
  for (let remainingEntries = associations.getUint32(4); remainingEntries > 0; remainingEntries -= 1) {
    const image = isLong ? associations.getUint32(at) : associations.getUint16(at);
    at += isLong ? 4 : 2;
    const count = associations.getUint8(at);
    at += 1;
    const width = isWide ? 2 : 1;
    if (image === id)
      return Array.from({ length: count }, (_, index) =>
        isWide ? associations.getUint16(at + index * 2) & 0x7f_ff : associations.getUint8(at + index) & 0x7f,
      );
    at += count * width;
  }
  return [];
}

/** Returns the first directory (TIFF 6.0, section 2), which often stands behind the image. */
function* walkTiff(isLittle: boolean): Walk {
  const head = yield { at: 2, length: 6 };
  if (head.getUint16(0, isLittle) !== 42) return null;
  const at = head.getUint32(2, isLittle);
  const count = (yield { at, length: 2 }).getUint16(0, isLittle);
  const directory = yield { at: at + 2, length: count * ENTRY_BYTES };
  for (let index = 0; index < count; index += 1)
    if (RAW_TAGS.has(directory.getUint16(index * ENTRY_BYTES, isLittle))) return null;
  const tags = readTags(directory, 0, count, isLittle);
  const [width, height] = [tags.get(256), tags.get(257)];
  if (width === undefined || height === undefined) return null;
  const isSideways = isQuarterTurn(tags.get(274)) ?? false;
  return { size: { width, height }, isSideways, mimeType: 'image/tiff' };
}

/** Tags by which raw photos are distinguished from other TIFF files (DNG, Sony). */
const RAW_TAGS = new Set([50_706, 50_341]);
const ENTRY_BYTES = 12;

/** Returns the entries of a directory that have one whole number. */
function readTags(view: DataView, from: number, count: number, isLittle: boolean): Map<number, number> {
  const tags = new Map<number, number>();
  for (let index = 0; index < count; index += 1) {
    const at = from + index * ENTRY_BYTES;
    if (at + ENTRY_BYTES > view.byteLength) break;
    const type = view.getUint16(at + 2, isLittle);
    if (view.getUint32(at + 4, isLittle) !== 1 || (type !== 3 && type !== 4)) continue;
    const value = type === 3 ? view.getUint16(at + 8, isLittle) : view.getUint32(at + 8, isLittle);
    tags.set(view.getUint16(at, isLittle), value);
  }
  return tags;
}

/**
 * Returns true if an EXIF block, with or without its name, lays the image on its side; null when it has no orientation.
 */
function readsSideways(block: DataView): boolean | null {
  const isNamed = block.byteLength >= 6 && block.getUint32(0) === EXIF_NAME && block.getUint16(4) === 0;
  const view = new DataView(block.buffer, isNamed ? 6 : 0);
  if (view.byteLength < 8) return null;
  const order = view.getUint16(0);
  const isLittle = order === 0x49_49;
  if ((!isLittle && order !== 0x4d_4d) || view.getUint16(2, isLittle) !== 42) return null;
  const at = view.getUint32(4, isLittle);
  if (at + 2 > view.byteLength) return null;
  return isQuarterTurn(readTags(view, at + 2, view.getUint16(at, isLittle), isLittle).get(274));
}
const EXIF_NAME = 0x45_78_69_66;

const isQuarterTurn = (orientation = 0) => (orientation >= 1 && orientation <= 8 ? orientation >= 5 : null);
