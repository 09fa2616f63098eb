// Turns images into renditions, in a process that lives until its parent disconnects. It gets nothing but a file: no
// secrets, no database, few readers of formats. An attacker who breaks one of those is alone here and is killed with
// it.
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import type { RenderResult, RenderTask } from './render-task.ts';
import { planRendition } from './rendition.ts';

/** Readers of formats that images of products come in. Others, of drawings and documents above all, are locked. */
const READERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Tiff', 'Nsgif'];

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: READERS.map((name) => `VipsForeignLoad${name}File`) });

const WHITE = { r: 255, g: 255, b: 255, alpha: 1 };
const CLEAR = { r: 255, g: 255, b: 255, alpha: 0 };

async function render({ path, rendition, limits }: RenderTask): Promise<RenderResult> {
  const options: SharpOptions = {
    limitInputPixels: limits.pixels,
    autoOrient: true,
    sequentialRead: true,
    failOn: 'error',
  };
  const { autoOrient: source } = await sharp(path, options).metadata();
  if (source.width * source.height > limits.pixels) return { outcome: 'refused', reason: 'too-many-pixels' };
  const { crop, size, border } = planRendition(source, rendition);
  const { format } = rendition;
  let image = sharp(path, options).timeout({ seconds: limits.seconds });
  if (crop !== null) image = image.extract(crop);
  image = image.resize(size.width, size.height, { fit: 'fill' });
  if (format === 'jpeg') image = image.flatten({ background: WHITE });
  if (border !== null) image = image.extend({ ...border, background: format === 'jpeg' ? WHITE : CLEAR });
  const bytes = await encode(image, format).toBuffer();
  return { outcome: 'rendered', bytes };
}

function encode(image: Sharp, format: RenderTask['rendition']['format']): Sharp {
  switch (format) {
    case 'jpeg':
      return image.jpeg({ quality: 82, progressive: true });
    case 'png':
      return image.png({ compressionLevel: 7 });
    case 'webp':
      return image.webp({ quality: 80, effort: 3 });
    case 'avif':
      // More effort takes many times as long and saves a few percent.
      return image.avif({ quality: 55, effort: 2 });
  }
}

function toRejection(error: unknown): RenderResult {
  const message = error instanceof Error ? error.message : '';
  if (/pixel limit/i.test(message)) return { outcome: 'refused', reason: 'too-many-pixels' };
  if (/timeout/i.test(message)) return { outcome: 'refused', reason: 'too-slow' };
  return { outcome: 'refused', reason: 'broken' };
}

process.on('message', (task: RenderTask) => {
  render(task).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.(toRejection(error)),
  );
});
process.once('disconnect', () => process.exit(0));
