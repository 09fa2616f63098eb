/** Returns the search of the grid for the products of a set. */
export const productsOfSet = (code: string) => ({
  where: [{ field: 'attribute_set', operator: 'eq', value: code }],
});
