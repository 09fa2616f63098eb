import { fieldProblem } from '../../src/kernel/field-problem.ts';
import { verbatim } from '../../src/kernel/problems/messages/message.ts';
import type { SourceRow } from '../../src/modules/file-formats/source-row.ts';

const attribute = (
  code: string,
  scopes: { readonly localizable?: boolean; readonly scopable?: boolean } = {},
) =>
  [
    code,
    {
      code,
      type: 'text',
      localizable: false,
      scopable: false,
      labels: {},
      availableLocales: null,
      ...scopes,
    },
  ] as const;
const channel = (code: string) =>
  [code, { code, labels: {}, locales: ['de_DE', 'en_US'], currencies: [] }] as const;

/** A structure with values per locale and channel, as far as shapes of files need one. */
export const SHAPE_CONTEXT = {
  attributes: new Map([
    attribute('name', { localizable: true }),
    attribute('slogan', { localizable: true, scopable: true }),
    attribute('brand'),
    ['mats', { ...attribute('mats')[1], type: 'multi_select' }],
  ]),
  channels: new Map([channel('print'), channel('web')]),
  locales: new Map([
    ['de_de', 'de_DE'],
    ['en_us', 'en_US'],
  ]),
  associationTypes: new Map(),
  families: new Map(),
} as never;

/** A row of a file: all of it, or one of its cells, may be unreadable. */
export interface TestRow {
  readonly number: number;
  readonly cells: readonly string[];
  readonly isBroken: boolean;
  readonly brokenCell: string | null;
}

const unreadable = (column: string) =>
  fieldProblem('invalid-format', ['columns', column], verbatim('Unreadable'));

/** Returns the column of the cell of a row that cannot be read; null for a row that cannot be read at all. */
export const brokenCell = ({ isBroken, brokenCell: column }: TestRow) => (isBroken ? null : column);

/**
 * Returns the rows of a file from one on as its reader hands them on. Each has ten bytes; the file is not read beyond
 * some unreadable rows.
 */
export async function* readRows(
  rows: readonly TestRow[],
  columns: readonly string[],
  { row: after = 1, brokenRows: brokenBefore = 0, most = Number.POSITIVE_INFINITY } = {},
): AsyncGenerator<SourceRow> {
  let brokenRows = brokenBefore;
  for (const row of rows) {
    const { number, cells, isBroken } = row;
    if (number <= after) continue;
    if (isBroken) brokenRows += 1;
    const column = brokenCell(row);
    yield {
      number,
      end: number * 10,
      source: cells.map((cell, at) => (columns[at] === column ? '' : cell)),
      problem: isBroken ? unreadable('fam') : null,
      cellProblems: column === null ? [] : [unreadable(column)],
      brokenRows,
      isLast: isBroken && brokenRows === most,
    };
    if (brokenRows === most) return;
  }
}

export async function collectRows(rows: AsyncGenerator<SourceRow>): Promise<SourceRow[]> {
  const all: SourceRow[] = [];
  for await (const row of rows) all.push(row);
  return all;
}
