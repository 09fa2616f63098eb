import { encodeId } from '../../../kernel/ids.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import type { WriteMode } from '../../../platform/resource/write-resources.ts';
import type { ProductAnswer } from '../product-answer.ts';
import type { ProductWrite } from './product-input.ts';
import { writeProducts } from './write-products.ts';

/** A batch of one, refused as a whole when its only item is. */
export async function writeOneProduct(
  context: WriteContext,
  write: ProductWrite,
  mode: WriteMode,
): Promise<ProductAnswer> {
  const [result] = await writeProducts(context, [write], mode);
  if (result === undefined) throw new Error('Writing a product gave no result.');
  if (result.refusal !== null) throw result.refusal;
  if (result.id === null || result.outcome === 'failed') throw new Error('A written product has an id.');
  return { id: encodeId('Product', result.id), sku: result.sku, outcome: result.outcome };
}
