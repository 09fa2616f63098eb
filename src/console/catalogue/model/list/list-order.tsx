import { useEffect, useRef, useState } from 'react';
import type { PagedList } from '../../../api/use-list.ts';
import { t } from '../../../i18n/translate.ts';
import { GripIcon, MoreIcon } from '../../../ui/icons.ts';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { useRowOrder } from '../../../ui/order/use-row-order.ts';
import type { AnyConfigPage, ConfigObject, ConfigSearch, ListOrder } from '../config-page-types.ts';
import { useModelChange } from '../use-model-change.tsx';
import { newPositions } from './positions.ts';

/** Property that lists which are ordered by hand are sorted by. */
export const POSITION = 'POSITION';

/**
 * Returns the hook that orders the objects of a list by hand: by dragging, Alt with the arrow keys, and a menu. The new order
 * is shown at once; moves that follow while one is saved are saved together.
 *
 * @param input name of the objects in the input of `applyModel`
 */
export const listOrder =
  <Row extends ConfigObject>(input: AnyConfigPage['input'], positionOf: (row: Row) => number) =>
  (list: PagedList<Row>, search: ConfigSearch, mayEdit: boolean) =>
    useListOrder(input, positionOf, list, search, mayEdit);

function useListOrder<Row extends ConfigObject>(
  input: AnyConfigPage['input'],
  positionOf: (row: Row) => number,
  list: PagedList<Row>,
  search: ConfigSearch,
  mayEdit: boolean,
): ListOrder<Row> {
  const { save, isBusy, dialog } = useModelChange();
  const [change, setChange] = useState<{
    readonly ids: readonly string[];
    readonly moved: string;
    readonly isSent: boolean;
  } | null>(null);
  const wasBusy = useRef(false);
  const isWhole = Object.keys(search).every((name) => name === 'sort');
  const canOrder = mayEdit && isWhole && (search.sort ?? POSITION) === POSITION;
  useEffect(() => {
    if (isBusy) {
      wasBusy.current = true;
      return;
    }
    if (change === null) return;
    if (change.isSent) {
      // The stored order is loaded; a save that begins is not busy at once.
      if (wasBusy.current) setChange(null);
      return;
    }
    wasBusy.current = false;
    setChange({ ...change, isSent: true });
    save(async () => {
      const rows = inOrder(await list.upTo(Number.POSITIVE_INFINITY), change.ids);
      const name = rows.find(({ id }) => id === change.moved)?.label ?? '';
      const positions = newPositions(
        rows.map((row) => ({ code: row.code, sortOrder: positionOf(row) })),
        rows.map(({ code }) => code),
      );
      return {
        input: { [input]: [...positions].map(([code, sortOrder]) => ({ code, sortOrder })) },
        title: t('Move {name}', { name }),
        verb: t('Move'),
        message: t('{name} moved.', { name }),
      };
    });
  }, [change, isBusy, positionOf, input, list, save]);
  const rows = list.items && change !== null ? inOrder(list.items, change.ids) : list.items;
  const ids = rows?.map(({ id }) => id) ?? [];
  const setOrder = (order: readonly string[], moved: string) =>
    setChange({ ids: order, moved, isSent: false });
  const order = useRowOrder<HTMLTableElement>(ids, canOrder ? setOrder : null, (row) =>
    row.querySelector('a'),
  );
  return {
    rows,
    moving: canOrder ? { order, grip: GRIP, column: movesColumn(ids, setOrder) } : null,
    dialog,
  };
}

const GRIP = (
  <span className="ordered-grip" aria-hidden="true">
    <GripIcon />
  </span>
);

/** Returns the column with the menu that moves a row. */
function movesColumn(ids: readonly string[], onOrder: (ids: readonly string[], moved: string) => void) {
  return {
    title: t('Actions'),
    isActions: true as const,
    cell: ({ id, label }: ConfigObject) => {
      const index = ids.indexOf(id);
      const moves = [
        { name: t('Move to the top'), to: 0 },
        { name: t('Move up'), to: index - 1 },
        { name: t('Move down'), to: index + 1 },
        { name: t('Move to the bottom'), to: ids.length - 1 },
      ];
      return (
        <Menu
          label={t('Actions for {name}', { name: label })}
          className="icon-button row-action"
          button={<MoreIcon />}
        >
          {moves
            .filter(({ to }) => to >= 0 && to < ids.length && to !== index)
            .map(({ name, to }) => (
              <MenuItem key={name} onClick={() => onOrder(ids.toSpliced(index, 1).toSpliced(to, 0, id), id)}>
                {name}
              </MenuItem>
            ))}
        </Menu>
      );
    },
  };
}

/** Returns rows in an order of their ids; the others follow. */
function inOrder<Row extends ConfigObject>(rows: readonly Row[], ids: readonly string[]): readonly Row[] {
  const positions = new Map(ids.map((id, index) => [id, index]));
  const positionOf = ({ id }: Row) => positions.get(id) ?? ids.length;
  return rows.toSorted((one, other) => positionOf(one) - positionOf(other));
}
