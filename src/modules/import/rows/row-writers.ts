import type { FileResource } from '../../file-formats/index.ts';
import {
  attributeRows,
  attributeSetRows,
  categoryRows,
  mediaRows,
  optionRows,
  optionSetRows,
} from './configuration-rows.ts';
import { entityRows } from './entity-rows.ts';
import { productRows } from './product-rows.ts';
import type { RowWriter } from './row-writer.ts';

/** Writers of the rows of each resource. */
export const ROW_WRITERS: Readonly<Record<FileResource, RowWriter>> = {
  products: productRows,
  entities: entityRows,
  attributes: attributeRows,
  attribute_sets: attributeSetRows,
  option_sets: optionSetRows,
  options: optionRows,
  categories: categoryRows,
  media: mediaRows,
};
