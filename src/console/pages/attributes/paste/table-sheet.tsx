import { Button } from '@mantine/core';
import { type Ref, useMemo } from 'react';
import {
  ATTRIBUTE_TYPES,
  attributeTypeIcon,
  attributeTypeLabel,
} from '../../../catalogue/model/attributes/attribute-types.ts';
import { OptionEditor } from '../../../catalogue/values/option-editor.tsx';
import { t } from '../../../i18n/translate.ts';
import type { CellBlock } from '../../../ui/sheet/clipboard.ts';
import type { Position } from '../../../ui/sheet/selection.ts';
import { Sheet } from '../../../ui/sheet/sheet.tsx';
import type { EditorProps, SheetCell, SheetColumn, SheetHandle } from '../../../ui/sheet/sheet-types.ts';
import { TextEditor } from '../../../ui/sheet/text-editor.tsx';
import { labelColumn } from './table-columns.ts';
import type { CellFault, ReadRow, TableRow } from './table-model.ts';

const TYPES = Object.values(ATTRIBUTE_TYPES).map(({ label }) => ({ code: label, label, names: [] }));

/** A row of the sheet: what it has, and how it is read. The last row is empty. */
interface SheetRow {
  readonly index: number;
  readonly texts: TableRow;
  readonly read: ReadRow | undefined;
  /** Reasons of the server why cells cannot be saved, by column. */
  readonly rejections: ReadonlyMap<string, string>;
}

export type TextChange = { readonly row: number; readonly column: string; readonly text: string };

/** Shows a table of attributes as a sheet; every cell can be changed. */
export function TableSheet(props: {
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly TableRow[];
  readonly reads: readonly ReadRow[];
  /** Reasons of the server, by row and column. */
  readonly rejections: ReadonlyMap<number, ReadonlyMap<string, string>>;
  readonly locale: string;
  readonly mayEdit: boolean;
  readonly onTexts: (changes: readonly TextChange[]) => void;
  readonly onPaste: (block: CellBlock, at: Position) => void;
  readonly handle: Ref<SheetHandle>;
}) {
  const { columns, rows, reads, rejections, locale, mayEdit, onTexts, onPaste, handle } = props;
  const sheetRows = useMemo(
    () =>
      [...rows, {}].map(
        (texts, index): SheetRow => ({
          index,
          texts,
          read: reads[index],
          rejections: rejections.get(index) ?? NO_REJECTIONS,
        }),
      ),
    [rows, reads, rejections],
  );
  const keyAt = (position: number) => columns[position]?.key ?? '';
  const change = (row: SheetRow, column: string, text: string) => onTexts([{ row: row.index, column, text }]);
  const nameOf = ({ read }: SheetRow) => read?.plan.labels[locale] ?? read?.plan.code ?? t('a new attribute');
  const editorOf = (row: SheetRow, position: number, editor: EditorProps) => {
    if (!mayEdit) return null;
    const key = keyAt(position);
    const label = t('{column} of {name}', { column: columns[position]?.title ?? '', name: nameOf(row) });
    const text = row.texts[key] ?? '';
    return key === 'type' ? (
      <OptionEditor
        {...editor}
        label={label}
        options={TYPES}
        chosen={[row.read === undefined ? '' : attributeTypeLabel(row.read.plan.type)]}
        isMany={false}
        startsAtChosen
        onCommit={([choice]) => change(row, key, choice?.code ?? '')}
      />
    ) : (
      <TextEditor
        {...editor}
        label={label}
        text={text}
        isLong={false}
        isNumber={false}
        isStaged={false}
        onCommit={(next) => change(row, key, next)}
      />
    );
  };
  return (
    <Sheet
      label={t('Pasted attributes')}
      columns={columns}
      rows={sheetRows}
      count={sheetRows.length}
      keyOf={({ index }) => String(index)}
      cellOf={(row, position) =>
        cellOf(row, keyAt(position), labelColumn(locale), (text) => change(row, keyAt(position), text))
      }
      headMenu={({ title, hint }) => (
        <span className="sheet-head-button">
          <span className="sheet-title-text">
            {title}
            {hint === undefined ? null : <span className="sheet-hint"> {hint}</span>}
          </span>
        </span>
      )}
      editorOf={editorOf}
      onOpen={() => undefined}
      whyNotEdited={() => (mayEdit ? null : t('You may no longer edit. What you typed is kept here.'))}
      onTexts={(cells) =>
        onTexts(cells.map(({ row, column, text }) => ({ row, column: keyAt(column), text })))
      }
      onPaste={(block, at) => {
        onPaste(block, at);
        return true;
      }}
      onKeep={() => undefined}
      handle={handle}
      onEnd={() => undefined}
    />
  );
}

const NO_REJECTIONS: ReadonlyMap<string, string> = new Map();

function cellOf(
  { texts, read, rejections }: SheetRow,
  column: string,
  main: string,
  onFix: (text: string) => void,
): SheetCell {
  const text = texts[column] ?? '';
  if (read === undefined)
    return column === main
      ? { text, content: <span className="quiet">{t('Paste rows, or enter a label')}</span> }
      : { text };
  const fault = read.faults.get(column) ?? rejectionOf(rejections.get(column));
  if (fault !== undefined)
    return { text, tone: 'refused', note: fault.message, remedy: <Fix fault={fault} onFix={onFix} /> };
  if (column === 'type' && read.kind !== 'empty')
    return { text, content: <TypeCell read={read} text={text} /> };
  if (column === 'code' && text === '')
    return { text, content: <span className="quiet">{read.plan.code}</span> };
  if (column === 'group' && read.newGroup !== null)
    return { text, tone: 'staged', note: t('This group is created.') };
  return { text, tone: read.kind === 'new' && column === main ? 'staged' : undefined };
}

const rejectionOf = (message: string | undefined): CellFault | undefined =>
  message === undefined ? undefined : { message };

/** Shows the type of a row; in quiet ink where the label suggests it. */
function TypeCell({ read, text }: { readonly read: ReadRow; readonly text: string }) {
  const Icon = attributeTypeIcon(read.plan.type);
  return (
    <span className={text === '' ? 'option-label quiet' : 'option-label'}>
      <Icon />
      {attributeTypeLabel(read.plan.type)}
    </span>
  );
}

function Fix({
  fault: { fix },
  onFix,
}: {
  readonly fault: CellFault;
  readonly onFix: (text: string) => void;
}) {
  return fix === undefined ? null : (
    <Button size="compact-xs" variant="default" onClick={() => onFix(fix.value)}>
      {fix.label}
    </Button>
  );
}
