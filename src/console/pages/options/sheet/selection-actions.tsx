import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { saveModel } from '../../../catalogue/model/apply-model.ts';
import { useUndo } from '../../../catalogue/undo/use-undo.ts';
import { t } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { notifyError, notifySuccess } from '../../../ui/messages/notifications.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import type { CellScope } from './option-cells.tsx';
import { labelOfRow, type OptionRow } from './option-rows.ts';

const MergeOptions = lazyComponent(async () => (await import('../merge/merge-options.tsx')).MergeOptions);

/** Maximum number of options that are merged into one. */
const MAX_MERGED = 100;

export type MoveWay = 'top' | 'up' | 'down' | 'bottom';

const MOVES: readonly { readonly way: MoveWay; readonly label: string }[] = [
  { way: 'top', label: t('Move to the top') },
  { way: 'up', label: t('Move up') },
  { way: 'down', label: t('Move down') },
  { way: 'bottom', label: t('Move to the bottom') },
];

interface Props {
  readonly optionSet: string;
  /** The ticked options that exist. */
  readonly rows: readonly OptionRow[];
  readonly scope: CellScope;
  /** True while changes are not saved, which a merge or a deletion waits for. */
  readonly hasDraft: boolean;
  readonly onActive: (isActive: boolean) => void;
  /** Moves the options; undefined where they are not moved. */
  readonly onMove: ((way: MoveWay) => void) | undefined;
  readonly onDone: () => void;
}

/** Shows the actions on the ticked options: merge, deactivate, move, delete. */
export function SelectionActions(props: Props) {
  const { optionSet, rows, scope, hasDraft, onActive, onMove, onDone } = props;
  const [dialog, setDialog] = useState<'merge' | 'used' | null>(null);
  const used = rows.filter(({ stored }) => (stored?.productsCount ?? 0) > 0);
  const deleting = useDeletion(optionSet, rows, onDone);
  const close = () => setDialog(null);
  const canMerge = rows.length > 1 && rows.length <= MAX_MERGED;
  const isActive = rows.every(({ values }) => values.active);
  return (
    <>
      <span className="row option-actions">
        <strong role="status">{t('{count} selected', { count: String(rows.length) })}</strong>
        {hasDraft ? <span className="quiet">{t('Save or discard the changes first.')}</span> : null}
        <Button variant="default" disabled={hasDraft || !canMerge} onClick={() => setDialog('merge')}>
          {t('Merge…')}
        </Button>
        <Button variant="default" onClick={() => onActive(!isActive)}>
          {isActive ? t('Make inactive') : t('Make active')}
        </Button>
        {onMove === undefined ? null : (
          <Menu label={t('Move')} className="flat bar-button" button={t('Move')}>
            {MOVES.map(({ way, label }) => (
              <MenuItem key={way} onClick={() => onMove(way)}>
                {label}
              </MenuItem>
            ))}
          </Menu>
        )}
        <Button
          variant="default"
          disabled={hasDraft}
          loading={deleting.isPending}
          onClick={() => (used.length > 0 ? setDialog('used') : deleting.mutate())}
        >
          {t('Delete')}
        </Button>
      </span>
      <Dialog title={dialog === 'merge' ? t('Merge options') : null} onClose={close}>
        <MergeOptions
          optionSet={optionSet}
          rows={rows}
          locales={scope.locales}
          onCancel={close}
          onMerged={() => {
            close();
            onDone();
          }}
        />
      </Dialog>
      <Dialog title={dialog === 'used' ? t('Products have these options') : null} onClose={close}>
        <ul className="plain-list usage">
          {used.map((row) => (
            <UsedOption key={row.code} row={row} scope={scope} />
          ))}
        </ul>
        <p>
          {t(
            'Merge them into another option, which gets their values, or make them inactive: products keep them.',
          )}
        </p>
        <span className="row">
          <Button
            variant="default"
            onClick={() => {
              onActive(false);
              close();
            }}
          >
            {t('Make inactive')}
          </Button>
          {canMerge ? <Button onClick={() => setDialog('merge')}>{t('Merge…')}</Button> : null}
        </span>
      </Dialog>
    </>
  );
}

function UsedOption({ row, scope }: { readonly row: OptionRow; readonly scope: CellScope }) {
  const search = scope.productsOf(row.code);
  const products = t('{count, plural, one {# product} other {# products}}', {
    count: row.stored?.productsCount ?? 0,
  });
  return (
    <li>
      <span>{labelOfRow(row, scope.locales)}</span>
      {search === null ? (
        <span className="quiet">{products}</span>
      ) : (
        <TextLink to="/products" search={search} target="_blank">
          {products}
        </TextLink>
      )}
    </li>
  );
}

/** Deletes options that nothing uses, with undo. */
function useDeletion(optionSet: string, rows: readonly OptionRow[], onDone: () => void) {
  const queryClient = useQueryClient();
  const { undoable } = useUndo();
  return useMutation({
    mutationFn: () =>
      saveModel({
        delete: rows.map(({ code, stored }) => ({
          kind: 'OPTION' as const,
          optionSet,
          code,
          ...(stored === null ? {} : { ifVersion: stored.version }),
        })),
      }),
    onError: notifyError,
    onSuccess: async (undo) => {
      onDone();
      notifySuccess(
        t('{count, plural, one {# option} other {# options}} deleted.', { count: rows.length }),
        undoable(undo),
      );
      await queryClient.invalidateQueries();
    },
  });
}
