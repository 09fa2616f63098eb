import { foldKey } from '../../../kernel/codes.ts';
import { type CsvFile, CsvRow } from './csv-file.ts';

/** Statistics of all products that the import needs before it writes the first of them. */
export interface ProductFileStats {
  /** Rows, those that cannot be read included. */
  readonly total: number;
  /** Folded SKUs that several rows have, with the first of these rows. */
  readonly firstRows: readonly (readonly [sku: string, row: number])[];
}

/**
 * Walks once through the products, and once more when a SKU seems to stand in several rows. Keeps a number of each row in
 * memory, and the SKUs of those alone that are not its only one.
 *
 * @param look is shown each row that can be read
 */
export async function readProductFileStats(
  file: CsvFile,
  identifier: string,
  look: (row: CsvRow) => void = () => undefined,
): Promise<ProductFileStats> {
  const digests: number[] = [];
  let total = 0;
  for await (const row of file.rows()) {
    total += 1;
    if (!(row instanceof CsvRow)) continue;
    look(row);
    const sku = row.get(identifier);
    if (sku !== '') digests.push(digestOf(foldKey(sku)));
  }
  const repeated = duplicateValues(digests);
  const rows = new Map<string, number[]>();
  if (repeated.size > 0) {
    for await (const row of file.rows()) {
      const key = row instanceof CsvRow ? foldKey(row.get(identifier)) : '';
      if (key === '' || !repeated.has(digestOf(key))) continue;
      const rowNumbers = rows.get(key);
      if (rowNumbers === undefined) rows.set(key, [row.number]);
      else rowNumbers.push(row.number);
    }
  }
  const several = [...rows].filter(([, numbers]) => numbers.length > 1);
  return { total, firstRows: several.map(([key, [first = 0]]) => [key, first] as const) };
}

function duplicateValues(numbers: readonly number[]): ReadonlySet<number> {
  const sorted = Float64Array.from(numbers).sort();
  return new Set(sorted.filter((value, index) => value === sorted[index - 1]));
}

/** Returns a whole number of up to 53 bits that follows from a text; two texts seldom share one. */
function digestOf(text: string): number {
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low + unit, 0xcc9e2d51) ^ (low >>> 15);
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
