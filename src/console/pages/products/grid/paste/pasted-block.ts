import type { CellBlock } from '../../../../ui/sheet/clipboard.ts';

/** The columns of the grid before those that can be chosen: name and SKU. */
const SKU_COLUMN = 1;
export const FIRST_COLUMN = 2;

/** A block of texts, and where in the grid it was pasted. */
export interface PastedBlock {
  readonly block: CellBlock;
  readonly row: number;
  readonly column: number;
}

/** Returns the column of the SKUs in the rows of a block; -1 if it has none. */
export const skuColumnIndex = ({ block, column }: PastedBlock): number => {
  const position = SKU_COLUMN - column;
  return position >= 0 && position < (block[0]?.length ?? 0) ? position : -1;
};

/** Returns the SKUs in a block, in the order of its rows. */
export const blockSkus = (pasted: PastedBlock): readonly string[] =>
  pasted.block.flatMap((texts) => texts[skuColumnIndex(pasted)]?.trim() || []);

/** Returns true if rows of a block have another SKU than the product where they were pasted. */
export const hasOtherProducts = (pasted: PastedBlock, skus: readonly string[]): boolean => {
  const position = skuColumnIndex(pasted);
  const isOneCell = pasted.block.length === 1 && pasted.block[0]?.length === 1;
  if (position < 0 || isOneCell) return false;
  return pasted.block.some((texts, index) => (texts[position] ?? '').trim() !== skus[pasted.row + index]);
};
