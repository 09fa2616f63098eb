import { localeTag, t } from '../../../i18n/translate.ts';
import { joinLabels } from '../../../ui/labels/code-label.tsx';
import type { SheetCell } from '../../../ui/sheet/sheet-types.ts';
import type { GridSchema } from '../../columns/column-documents.ts';
import type { CellRef, GridColumn } from '../../columns/grid-column.ts';
import { formatNumericValue } from '../../values/cell-value.ts';
import { OptionValue } from '../../values/option-value.tsx';
import { type StagedCells, stagedCellKey } from '../edits/staged-cells.ts';
import { UniqueValueOwner } from '../edits/unique-value-owner.tsx';
import type { GridRow, GridSource, RowValue } from '../grid-source.ts';
import { cellText, findValue, isInherited } from './cell-values.ts';

/** Returns a text that may not fit into its cell, to be read when the mouse is over it. */
export const overflowNote = (text: string, fits = 24): string | undefined =>
  text.length > fits ? text : undefined;

/** Returns the cell of a value: what is typed and not saved, or the stored value with its mark. */
export function valueCell<Row extends GridRow>(
  source: Pick<GridSource<Row>, 'unavailableReason' | 'ObjectLink'>,
  row: Row,
  column: GridColumn,
  cell: CellRef,
  context: {
    readonly schema: GridSchema;
    readonly staged: StagedCells;
    readonly waiting: StagedCells;
    /** Returns true if the value is empty and required. */
    readonly isMissing: () => boolean;
  },
): SheetCell {
  const { schema, staged, waiting, isMissing } = context;
  const key = stagedCellKey(row.id, column);
  const change = staged.get(key);
  if (change !== undefined)
    return {
      text: change.text,
      content: formatNumericValue(change.value, cell, localeTag) ?? undefined,
      tone: !waiting.has(key) ? undefined : change.reason === null ? 'staged' : 'refused',
      note: change.reason ?? undefined,
      remedy: <UniqueValueOwner source={source} cell={change} />,
    };
  const value = findValue(row, cell);
  const text = cellText(row, column);
  const notHere = source.unavailableReason(row, cell, schema);
  if (value === undefined || text === '') {
    if (notHere !== null) return { text: '', tone: 'none', note: notHere };
    return { text: '', ...(isMissing() ? { tone: 'missing', note: t('Required, and empty') } : {}) };
  }
  return {
    text,
    content: contentOf(value, text, cell),
    ...(isInherited(row, cell)
      ? { tone: 'inherited', note: t('From the model above') }
      : { note: notHere ?? overflowNote(text) }),
  };
}

/** The types whose values are shown by labels, and by codes where there are none. */
const LABELLED: ReadonlySet<string> = new Set(['SELECT', 'MULTI_SELECT', 'ENTITY', 'ENTITY_LIST']);

/** Returns the content of a cell for a value; the text that is copied and edited is plainer. */
function contentOf(value: RowValue, text: string, cell: CellRef) {
  const { attribute } = cell;
  const number = formatNumericValue(value.json, cell, localeTag);
  if (number !== null) return number;
  if (attribute.type === 'BOOLEAN' || attribute.type === 'DATETIME') return text;
  if (!LABELLED.has(attribute.type)) return value.display;
  const labels = joinLabels(value.display);
  return attribute.optionSet === null ? (
    labels
  ) : (
    <OptionValue set={attribute.optionSet.code} value={value.json}>
      {labels}
    </OptionValue>
  );
}
