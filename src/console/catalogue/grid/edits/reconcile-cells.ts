import { t } from '../../../i18n/translate.ts';
import type { CellRef } from '../../columns/grid-column.ts';
import type { RowVariables } from '../../search/grid-documents.ts';
import { isChangeApplied } from '../../values/list-change.ts';
import { distinctCodes, readWithFallback, type ValueFilter } from '../../values/value-filter.ts';
import { cellText, findValue, serializeValue } from '../cells/cell-values.ts';
import type { GridRow, GridSource } from '../grid-source.ts';
import { type RejectedCell, type StagedCell, stagedListChange } from './staged-cells.ts';

const BATCH_SIZE = 100;

/** Result of comparing stored cells with the present rows. */
export interface Reconciliation<Row> {
  /** Cells whose typed value is stored already. */
  readonly done: readonly StagedCell[];
  /** Cells that cannot be saved as they are: somebody has changed the value, or the row no longer exists. */
  readonly met: readonly RejectedCell[];
  /** The rows as they are now. */
  readonly rows: readonly Row[];
}

/**
 * Compares stored cells with the rows as they are now.
 *
 * @param page data that is read of the rows beside the values of the cells
 */
export async function reconcileCells<Row extends GridRow>(
  source: GridSource<Row>,
  cells: readonly StagedCell[],
  page: RowVariables,
): Promise<Reconciliation<Row>> {
  const done: StagedCell[] = [];
  const conflictingCells: RejectedCell[] = [];
  const byRow = [...Map.groupBy(cells, ({ rowId }) => rowId)];
  const addresses = cells.flatMap(({ column: { cell } }) => cell ?? []);
  const of = (part: (address: CellRef) => string | null) => distinctCodes(addresses.map(part));
  const filter: ValueFilter = {
    attributes: distinctCodes([...page.attributes, ...of(({ attribute }) => attribute.code)]),
    channels: distinctCodes([...page.channels, ...of(({ channel }) => channel)]),
    locales: distinctCodes([...page.locales, ...of(({ locale }) => locale)]),
  };
  const currentRows: Row[] = [];
  for (let from = 0; from < byRow.length; from += BATCH_SIZE) {
    const batch = byRow.slice(from, from + BATCH_SIZE);
    const keys = batch.map(([id, own]) => ({ id, code: own[0]?.code ?? '' }));
    const rows = await readWithFallback(filter, (names) => source.load(keys, { ...page, ...names }));
    currentRows.push(...rows);
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const [id, own] of batch) {
      const row = byId.get(id);
      if (row === undefined) {
        conflictingCells.push(...own.map((cell) => ({ cell, reason: source.texts.deleted })));
        continue;
      }
      const { same, changed } = compareCells(own, row);
      done.push(...same);
      conflictingCells.push(...(await toConflicts(source, changed, row)));
    }
  }
  return { done, met: conflictingCells, rows: currentRows };
}

/** A cell of a value that has changed since the cell was typed. */
interface ChangedCell {
  readonly cell: StagedCell;
  readonly address: CellRef;
}

/** Returns the cells whose typed value is stored already, and those that somebody has changed to another one. */
function compareCells(cells: readonly StagedCell[], row: GridRow) {
  const same: StagedCell[] = [];
  const changed: ChangedCell[] = [];
  for (const cell of cells) {
    const address = cell.column.cell;
    if (address === null) continue;
    const json = findValue(row, address)?.json;
    const change = stagedListChange(cell);
    const isSame = change === null ? cellText(row, cell.column) === cell.text : isChangeApplied(json, change);
    if (isSame) same.push(cell);
    // Changes of others to a list stay beside the codes that the cell adds and removes.
    else if (change === null && serializeValue(json, address) !== cell.before)
      changed.push({ cell, address });
  }
  return { same, changed };
}

async function toConflicts<Row extends GridRow>(
  source: GridSource<Row>,
  changed: readonly ChangedCell[],
  row: Row,
): Promise<RejectedCell[]> {
  if (changed.length === 0) return [];
  const changedBy = await source.loadLastAuthors(row.id);
  return changed.map(({ cell, address }) => {
    const by = changedBy({ ...address, attribute: address.attribute.code });
    const text = cellText(row, cell.column);
    const reason = t('Changed to “{value}” by {who} since. Ctrl-Enter keeps yours.', {
      value: text,
      who: by,
    });
    const before = serializeValue(findValue(row, address)?.json, address);
    return { cell, reason, met: { by, text, before, version: row.version } };
  });
}
