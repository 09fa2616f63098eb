import { request, requestWithId } from '../../../api/request.ts';
import type { FormSource } from '../../../catalogue/form/form-source.ts';
import { PRODUCT_SOURCE } from '../../../catalogue/products/product-source.tsx';
import { OWN_VALUES, SAVE_PRODUCT } from './form-documents.ts';

/** Products, as the form reads and saves their values. */
export const PRODUCT_FORM_SOURCE: FormSource = {
  ...PRODUCT_SOURCE,
  loadValues: async (id, filter) => (await request(OWN_VALUES, { id, ...filter })).product,
  async save(id, input, options) {
    const { data, requestId } = await requestWithId(SAVE_PRODUCT, { id, input, ...options });
    return { result: data.updateProduct, requestId };
  },
};
