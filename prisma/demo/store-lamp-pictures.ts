import sharp from 'sharp';
import {
  createMedia,
  deleteUnusedContent,
  receiveFile,
  storeReceivedFile,
  updateMedia,
} from '../../src/modules/media/index.ts';
import type { ObjectStorage } from '../../src/platform/storage/object-storage.ts';
import type { DemoWriter } from './demo-writer.ts';
import { drawLamp, PICTURED_SKUS } from './lamp-pictures.ts';

const SIDE = 800;
const MAXIMUM_BYTES = 1_000_000;

/**
 * Draws the pictures of the demo and stores them as media files, as an upload does; what is stored already stays.
 *
 * @returns the code of the file by the SKU of its product
 */
export async function storeLampPictures(
  write: DemoWriter,
  storage: ObjectStorage,
): Promise<ReadonlyMap<string, string>> {
  const codes = new Map<string, string>();
  for (const sku of PICTURED_SKUS) {
    const drawing = Buffer.from(drawLamp(sku));
    const picture = await sharp(drawing, { density: 144 })
      .resize(SIDE, SIDE)
      .webp({ quality: 82 })
      .toBuffer();
    const file = await receiveFile(chunksOf(picture), `${sku.toLowerCase()}.webp`, {
      storage,
      maximumBytes: MAXIMUM_BYTES,
    });
    try {
      const { code } = await storeReceivedFile(file, { duplicate: false }, storage, {
        create: (input) => write(createMedia, input),
        drop: (input) => write(deleteUnusedContent, input),
      });
      // Shops show public files only.
      await write(updateMedia, { ref: code, patch: { visibility: 'public' } });
      codes.set(sku, code);
    } finally {
      await file.staged.discard();
    }
  }
  return codes;
}

async function* chunksOf(bytes: Uint8Array) {
  yield bytes;
}
