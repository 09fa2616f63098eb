import { useState } from 'react';
import { isTicked, NO_TICKS, type Ticks, tick, tickedOf } from '../../../catalogue/actions/ticks.ts';
import { t } from '../../../language/t.ts';
import type { RowTicks } from '../../../ui/sheet/sheet-types.ts';

interface Row {
  readonly id: string;
  readonly label: string;
}

/** Returns the ticked rows in the list of a search; another search begins with nothing ticked. */
export function useTicks(search: string, items: readonly Row[]) {
  const [state, setState] = useState({ search, ticks: NO_TICKS });
  const ticks = state.search === search ? state.ticks : NO_TICKS;
  const change = (next: Ticks) => setState({ search, ticks: next });
  const loaded = items.map(({ id }) => id);
  const rows: RowTicks<Row> = {
    isTicked: ({ id }) => isTicked(ticks, id),
    labelOf: ({ label }) => t('Select {name}', { name: label }),
    loaded: tickedOf(ticks, loaded),
    onTick: (ticked, isOn) =>
      change(
        tick(
          ticks,
          ticked.map(({ id }) => id),
          isOn,
          loaded,
        ),
      ),
  };
  return { ticks, change, rows };
}
