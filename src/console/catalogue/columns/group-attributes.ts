import type { GridAttribute } from './column-documents.ts';

const placeOf = ({ group }: GridAttribute) => group?.sortOrder ?? Number.POSITIVE_INFINITY;

/** Returns attributes by their groups, as on the page of a product; those without a group stand last. */
export const groupAttributes = (attributes: readonly GridAttribute[]): readonly GridAttribute[] =>
  attributes.toSorted((one, other) => placeOf(one) - placeOf(other) || 0);
