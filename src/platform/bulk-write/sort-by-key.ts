/**
 * Sorts rows by the key that must be unique: transactions that insert the same keys in one order wait for the first
 * of them instead of, in the middle, for each other.
 */
export function sortByKey<Row>(rows: readonly Row[], keyOf: (row: Row) => string): readonly Row[] {
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ row }) => row);
}
