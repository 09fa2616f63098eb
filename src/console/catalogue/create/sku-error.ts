import { ApiError } from '../../api/api-error.ts';

/** Returns the reason why a SKU was rejected; undefined if it was not, or something else was. */
export function skuError(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const fault = error.faults.find(({ path }) => path.includes('sku'));
  return fault?.message ?? (error.code === 'duplicate-sku' ? error.message : undefined);
}
