import type { MouseEvent } from 'react';
import { t } from '../../../language/t.ts';
import { DownIcon, UpIcon } from '../../../ui/icons.ts';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import type { SheetColumn } from '../sheet/sheet-types.ts';

/** How many pixels *Wider* and *Narrower* change a column by. */
const STEP = 40;

/** The title of a column, with what can be done to it; its edge can be dragged. */
export function HeadMenu(props: {
  readonly column: SheetColumn;
  readonly onSort?: ((direction: 'ascending' | 'descending') => void) | undefined;
  /** Undefined for columns that stay where they are. */
  readonly onMove?: ((by: number) => void) | undefined;
  readonly onResize?: ((width: number) => void) | undefined;
  readonly onRemove?: (() => void) | undefined;
}) {
  const { column, onSort, onMove, onResize, onRemove } = props;
  const { title, hint, width, sorted } = column;
  const words = (
    <>
      <span className="sheet-title-text">{title}</span>{' '}
      {hint === undefined ? null : <span className="sheet-hint">{hint}</span>}
      {sorted === undefined ? null : sorted === 'ascending' ? <UpIcon /> : <DownIcon />}
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
  if (onSort === undefined && onResize === undefined)
    return <span className="sheet-head-button">{words}</span>;
  return (
    <>
      <Menu
        label={hint === undefined ? title : `${title} ${hint}`}
        className="sheet-head-button"
        button={words}
      >
        {onSort === undefined ? null : (
          <>
            <MenuItem onClick={() => onSort('ascending')}>{t('Sort ascending')}</MenuItem>
            <MenuItem onClick={() => onSort('descending')}>{t('Sort descending')}</MenuItem>
          </>
        )}
        {onMove === undefined ? null : (
          <>
            <MenuItem onClick={() => onMove(-1)}>{t('Move left')}</MenuItem>
            <MenuItem onClick={() => onMove(1)}>{t('Move right')}</MenuItem>
          </>
        )}
        {onResize === undefined ? null : (
          <>
            <MenuItem onClick={() => onResize(width + STEP)}>{t('Wider')}</MenuItem>
            <MenuItem onClick={() => onResize(width - STEP)}>{t('Narrower')}</MenuItem>
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
