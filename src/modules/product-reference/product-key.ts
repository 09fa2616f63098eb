import { foldKey, readExternalRef } from '../../kernel/codes.ts';

/** Writes the reference `ext:erp:4711` to the product that has an id in another system. */
export const externalRefOf = (ref: { readonly system: string; readonly id: string }): string =>
  `ext:${foldKey(ref.system)}:${ref.id}`;

/** Returns one key for all references that are the same: SKUs, ids and systems are compared without case. */
export function productKey(ref: string): string {
  const external = readExternalRef(ref);
  return external === null ? foldKey(ref) : externalRefOf(external);
}
