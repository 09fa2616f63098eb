import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { useViewScope } from '../../api/view-scope.ts';
import { useCanEdit } from '../../api/workspace.ts';
import { t, translateLabel } from '../../i18n/translate.ts';
import { Code } from '../../ui/code.tsx';
import { PagedTable } from '../../ui/data-table.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { SearchIcon } from '../../ui/icons.ts';
import { CodeLabel } from '../../ui/labels/code-label.tsx';
import { EmptyState } from '../../ui/messages/states.tsx';
import { Page } from '../../ui/page.tsx';
import { RowAction } from '../../ui/row-action.tsx';
import { titled } from '../../ui/status-badge.tsx';
import { DELETED_PRODUCTS, type DeletedProduct } from './trash-documents.ts';
import { useRestoreProducts } from './use-restore-products.tsx';

/** Shows the deleted products that can be restored. */
export function TrashPage() {
  const { channel, locale } = useViewScope();
  const mayEdit = useCanEdit();
  const [search, setSearch] = useState('');
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const filter = {
    search: search === '' ? null : search,
    channel: channel?.code ?? null,
    locale: locale?.code ?? null,
  };
  const list = useList(
    ['deleted products', filter],
    async (after, signal) => (await request(DELETED_PRODUCTS, { after, ...filter }, signal)).deletedProducts,
    { keepsRows: true },
  );
  const { restore, isBusy, isPending, dialog } = useRestoreProducts(() => setTicked(new Set()));
  const items = list.items ?? [];
  const selectedItems = items.filter(({ id }) => ticked.has(id));
  const tick = ({ id }: DeletedProduct, isOn: boolean) => {
    const rest = [...ticked].filter((one) => one !== id);
    setTicked(new Set(isOn ? [...rest, id] : rest));
  };
  return (
    <Page
      title={t('Trash')}
      intro={t(
        'Deleted products. Each can be restored for 30 days; a model comes back with the variants that were deleted with it.',
      )}
    >
      <form className="toolbar" onSubmit={(event) => event.preventDefault()}>
        <TextInput
          aria-label={t('Search by SKU or name')}
          placeholder={t('Search by SKU or name')}
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
              <Button size="xs" loading={isPending} onClick={() => restore(selectedItems)}>
                {t('Restore {count}', { count: selectedItems.length })}
              </Button>
            )}
          </>
        ) : null}
      </form>
      <PagedTable
        list={list}
        what={t('deleted products')}
        keyOf={({ id }) => id}
        empty={
          search === '' ? (
            <EmptyState title={t('The trash is empty')} area="trash" />
          ) : (
            <EmptyState title={t('No deleted products found')} area="search" />
          )
        }
        columns={[
          {
            title: t('Product'),
            isHeader: true,
            cell: (product) => (
              <Group gap="sm" wrap="nowrap">
                {mayEdit ? (
                  <Checkbox
                    aria-label={t('Select {name}', { name: product.sku })}
                    checked={ticked.has(product.id)}
                    onChange={({ currentTarget }) => tick(product, currentTarget.checked)}
                  />
                ) : null}
                <ProductName product={product} />
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
                  cell: (product: DeletedProduct) => (
                    <RowAction
                      verb={t('Restore')}
                      about={product.sku}
                      isBusy={isBusy(product)}
                      onClick={() => restore([product])}
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
      {dialog}
    </Page>
  );
}

function ProductName({ product }: { readonly product: DeletedProduct }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        <CodeLabel label={product.label} />
      </Text>
      <Code>{product.sku}</Code>
      <span className="quiet">
        {' · '}
        {[
          product.attributeSet?.label,
          translateLabel(titled(product.type)),
          product.variantsCount === 0
            ? null
            : t('with {count, plural, one {# variant} other {# variants}}', {
                count: product.variantsCount,
              }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </div>
  );
}
