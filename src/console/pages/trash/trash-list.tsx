import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Connection, useList } from '../../api/use-list.ts';
import { useViewScope } from '../../api/view-scope.ts';
import { useCanEdit } from '../../api/workspace.ts';
import { t } from '../../i18n/translate.ts';
import { PagedTable } from '../../ui/data-table.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { SearchIcon } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/messages/states.tsx';
import { RowAction } from '../../ui/row-action.tsx';

/** The texts of a search, and the channel and locale of the labels. */
export interface TrashFilter {
  readonly search: string | null;
  readonly channel: string | null;
  readonly locale: string | null;
}

interface DeletedObject {
  readonly id: string;
  readonly deletedAt: string;
  readonly deletedBy: { readonly name: string };
  readonly restorableUntil: string;
}

/** Shows deleted objects of one kind, which are searched, selected and restored. */
export function TrashList<Item extends DeletedObject>(props: {
  readonly queryKey: QueryKey;
  readonly load: (
    filter: TrashFilter & { readonly after: string | null },
    signal: AbortSignal,
  ) => Promise<Connection<Item>>;
  /** The kind in the plural: `deleted products`. */
  readonly kind: string;
  readonly title: string;
  readonly searchLabel: string;
  readonly notFound: string;
  readonly keyOf: (item: Item) => string;
  readonly nameCell: (item: Item) => ReactNode;
  readonly restore: (items: readonly Item[]) => void;
  readonly isBusy: (item: Item) => boolean;
  readonly isPending: boolean;
}) {
  const { searchLabel, keyOf, restore } = props;
  const { channel, locale } = useViewScope();
  const mayEdit = useCanEdit();
  const [search, setSearch] = useState('');
  const filter = {
    search: search === '' ? null : search,
    channel: channel?.code ?? null,
    locale: locale?.code ?? null,
  };
  const list = useList(
    [...props.queryKey, filter],
    (after, signal) => props.load({ ...filter, after }, signal),
    { keepsRows: true },
  );
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const items = list.items ?? [];
  // Restored ones leave the list; those that cannot be restored stay selected.
  const selectedItems = items.filter(({ id }) => ticked.has(id));
  const tick = ({ id }: Item, isOn: boolean) => {
    const rest = [...ticked].filter((one) => one !== id);
    setTicked(new Set(isOn ? [...rest, id] : rest));
  };
  return (
    <>
      <form className="toolbar" onSubmit={(event) => event.preventDefault()}>
        <TextInput
          aria-label={searchLabel}
          placeholder={searchLabel}
          type="search"
          leftSection={<SearchIcon />}
          onChange={({ currentTarget }) => setSearch(currentTarget.value.trim())}
        />
        {mayEdit && items.length > 0 ? (
          <>
            <Checkbox
              label={t('Select all loaded')}
              checked={selectedItems.length === items.length}
              indeterminate={selectedItems.length > 0 && selectedItems.length < items.length}
              onChange={({ currentTarget }) =>
                setTicked(new Set(currentTarget.checked ? items.map(({ id }) => id) : []))
              }
            />
            {selectedItems.length === 0 ? null : (
              <Button size="xs" loading={props.isPending} onClick={() => restore(selectedItems)}>
                {t('Restore {count}', { count: selectedItems.length })}
              </Button>
            )}
          </>
        ) : null}
      </form>
      <PagedTable
        list={list}
        what={props.kind}
        keyOf={({ id }) => id}
        empty={
          search === '' ? (
            <EmptyState title={t('The trash is empty')} area="trash" />
          ) : (
            <EmptyState title={props.notFound} area="search" />
          )
        }
        columns={[
          {
            title: props.title,
            isHeader: true,
            cell: (item) => (
              <Group gap="sm" wrap="nowrap">
                {mayEdit ? (
                  <Checkbox
                    aria-label={t('Select {name}', { name: keyOf(item) })}
                    checked={ticked.has(item.id)}
                    onChange={({ currentTarget }) => tick(item, currentTarget.checked)}
                  />
                ) : null}
                {props.nameCell(item)}
              </Group>
            ),
          },
          { title: t('Deleted'), cell: ({ deletedAt }) => <DateTime at={deletedAt} /> },
          { title: t('Deleted by'), cell: ({ deletedBy }) => deletedBy.name },
          {
            title: t('Restorable until'),
            cell: ({ restorableUntil }) => <DateTime at={restorableUntil} />,
          },
          ...(mayEdit
            ? [
                {
                  title: t('Actions'),
                  isActions: true as const,
                  cell: (item: Item) => (
                    <RowAction
                      verb={t('Restore')}
                      about={keyOf(item)}
                      isBusy={props.isBusy(item)}
                      onClick={() => restore([item])}
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
    </>
  );
}
