import { type Ref, useCallback } from 'react';
import { FALSE, TRUE } from '../../../catalogue/values/cell-value.ts';
import { OptionEditor } from '../../../catalogue/values/option-editor.tsx';
import { t } from '../../../i18n/translate.ts';
import { GripIcon } from '../../../ui/icons.ts';
import { useRowDrag } from '../../../ui/order/use-row-drag.ts';
import type { CellText } from '../../../ui/sheet/paste-and-fill.ts';
import { Sheet } from '../../../ui/sheet/sheet.tsx';
import type {
  EditorProps,
  RowSelectionProps,
  SheetColumn,
  SheetHandle,
  SheetProps,
} from '../../../ui/sheet/sheet-types.ts';
import { TextEditor } from '../../../ui/sheet/text-editor.tsx';
import { formatValue } from '../content/option-cell.ts';
import { cellValue, type OptionColumn } from '../content/option-values.ts';
import { type CellScope, optionCell } from './option-cells.tsx';
import { ADDING_ROW, labelOfRow, type OptionRow } from './option-rows.ts';
import { SwatchEditor } from './swatch-editor.tsx';

export interface OptionSheetProps {
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly OptionRow[];
  readonly scope: CellScope;
  readonly mayEdit: boolean;
  /** Changes cells; the last row creates an option of them. */
  readonly onTexts: (
    texts: readonly { readonly row: OptionRow; readonly column: string; readonly text: string }[],
  ) => void;
  readonly onPaste: SheetProps<OptionRow>['onPaste'];
  readonly onMove: SheetProps<OptionRow>['onMove'];
  /** Moves an option before another one; the number of rows is the end. It is undefined where options stay. */
  readonly onDrop: ((row: number, before: number) => void) | undefined;
  /** Keeps the own value of a cell that somebody else changed. */
  readonly onKeep: (row: OptionRow, column: string) => void;
  readonly onEnd: SheetProps<OptionRow>['onEnd'];
  readonly ticks: RowSelectionProps<OptionRow> | undefined;
  readonly handle: Ref<SheetHandle>;
}

const DROP_ATTRIBUTES = {
  before: { 'data-drop': 'before' },
  after: { 'data-drop': 'after' },
  into: undefined,
};

const GRIP = (
  <span className="ordered-grip" draggable aria-hidden="true">
    <GripIcon />
  </span>
);

const YES_NO = [TRUE, FALSE].map((label) => ({ code: label, label, names: [] }));

/** Shows the options of a set as a sheet, whose last row adds one. */
export function OptionSheet(props: OptionSheetProps) {
  const { columns, scope, mayEdit, onTexts, onKeep } = props;
  const onDrop = mayEdit ? props.onDrop : undefined;
  const drag = useRowDrag(
    onDrop === undefined
      ? null
      : (row, target) => {
          if (target.row !== undefined)
            onDrop(Number(row), Number(target.row) + (target.side === 'after' ? 1 : 0));
        },
  );
  const rows = props.rows;
  const keyOfColumn = (position: number) => columns[position]?.key ?? '';
  const cellOf = useCallback(
    (row: OptionRow, position: number) =>
      optionCell(row, columns[position]?.key ?? '', position === 0, scope),
    [columns, scope],
  );
  return (
    <Sheet
      label={t('Options')}
      columns={columns}
      rows={rows}
      count={rows.length}
      keyOf={({ code }) => code}
      cellOf={cellOf}
      headMenu={({ title }) => (
        <span className="sheet-head-button">
          <span className="sheet-title-text">{title}</span>
        </span>
      )}
      editorOf={(row, position, editor) =>
        mayEdit
          ? optionEditor(row, columns[position], scope, editor, (text) =>
              onTexts([{ row, column: keyOfColumn(position), text }]),
            )
          : null
      }
      onOpen={() => undefined}
      whyNotEdited={(row, position) => (mayEdit ? whyNotEdited(row, keyOfColumn(position)) : null)}
      onTexts={(cells: readonly CellText[]) => {
        if (!mayEdit) return;
        onTexts(
          cells.flatMap(({ row: index, column, text }) => {
            const row = rows[index];
            return row === undefined ? [] : [{ row, column: keyOfColumn(column), text }];
          }),
        );
      }}
      onPaste={(...paste) => mayEdit && props.onPaste(...paste)}
      onMove={mayEdit ? props.onMove : undefined}
      drag={
        onDrop === undefined
          ? undefined
          : {
              handlers: drag.handlers,
              grip: GRIP,
              attributesOf: (row) =>
                drag.target?.row === String(row) ? DROP_ATTRIBUTES[drag.target.side] : undefined,
            }
      }
      onKeep={(row, position) => onKeep(row, keyOfColumn(position))}
      handle={props.handle}
      ticks={props.ticks}
      onEnd={props.onEnd}
    />
  );
}

/** Returns the editor of a cell; null where there is nothing to edit. */
function optionEditor(
  row: OptionRow,
  column: SheetColumn | undefined,
  { locales }: CellScope,
  editor: EditorProps,
  onCommit: (text: string) => void,
) {
  if (column === undefined || column.key === 'products') return null;
  if (column.key === 'code' && row.stored !== null) return null;
  const label = t('{column} of {name}', {
    column: column.title,
    name: labelOfRow(row, locales) || t('a new option'),
  });
  if (column.key === 'active')
    return (
      <OptionEditor
        {...editor}
        label={label}
        options={YES_NO}
        chosen={[row.values.active ? TRUE : FALSE]}
        isMany={false}
        startsAtChosen
        onCommit={([choice]) => onCommit(choice?.code ?? '')}
      />
    );
  if (column.key === 'swatch')
    return <SwatchEditor row={row} label={label} editor={editor} onCommit={onCommit} />;
  return (
    <TextEditor
      {...editor}
      label={label}
      text={column.key === 'code' ? row.code : formatValue(cellValue(row.values, column.key as OptionColumn))}
      isLong={false}
      isNumber={false}
      isStaged={false}
      onCommit={onCommit}
    />
  );
}

function whyNotEdited(row: OptionRow, column: string): string | null {
  if (row === ADDING_ROW) return null;
  if (column === 'code') return t('The code cannot be changed any more.');
  return column === 'products' ? t('The number of products is counted.') : null;
}
