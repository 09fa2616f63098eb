import { cellsOf, findCell, type findText } from '../../values/index.ts';
import type { ProductRow } from './product-row.ts';

/**
 * Returns the codes of the axes between the model that holds a text and a product that shows it: they distinguish the
 * product from others with the same text.
 *
 * @param ancestors the models above the product, nearest first
 */
export function distinguishingAxes(
  row: ProductRow,
  ancestors: readonly ProductRow[],
  layout: { readonly levels: readonly { readonly axes: readonly string[] }[] } | undefined,
  { attribute, channel, locale }: NonNullable<ReturnType<typeof findText>>,
): readonly string[] {
  const holder = [row, ...ancestors].find(
    ({ values }) => findCell(cellsOf(values, attribute.code), channel, locale) !== undefined,
  );
  return layout?.levels.slice(holder?.level ?? row.level, row.level).flatMap(({ axes }) => axes) ?? [];
}
