import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { PagedList } from '../../api/use-list.ts';
import { useCanEdit } from '../../api/workspace.ts';
import { t } from '../../i18n/translate.ts';
import { PagedTable } from '../../ui/data-table.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { SearchIcon } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/messages/states.tsx';
import { RowAction } from '../../ui/row-action.tsx';

interface DeletedObject {
  readonly id: string;
  readonly deletedAt: string;
  readonly deletedBy: { readonly name: string };
  readonly restorableUntil: string;
}

/** Shows deleted objects of one kind, which are searched, selected and restored. */
export function TrashList<Item extends DeletedObject>(props: {
  readonly list: PagedList<Item>;
  /** The kind in the plural: `deleted products`. */
  readonly kind: string;
  readonly title: string;
  readonly searchLabel: string;
  readonly search: string;
  readonly notFound: string;
  readonly onSearch: (text: string) => void;
  readonly keyOf: (item: Item) => string;
  readonly nameCell: (item: Item) => ReactNode;
  readonly restore: (items: readonly Item[], onDone: () => void) => void;
  readonly isBusy: (item: Item) => boolean;
  readonly isPending: boolean;
}) {
  const { list, search, searchLabel, keyOf, restore } = props;
  const mayEdit = useCanEdit();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const items = list.items ?? [];
  const selectedItems = items.filter(({ id }) => ticked.has(id));
  const restoreItems = (some: readonly Item[]) => restore(some, () => setTicked(new Set()));
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
          onChange={({ currentTarget }) => props.onSearch(currentTarget.value.trim())}
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
              <Button size="xs" loading={props.isPending} onClick={() => restoreItems(selectedItems)}>
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
                      onClick={() => restoreItems([item])}
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
