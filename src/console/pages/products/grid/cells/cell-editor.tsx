import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { GridColumn } from '../../../../catalogue/columns/grid-column.ts';
import type { GridProduct, RowVariables } from '../../../../catalogue/search/grid-documents.ts';
import { type CellOption, FALSE, TRUE } from '../../../../catalogue/values/cell-value.ts';
import { OptionEditor } from '../../../../catalogue/values/option-editor.tsx';
import { optionsQuery } from '../../../../catalogue/values/options-query.ts';
import { lazyComponent } from '../../../../ui/lazy-component.tsx';
import type { EditorProps } from '../../../../ui/sheet/sheet-types.ts';
import { TextEditor } from '../../../../ui/sheet/text-editor.tsx';
import { cellText, findValue, isInherited } from './cell-values.ts';
import type { WriteTarget } from './inherited-value-prompt.tsx';

const InheritedValuePrompt = lazyComponent(
  async () => (await import('./inherited-value-prompt.tsx')).InheritedValuePrompt,
  null,
);

/** A change of a cell by hand; options come with their value. */
export interface CellEdit {
  readonly target: WriteTarget;
  readonly text: string;
  readonly value?: unknown;
}

type Props = EditorProps & {
  readonly product: GridProduct;
  readonly column: GridColumn;
  readonly page: Pick<RowVariables, 'channel' | 'locale'>;
  /** True if the product can have another value than the model that it inherits from. */
  readonly mayOverride: boolean;
  /** Text that is typed and not saved. */
  readonly staged: string | null;
  /** Called with the product as it was when the editor opened: the typed text replaces the value that was seen then. */
  readonly onCommit: (input: CellEdit, product: GridProduct) => void;
};

/** Edits a cell by the type of its attribute; of an inherited value it asks first where. */
export function CellEditor(props: Props) {
  const { product, column, staged } = props;
  const { cell } = column;
  const [seen] = useState(product);
  const [target, setTarget] = useState<WriteTarget | null>(null);
  if (cell === null) return null;
  if (target === null && staged === null && isInherited(product, cell))
    return (
      <>
        <span className="sheet-text">{cellText(product, column)}</span>
        <InheritedValuePrompt {...props} cell={cell} onChoose={setTarget} />
      </>
    );
  return <TypedEditor {...props} product={seen} target={target ?? seen} />;
}

const BOOLEANS: readonly CellOption[] = [
  { code: 'true', label: TRUE, names: [] },
  { code: 'false', label: FALSE, names: [] },
];

function TypedEditor(props: Props & { readonly target: WriteTarget }) {
  const { product, column, page, staged, target, typed: initialInput, onDone, onCommit } = props;
  const { attribute } = column.cell ?? {};
  const isMany = attribute?.type === 'MULTI_SELECT';
  const isBoolean = attribute?.type === 'BOOLEAN';
  const set = attribute?.optionSet?.code;
  const options = useQuery({ ...optionsQuery(set ?? '', page.locale), enabled: set !== undefined });
  if (column.cell === null || attribute === undefined) return null;
  const value = findValue(product, column.cell)?.json;
  if (set === undefined && !isBoolean)
    return (
      <TextEditor
        label={column.title}
        text={staged ?? cellText(product, column)}
        typed={initialInput}
        isLong={attribute.type === 'TEXTAREA'}
        isStaged={staged !== null}
        isNumber={column.isNumber}
        onCommit={(text) => onCommit({ target, text }, product)}
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
        onCommit({ target, text, value: isMany ? codes : isBoolean ? first === 'true' : first }, product);
      }}
      onDone={onDone}
    />
  );
}
