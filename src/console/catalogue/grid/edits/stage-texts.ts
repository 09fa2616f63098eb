import type { PagedList } from '../../../api/use-list.ts';
import { notifyError } from '../../../ui/messages/notifications.ts';
import type { CellText, TextOrigin } from '../../../ui/sheet/paste-and-fill.ts';
import type { GridColumn } from '../../columns/grid-column.ts';
import type { GridRow } from '../grid-source.ts';
import type { CellTextChange } from './typed-cells.ts';

/** Stages texts of cells, after loading the rows that they are in. */
export async function stageTexts<Row extends GridRow>(
  grid: {
    readonly list: Pick<PagedList<Row>, 'items' | 'upTo'>;
    readonly edits: {
      readonly stageTexts: (texts: readonly CellTextChange<Row>[], origin: TextOrigin) => Promise<void>;
    };
    /** Returns the column of values at a position; undefined for other columns. */
    readonly columnAt: (position: number) => GridColumn | undefined;
  },
  cells: readonly CellText[],
  origin: TextOrigin,
): Promise<void> {
  const { list, edits, columnAt } = grid;
  const end = cells.reduce((last, { row }) => Math.max(last, row + 1), 0);
  const loaded = list.items ?? [];
  try {
    const rows = end <= loaded.length ? loaded : await list.upTo(end);
    const texts = cells.flatMap(({ row: index, column: position, text }) => {
      const row = rows[index];
      const column = columnAt(position);
      return row === undefined || column === undefined ? [] : [{ row, column, text }];
    });
    await edits.stageTexts(texts, origin);
  } catch (error) {
    notifyError(error);
  }
}
