// Risk: a picture has no size, or that of a picture on its side, because of where its metadata stands.
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createSampler, inspectFile, sampleOf } from '../../../src/modules/media/upload/inspect-file.ts';
import { seededNumbers } from '../../support/malicious-images.ts';

const FORMATS = ['jpeg', 'png', 'webp', 'avif', 'tiff'] as const;
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#08f' } });
/** A picture that no format makes small. */
const noise = (width: number, height: number) => {
  const next = seededNumbers(1);
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, () => next() * 256));
  return sharp(pixels, { raw: { width, height, channels: 3 } });
};
const sizeOf = async (bytes: Uint8Array) => {
  const { width, height } = await inspectFile(sampleOf(bytes));
  return [width, height];
};

/** The JPEG with so many bytes of application segments before everything else. */
function withSegments(jpeg: Buffer, bytes: number): Buffer {
  const segments: Buffer[] = [];
  for (let left = bytes; left > 0; left -= 65_537) {
    const segment = Buffer.alloc(65_537, 0xff);
    segment.writeUInt16BE(0xff_e2, 0);
    segment.writeUInt16BE(65_535, 2);
    segments.push(segment);
  }
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

test.each(FORMATS)(
  '%s is measured as shown, in each orientation and in chunks of any size',
  async (format) => {
    for (let orientation = 1; orientation <= 8; orientation += 1) {
      const bytes = await plain(40, 20).withMetadata({ orientation }).toFormat(format).toBuffer();
      const expected = orientation >= 5 ? [20, 40] : [40, 20];
      expect([orientation, ...(await sizeOf(bytes))]).toEqual([orientation, ...expected]);
      const sampler = createSampler();
      for (const byte of bytes) sampler.push(Uint8Array.of(byte));
      expect(sampler.sample()).toEqual(sampleOf(bytes));
    }
  },
);

test('a JPEG with a megabyte of segments before its frame is measured', async () => {
  const upright = await plain(40, 20).jpeg().toBuffer();
  const turned = await plain(40, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await sizeOf(withSegments(upright, 1_048_576))).toEqual([40, 20]);
  expect(await sizeOf(withSegments(turned, 1_048_576))).toEqual([20, 40]);
});

test.each(['webp', 'tiff'] as const)(
  'a large %s is measured by what stands behind its image',
  async (format) => {
    const options = format === 'webp' ? { lossless: true, effort: 0 } : { compression: 'none' };
    const bytes = await noise(600, 400).withMetadata({ orientation: 8 }).toFormat(format, options).toBuffer();
    expect(bytes.byteLength).toBeGreaterThan(512 * 1024);
    expect(await sizeOf(bytes)).toEqual([400, 600]);
  },
);

test('a JPEG with fill bytes before its markers is measured', async () => {
  const turned = await plain(40, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const filled = Buffer.concat([turned.subarray(0, 2), Buffer.alloc(9, 0xff), turned.subarray(2)]);
  expect(await sizeOf(filled)).toEqual([20, 40]);
});

test('a file made of nothing but the beginnings of segments has no size', async () => {
  const empty = Buffer.from('ffe10002'.repeat(200_000), 'hex');
  expect(await sizeOf(Buffer.concat([Buffer.from('ffd8', 'hex'), empty]))).toEqual([null, null]);
});
