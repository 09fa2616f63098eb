import { foldKey, readExternalRef } from '../../kernel/codes.ts';
import { decodeIdOf } from '../../kernel/ids.ts';

/** Returns the condition of a Prisma query that selects the living product of a reference, if there is one. */
export function whereProduct(ref: string) {
  const living = { deletedAt: null };
  const id = decodeIdOf('Product', ref);
  if (id !== null) return { ...living, id };
  const external = readExternalRef(ref);
  if (external === null) return { ...living, skuKey: foldKey(ref) };
  const externalKey = { systemKey: foldKey(external.system), externalId: external.id };
  return { ...living, externalRefKeys: { some: externalKey } };
}
