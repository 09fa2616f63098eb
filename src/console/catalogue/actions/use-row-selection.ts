import { useState } from 'react';
import { t } from '../../i18n/translate.ts';
import type { RowSelectionProps } from '../../ui/sheet/sheet-types.ts';
import {
  isRowSelected,
  NO_ROWS,
  type RowSelection,
  selectionState,
  setRowsSelected,
} from './row-selection.ts';

interface Row {
  readonly id: string;
  readonly label: string;
}

/** Returns the ticked rows in the list of a search; another search begins with nothing ticked. */
export function useRowSelection(search: string, items: readonly Row[]) {
  const [state, setState] = useState({ search, ticks: NO_ROWS });
  const ticks = state.search === search ? state.ticks : NO_ROWS;
  const change = (next: RowSelection) => setState({ search, ticks: next });
  const loaded = items.map(({ id }) => id);
  const rows: RowSelectionProps<Row> = {
    isTicked: ({ id }) => isRowSelected(ticks, id),
    labelOf: ({ label }) => t('Select {name}', { name: label }),
    loaded: selectionState(ticks, loaded),
    onTick: (ticked, isOn) =>
      change(
        setRowsSelected(
          ticks,
          ticked.map(({ id }) => id),
          isOn,
          loaded,
        ),
      ),
  };
  return { ticks, change, rows };
}
