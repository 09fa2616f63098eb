import type { MouseEvent } from 'react';
import { t } from '../../../i18n/translate.ts';
import { DownIcon, UpIcon } from '../../../ui/icons.ts';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import type { SheetColumn } from '../../../ui/sheet/sheet-types.ts';
import { addSortKey, parseSort, removeSortKey, toggleSortDirection } from '../../search/sort.ts';

/** Pixels by which *Wider* and *Narrower* change a column. */
const RESIZE_STEP = 40;

/** Field of a column to sort by, and the present sort of the whole list. */
interface Sorting {
  readonly by: string;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

/** Shows the title of a column, with what can be done to it; its edge can be dragged. */
export function ColumnHeaderMenu(props: {
  readonly column: SheetColumn;
  /** It is null for columns that products cannot be sorted by. */
  readonly sorting: Sorting | null;
  /** It is undefined for columns that stay where they are. */
  readonly onMove?: ((by: number) => void) | undefined;
  readonly onPin?: (() => void) | undefined;
  readonly onResize?: ((width: number) => void) | undefined;
  readonly onFilter?: (() => void) | undefined;
  readonly onRemove?: (() => void) | undefined;
}) {
  const { column, sorting, onMove, onPin, onResize, onFilter, onRemove } = props;
  const { title, hint, width, sorted } = column;
  const titleContent = (
    <>
      <span className="sheet-title-text">{title}</span>{' '}
      {hint === undefined ? null : <span className="sheet-hint">{hint}</span>}
      {sorted === undefined ? null : (
        <span className="sheet-sorted" data-place={sorted.place}>
          {sorted.direction === 'ascending' ? <UpIcon /> : <DownIcon />}
        </span>
      )}
    </>
  );
  const startResize = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const { clientX } = event;
    const end = (last: globalThis.MouseEvent) => {
      window.removeEventListener('mouseup', end);
      onResize?.(width + last.clientX - clientX);
    };
    window.addEventListener('mouseup', end);
  };
  if (sorting === null && onResize === undefined && onFilter === undefined)
    return <span className="sheet-head-button">{titleContent}</span>;
  return (
    <>
      <Menu
        label={columnAriaLabel(column)}
        className="sheet-head-button"
        button={titleContent}
        onShiftClick={
          sorting === null ? undefined : () => sorting.onSort(toggleSortDirection(sorting.sort, sorting.by))
        }
      >
        {sorting === null ? null : <SortItems {...sorting} />}
        {onFilter === undefined ? null : <MenuItem onClick={onFilter}>{t('Filter by this column')}</MenuItem>}
        {onMove === undefined ? null : (
          <>
            <MenuItem onClick={() => onMove(-1)}>{t('Move left')}</MenuItem>
            <MenuItem onClick={() => onMove(1)}>{t('Move right')}</MenuItem>
          </>
        )}
        {onPin === undefined ? null : (
          <MenuItem onClick={onPin}>{column.isPinned ? t('Unpin') : t('Pin')}</MenuItem>
        )}
        {onResize === undefined ? null : (
          <>
            <MenuItem onClick={() => onResize(width + RESIZE_STEP)}>{t('Wider')}</MenuItem>
            <MenuItem onClick={() => onResize(width - RESIZE_STEP)}>{t('Narrower')}</MenuItem>
          </>
        )}
        {onRemove === undefined ? null : <MenuItem onClick={onRemove}>{t('Hide column')}</MenuItem>}
      </Menu>
      {onResize === undefined ? null : (
        <span className="sheet-resize" aria-hidden="true" onMouseDown={startResize} />
      )}
    </>
  );
}

/**
 * Returns the name of a column as it is read aloud: also its position among the keys of the sort, which the title shows
 * as a number.
 */
function columnAriaLabel({ title, hint, sorted }: SheetColumn): string {
  const name = hint === undefined ? title : `${title} ${hint}`;
  const sortPosition = sorted?.place ?? null;
  if (sorted === undefined || sortPosition === null) return name;
  return sorted.direction === 'ascending'
    ? t('{name}, sort key {place}, ascending', { name, place: sortPosition })
    : t('{name}, sort key {place}, descending', { name, place: sortPosition });
}

function SortItems({ by, sort, onSort }: Sorting) {
  const next = sort === '' ? undefined : addSortKey(sort, by);
  return (
    <>
      <MenuItem onClick={() => onSort(by)}>{t('Sort ascending')}</MenuItem>
      <MenuItem onClick={() => onSort(`-${by}`)}>{t('Sort descending')}</MenuItem>
      {next === undefined ? null : <MenuItem onClick={() => onSort(next)}>{t('Then sort by this')}</MenuItem>}
      {parseSort(sort).some((key) => key.by === by) ? (
        <MenuItem onClick={() => onSort(removeSortKey(sort, by))}>{t('Do not sort by this')}</MenuItem>
      ) : null}
    </>
  );
}
