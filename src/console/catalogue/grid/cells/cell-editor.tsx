import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EditorProps } from '../../../ui/sheet/sheet-types.ts';
import { TextEditor } from '../../../ui/sheet/text-editor.tsx';
import type { GridColumn } from '../../columns/grid-column.ts';
import type { RowVariables } from '../../search/grid-documents.ts';
import { type CellOption, FALSE, TRUE } from '../../values/cell-value.ts';
import { OptionEditor } from '../../values/option-editor.tsx';
import { optionsQuery } from '../../values/options-query.ts';
import type { GridRow, GridSource, WriteTarget } from '../grid-source.ts';
import { cellText, findValue, isInherited } from './cell-values.ts';

/** A change of a cell by hand; options come with their value. */
export interface CellEdit {
  readonly target: WriteTarget;
  readonly text: string;
  readonly value?: unknown;
}

type Props<Row extends GridRow> = EditorProps & {
  readonly source: Pick<GridSource<Row>, 'codeOf' | 'InheritedPrompt'>;
  readonly row: Row;
  readonly column: GridColumn;
  readonly page: Pick<RowVariables, 'channel' | 'locale'>;
  /** True if the row can have another value than the one that it inherits. */
  readonly mayOverride: boolean;
  /** Text that is typed and not saved. */
  readonly staged: string | null;
  /** Called with the row as it was when the editor opened: the typed text replaces the value that was seen then. */
  readonly onCommit: (input: CellEdit, row: Row) => void;
};

/** Edits a cell by the type of its attribute; of an inherited value it asks first where. */
export function CellEditor<Row extends GridRow>(props: Props<Row>) {
  const { source, row, column, staged } = props;
  const { cell } = column;
  const [seen] = useState(row);
  const [target, setTarget] = useState<WriteTarget | null>(null);
  if (cell === null) return null;
  const { InheritedPrompt } = source;
  if (InheritedPrompt !== undefined && target === null && staged === null && isInherited(row, cell))
    return (
      <>
        <span className="sheet-text">{cellText(row, column)}</span>
        <InheritedPrompt {...props} cell={cell} onChoose={setTarget} />
      </>
    );
  return <TypedEditor {...props} row={seen} target={target ?? targetOf(source, seen)} />;
}

const targetOf = <Row extends GridRow>(source: Pick<GridSource<Row>, 'codeOf'>, row: Row): WriteTarget => ({
  id: row.id,
  code: source.codeOf(row),
  version: row.version,
});

const BOOLEANS: readonly CellOption[] = [
  { code: 'true', label: TRUE, names: [] },
  { code: 'false', label: FALSE, names: [] },
];

function TypedEditor<Row extends GridRow>(props: Props<Row> & { readonly target: WriteTarget }) {
  const { row, column, page, staged, target, typed: initialInput, onDone, onCommit } = props;
  const { attribute } = column.cell ?? {};
  const isMany = attribute?.type === 'MULTI_SELECT';
  const isBoolean = attribute?.type === 'BOOLEAN';
  const set = attribute?.optionSet?.code;
  const options = useQuery({ ...optionsQuery(set ?? '', page.locale), enabled: set !== undefined });
  if (column.cell === null || attribute === undefined) return null;
  const value = findValue(row, column.cell)?.json;
  if (set === undefined && !isBoolean)
    return (
      <TextEditor
        label={column.title}
        text={staged ?? cellText(row, column)}
        typed={initialInput}
        isLong={attribute.type === 'TEXTAREA'}
        isStaged={staged !== null}
        isNumber={column.isNumber}
        onCommit={(text) => onCommit({ target, text }, row)}
        onDone={onDone}
      />
    );
  const selectedValues = (Array.isArray(value) ? value : [value]).filter(
    (one) => one !== null && one !== undefined,
  );
  return (
    <OptionEditor
      label={column.title}
      options={isBoolean ? BOOLEANS : options.data}
      // The stored option, too, is a change of the typed and unsaved one.
      chosen={staged !== null && !isMany ? [] : selectedValues.map(String)}
      isMany={isMany}
      typed={initialInput}
      onCommit={(selectedOptions) => {
        const codes = selectedOptions.map(({ code }) => code);
        const [first = null] = codes;
        const text = selectedOptions.map(({ label }) => label).join(', ');
        onCommit({ target, text, value: isMany ? codes : isBoolean ? first === 'true' : first }, row);
      }}
      onDone={onDone}
    />
  );
}
