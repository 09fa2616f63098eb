import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One row of a file by column name. */
export type FileRow = ReadonlyMap<string, string>;

/** One answered value, as `data(form: CELLS)` gives it. */
export interface AnsweredCell {
  readonly channel?: string;
  readonly locale?: string;
  readonly value: unknown;
  readonly source?: string;
}

/** The rows of a CSV file, read without a line of the importer: what it gets wrong must not be wrong here, too. */
export function readRows(folder: string, file: string): FileRow[] {
  const text = readFileSync(join(folder, `${file}.csv`), 'utf8').replace(/^\uFEFF/, '');
  const records: string[][] = [[]];
  // A cell in quotes (doubled inside) or one without; then what ends it.
  for (const match of text.matchAll(/(?:"((?:[^"]|"")*)"|([^;"\n]*))(;|\n|$)/g)) {
    const [, quoted, plain = '', end] = match;
    records.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\n') records.push([]);
  }
  const [header = [], ...rows] = records;
  return rows
    .filter((cells) => cells.length === header.length)
    .map((cells) => new Map(header.map((column, index) => [column, cells[index] ?? ''])));
}

/** A column of values: where its value stands and in which form. */
export interface ValueColumn {
  readonly attribute: string;
  readonly type: string;
  readonly channel: string | undefined;
  readonly locale: string | undefined;
  /** `unit`, or the currency of a price. */
  readonly part: string | undefined;
}

const PICTURES = ['pim_catalog_image', 'pim_catalog_file'];

/** The columns of values but those of pictures, by name. */
export function valueColumns(folder: string): (column: string) => ValueColumn | undefined {
  const types = new Map(
    readRows(folder, 'attributes').map((row) => [row.get('code'), row.get('type') ?? '']),
  );
  types.delete('sku');
  const channels = new Set(readRows(folder, 'channels').map((row) => row.get('code')));
  return (column) => {
    const [attribute = '', ...words] = column.split('-');
    const type = types.get(attribute);
    if (type === undefined || PICTURES.includes(type)) return undefined;
    const locale = words.find((word) => /^[a-z]{2}_[A-Z]{2}$/.test(word));
    const channel = words.find((word) => channels.has(word));
    const part = words.find((word) => word !== locale && word !== channel);
    return { attribute, type, channel, locale, part };
  };
}

/** What a product answers in the place of a column, written as the files write it; undefined when it has nothing. */
export function textAt(
  values: Readonly<Record<string, readonly AnsweredCell[]>> | undefined,
  { attribute, type, channel, locale, part }: ValueColumn,
): string | undefined {
  const cell = values?.[attribute]?.find((found) => found.channel === channel && found.locale === locale);
  const value = cell?.value;
  switch (type) {
    case 'pim_catalog_boolean':
      return value === true ? '1' : value === false ? '0' : undefined;
    case 'pim_catalog_number':
      // Whole numbers are JSON numbers, all others texts.
      return value === undefined ? undefined : String(value);
    case 'pim_catalog_multiselect':
      return (value as string[] | undefined)?.join(',');
    case 'pim_catalog_metric': {
      const { amount, unit } = (value ?? {}) as { amount?: string; unit?: string };
      return part === 'unit' ? unit : amount;
    }
    case 'pim_catalog_price_collection':
      return (value as { amount: string; currency: string }[] | undefined)?.find(
        ({ currency }) => currency === part,
      )?.amount;
    default:
      return value as string | undefined;
  }
}

/** The level of each attribute in a row of `family_variants.csv`; what it does not name belongs to the root. */
export function levelsOf(layout: FileRow | undefined): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  for (const level of [1, 2]) {
    for (const kind of ['axes', 'attributes']) {
      for (const code of list(layout?.get(`variant-${kind}_${level}`))) levels.set(code, level);
    }
  }
  return levels;
}

export function list(cell: string | undefined): string[] {
  return (cell ?? '').split(',').filter((entry) => entry !== '');
}
