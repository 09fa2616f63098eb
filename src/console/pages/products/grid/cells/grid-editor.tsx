import type { GridColumn } from '../../../../catalogue/columns/grid-column.ts';
import { CellEditor } from '../../../../catalogue/grid/cells/cell-editor.tsx';
import { stagedCellKey } from '../../../../catalogue/grid/edits/staged-cells.ts';
import type { GridProduct } from '../../../../catalogue/search/grid-documents.ts';
import { isEditable } from '../../../../catalogue/values/cell-value.ts';
import { t } from '../../../../i18n/translate.ts';
import type { EditorProps } from '../../../../ui/sheet/sheet-types.ts';
import type { ProductGridProps } from '../grid-props.ts';
import { isAxis, unavailableReason } from './cell-availability.ts';
import { StatusEditor } from './status-editor.tsx';

/** Returns the editor of a cell; null where there is nothing to edit. */
export function gridEditor(
  { model, row, edits, setStatus }: ProductGridProps,
  product: GridProduct,
  column: GridColumn | undefined,
  editor: EditorProps,
) {
  if (column === undefined) return null;
  if (column.key === '.status')
    return (
      <StatusEditor
        {...editor}
        status={product.status}
        onChoose={(status) => void setStatus(product, status)}
      />
    );
  if (column.cell === null || !isEditable(column.cell.attribute)) return null;
  if (unavailableReason(product, column.cell, model) !== null) return null;
  return (
    <CellEditor
      {...editor}
      source={edits.source}
      row={product}
      column={column}
      page={{ channel: row.channel, locale: row.locale }}
      mayOverride={!isAxis(product, column.cell.attribute, model)}
      staged={edits.staged.get(stagedCellKey(product.id, column))?.text ?? null}
      onCommit={(input, baseCell) => void edits.commit(baseCell, column, input)}
    />
  );
}

/** Returns the reason why a value has no editor in the grid; null for columns without values. */
export function whyNotEdited(
  { model }: ProductGridProps,
  product: GridProduct,
  column: GridColumn | undefined,
): string | null {
  const cell = column?.cell ?? null;
  if (cell === null) return null;
  return (
    unavailableReason(product, cell, model) ??
    (cell.attribute.readOnly
      ? t('This attribute is read-only.')
      : t('Press Enter to edit on the product page.'))
  );
}
