import { memo, useMemo, useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { cellStyle } from './sheet-row.tsx';
import type { RowSelectionProps, SheetProps } from './sheet-types.ts';
import type { SheetLayout } from './use-sheet-layout.ts';
import { columnsToRender } from './virtual-columns.ts';

/** Shows the titles of the columns in view. */
export const SheetHeader = memo(function SheetHeader(
  props: Pick<SheetLayout, 'columns' | 'left' | 'right'> & {
    /** The column of the active cell. */
    readonly active: number;
    readonly headMenu: SheetProps<unknown>['headMenu'];
    /** Loaded rows that are ticked; null where rows have no checkboxes. */
    readonly ticked: RowSelectionProps<unknown>['loaded'] | null;
  },
) {
  const { columns, left, right, active, headMenu, ticked } = props;
  const [focused, setFocused] = useState<number | null>(null);
  // The focused title is always drawn, so that the focus stays.
  const titles = useMemo(
    () => columnsToRender(columns, { left, right }, focused === null ? [active] : [active, focused]),
    [columns, left, right, active, focused],
  );
  return (
    <div
      role="rowgroup"
      className="sheet-head"
      onFocus={({ target }) => {
        const title = target.closest<HTMLElement>('.sheet-title')?.dataset.column;
        setFocused(title === undefined ? null : Number(title));
      }}
      onBlur={() => setFocused(null)}
    >
      <div role="row" tabIndex={-1} aria-rowindex={1} className="sheet-titles">
        {ticked === null ? null : <SelectAllCheckbox loaded={ticked} />}
        {titles.map(({ column, gap }) => (
          <div
            key={column.key}
            role="columnheader"
            tabIndex={-1}
            className="sheet-title"
            aria-colindex={column.position + (ticked === null ? 1 : 2)}
            // Only the first sort key is set: assistive technology takes the rows to be in the order of this column.
            aria-sort={(column.sorted?.place ?? 1) === 1 ? column.sorted?.direction : undefined}
            data-column={column.position}
            data-number={column.isNumber || undefined}
            data-pinned={column.pinned}
            style={cellStyle(column, gap)}
          >
            {headMenu(column)}
          </div>
        ))}
      </div>
    </div>
  );
});

/** Shows the checkbox that ticks all loaded rows. */
function SelectAllCheckbox({ loaded }: { readonly loaded: RowSelectionProps<unknown>['loaded'] }) {
  return (
    <div role="columnheader" tabIndex={-1} className="sheet-title sheet-tick" aria-colindex={1}>
      <input
        ref={(box) => {
          if (box !== null) box.indeterminate = loaded === 'some';
        }}
        type="checkbox"
        aria-label={t('Select all loaded')}
        checked={loaded === 'all'}
        readOnly
      />
    </div>
  );
}
