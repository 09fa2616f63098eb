import { type Ref, useCallback } from 'react';
import { t } from '../../i18n/translate.ts';
import type { CellText } from '../../ui/sheet/paste-and-fill.ts';
import { Sheet } from '../../ui/sheet/sheet.tsx';
import type { SheetColumn, SheetHandle, SheetProps } from '../../ui/sheet/sheet-types.ts';
import { TextEditor } from '../../ui/sheet/text-editor.tsx';
import { isLocaleColumn, labelCell } from './label-columns.ts';
import { type LabelRow, labelOfRow, nameOfRow } from './label-rows.ts';
import type { LabelSource } from './label-source.ts';

interface LabelSheetProps {
  readonly source: LabelSource;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly LabelRow[];
  /** Number of rows, with those that are not loaded. */
  readonly count: number;
  readonly locales: readonly string[];
  /** Reasons why labels cannot be saved, by object. */
  readonly faults: ReadonlyMap<string, string>;
  readonly mayEdit: (row: LabelRow) => boolean;
  /** Changes labels of loaded rows. */
  readonly onText: (row: LabelRow, locale: string, text: string) => void;
  readonly onTexts: (cells: readonly CellText[]) => void;
  readonly onPaste: SheetProps<LabelRow>['onPaste'];
  /** Keeps the own label where somebody else gave another one. */
  readonly onKeep: (row: LabelRow, locale: string) => void;
  readonly onEnd: () => void;
  readonly handle: Ref<SheetHandle>;
}

/** Shows objects as a sheet with a column of texts for each locale. */
export function LabelSheet(props: LabelSheetProps) {
  const { source, columns, rows, locales, faults, mayEdit, onText, onKeep } = props;
  const keyOfColumn = (position: number) => columns[position]?.key ?? '';
  const cellOf = useCallback(
    (row: LabelRow, position: number) => labelCell(row, columns[position]?.key ?? '', source, faults),
    [source, columns, faults],
  );
  return (
    <Sheet
      label={source.label}
      columns={columns}
      rows={rows}
      count={props.count}
      keyOf={({ key }) => key}
      cellOf={cellOf}
      headMenu={({ title }) => (
        <span className="sheet-head-button">
          <span className="sheet-title-text">{title}</span>
        </span>
      )}
      editorOf={(row, position, editor) => {
        const column = columns[position];
        if (column === undefined || !isLocaleColumn(column.key) || !mayEdit(row)) return null;
        return (
          <TextEditor
            {...editor}
            label={t('{column} of {name}', { column: column.title, name: nameOfRow(row, locales) })}
            text={labelOfRow(row, column.key)}
            isLong={false}
            isNumber={false}
            isStaged={false}
            onCommit={(text) => onText(row, column.key, text)}
          />
        );
      }}
      onOpen={() => undefined}
      whyNotEdited={(row, position) => {
        if (!mayEdit(row)) return t('Your role cannot change this label.');
        return isLocaleColumn(keyOfColumn(position)) ? null : t('Only labels are changed here.');
      }}
      onTexts={props.onTexts}
      onPaste={props.onPaste}
      onKeep={(row, position) => onKeep(row, keyOfColumn(position))}
      handle={props.handle}
      onEnd={props.onEnd}
    />
  );
}
