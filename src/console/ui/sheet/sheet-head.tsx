import { memo } from 'react';
import { t } from '../../language/t.ts';
import type { DrawnColumn } from './columns-in-view.ts';
import { placeOf } from './sheet-row.tsx';
import type { RowTicks, SheetProps } from './sheet-types.ts';

/** Shows the titles of the columns that are drawn. */
export const SheetHead = memo(function SheetHead(props: {
  readonly columns: readonly DrawnColumn[];
  readonly headMenu: SheetProps<unknown>['headMenu'];
  /** Loaded rows that are ticked; null where rows have no checkboxes. */
  readonly ticked: RowTicks<unknown>['loaded'] | null;
}) {
  const { columns, headMenu, ticked } = props;
  return (
    <div role="row" tabIndex={-1} aria-rowindex={1} className="sheet-titles">
      {ticked === null ? null : <TickAll loaded={ticked} />}
      {columns.map(({ column, gap }) => (
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
          style={placeOf(column, gap)}
        >
          {headMenu(column)}
        </div>
      ))}
    </div>
  );
});

/** Shows the checkbox that ticks all loaded rows. */
function TickAll({ loaded }: { readonly loaded: RowTicks<unknown>['loaded'] }) {
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
