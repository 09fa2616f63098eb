import { localeName } from '../../i18n/locale-name.ts';
import { t } from '../../i18n/translate.ts';
import type { CellBlock } from '../../ui/sheet/clipboard.ts';
import { foldName } from '../model/fields/fold-name.ts';
import type { LabelChange } from './label-cells.ts';
import { CODE_COLUMN, INFO_COLUMN, isLocaleColumn } from './label-columns.ts';
import type { LabelObject } from './label-object.ts';
import type { InfoColumn } from './label-source.ts';

/** Returns the columns by the names that a head may have for them. */
function columnsByName(info: InfoColumn, locales: readonly string[]): ReadonlyMap<string, string> {
  const languageOf = (locale: string) => locale.split('_')[0] ?? '';
  const localeNames = locales.flatMap((locale) => {
    const isOnlyOne = locales.filter((other) => languageOf(other) === languageOf(locale)).length === 1;
    const language = languageOf(locale);
    return [locale, localeName(locale), ...(isOnlyOne ? [language, localeName(language)] : [])].map(
      (name) => [foldName(name), locale] as const,
    );
  });
  return new Map([
    ...localeNames,
    ...['code', 'object', t('Code'), t('Object')].map((name) => [foldName(name), CODE_COLUMN] as const),
    ...[info.key, info.title].map((name) => [foldName(name), INFO_COLUMN] as const),
  ]);
}

/** A pasted table with codes: its columns, and its rows without heads. */
export interface LabelTable {
  /** Key of each column; null for one that is left out. */
  readonly columns: readonly (string | null)[];
  readonly rows: CellBlock;
}

/**
 * Reads a pasted block as a table whose rows name their objects by code: one with heads, or one that is pasted into the
 * first column.
 *
 * @param keys keys of the columns of the sheet
 * @param from position of the column that it is pasted into
 * @returns null for a block of labels alone
 */
export function readTable(
  block: CellBlock,
  info: InfoColumn,
  keys: readonly string[],
  from: number,
): LabelTable | null {
  const byName = columnsByName(info, keys.filter(isLocaleColumn));
  const heads = (block[0] ?? []).map((head) => byName.get(foldName(head)) ?? null);
  if (heads.includes(CODE_COLUMN) && heads.some((key) => key !== null && isLocaleColumn(key)))
    return { columns: heads, rows: block.slice(1) };
  return from === 0 && (block[0]?.length ?? 0) > 1 ? { columns: keys, rows: block } : null;
}

/** A row of a table: the code of its object, perhaps behind that of its set or family, and what the source says of it. */
interface TableRow {
  readonly path: string;
  readonly info: string;
  readonly labels: readonly (readonly [locale: string, text: string])[];
}

/** Returns the text of a cell without the quote by which exported tables begin no formula. */
const unescapeFormula = (cell: string): string => (/^'['=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

/** Returns the rows of a table that have a code. Empty cells are left out: they keep the labels as they are. */
function rowsOf({ columns, rows }: LabelTable): readonly TableRow[] {
  const textAt = (row: readonly string[], key: string) => row[columns.indexOf(key)]?.trim() ?? '';
  return rows
    .map((row) => ({
      path: textAt(row, CODE_COLUMN),
      info: textAt(row, INFO_COLUMN),
      labels: columns.flatMap((key, index) => {
        const text = unescapeFormula(row[index]?.trim() ?? '');
        return key === null || !isLocaleColumn(key) || text === '' ? [] : [[key, text] as const];
      }),
    }))
    .filter(({ path }) => path !== '');
}

const codeOfPath = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Returns the codes of a table, each once. */
export const codesOfTable = (table: LabelTable): readonly string[] => [
  ...new Set(rowsOf(table).map(({ path }) => codeOfPath(path))),
];

/** Labels of a table, and the codes that name no object, or several. */
export interface TableMatch {
  readonly changes: readonly LabelChange[];
  readonly unmatched: readonly string[];
}

/** Matches the rows of a table with objects, by code, and by what the source says of them where the table has it. */
export function matchTable(table: LabelTable, info: InfoColumn, objects: readonly LabelObject[]): TableMatch {
  const byCode = Map.groupBy(objects, ({ code }) => code.toLowerCase());
  const changes: LabelChange[] = [];
  const unmatched: string[] = [];
  for (const row of rowsOf(table)) {
    const candidates = (byCode.get(codeOfPath(row.path).toLowerCase()) ?? []).filter((object) =>
      isMeant(object, info, row),
    );
    const [object] = candidates;
    if (object === undefined || candidates.length > 1) unmatched.push(row.path);
    else changes.push(...row.labels.map(([locale, text]) => ({ object, locale, text })));
  }
  return { changes, unmatched };
}

function isMeant(object: LabelObject, info: InfoColumn, row: TableRow): boolean {
  const { owner } = object;
  const parent = row.path.includes('/') ? row.path.slice(0, row.path.lastIndexOf('/')) : null;
  if (parent !== null && parent.toLowerCase() !== owner?.toLowerCase()) return false;
  return row.info === '' || info.namesOf(object).some((name) => foldName(name) === foldName(row.info));
}
