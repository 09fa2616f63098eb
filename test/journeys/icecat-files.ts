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
    .filter((cells) => cells.length === header.length && cells.some((cell) => cell !== ''))
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

/** The attributes whose cells name files: Akeneo's images and files. */
export function pictureAttributes(folder: string): ReadonlySet<string> {
  const rows = readRows(folder, 'attributes').filter((row) => PICTURES.includes(row.get('type') ?? ''));
  return new Set(rows.map((row) => row.get('code') ?? ''));
}

/** One cell that names a file, and whose cell it is. */
export interface PictureCell {
  /** `products.csv`, and the row as a spreadsheet counts. */
  readonly file: string;
  readonly row: number;
  /** Column and attribute: none of them is localizable or scopable. */
  readonly column: string;
  readonly sku: string;
  readonly path: string;
  /** The product or model that holds the attribute for this row. */
  readonly owner: string;
}

/** All cells that name files, in the order of the files. */
export function pictureCells(folder: string): PictureCell[] {
  const attributes = pictureAttributes(folder);
  const models = new Map(
    readRows(folder, 'product_models').map((row) => [row.get('code')?.toLowerCase(), row]),
  );
  const layouts = new Map(readRows(folder, 'family_variants').map((row) => [row.get('code'), levelsOf(row)]));
  const lineOf = (row: FileRow): FileRow[] => {
    const parent = models.get(row.get('parent')?.toLowerCase());
    return parent === undefined ? [row] : [...lineOf(parent), row];
  };
  return ['product_models', 'products'].flatMap((file) =>
    readRows(folder, file).flatMap((row, index) => {
      const line = lineOf(row);
      const levels = layouts.get(line[0]?.get('family_variant'));
      return [...row].flatMap(([column, path]) => {
        if (!attributes.has(column) || path === '') return [];
        const owner = line[levels?.get(column) ?? 0] ?? row;
        return [{ file: `${file}.csv`, row: index + 2, column, sku: keyOf(row), path, owner: keyOf(owner) }];
      });
    }),
  );
}

const keyOf = (row: FileRow) => row.get('sku') ?? row.get('code') ?? '';

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
