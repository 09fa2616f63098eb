import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { useMayEdit } from '../../api/workspace.ts';
import { useViewScope } from '../../app/view-scope.ts';
import { t, tCode } from '../../language/t.ts';
import { Code } from '../../ui/code.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { CodeLabel } from '../../ui/labels/code-label.tsx';
import { ListTable } from '../../ui/list.tsx';
import { EmptyState } from '../../ui/messages/states.tsx';
import { Page } from '../../ui/page.tsx';
import { RowAction } from '../../ui/row-action.tsx';
import { titled } from '../../ui/status-badge.tsx';
import { useChange } from '../../ui/use-change.ts';
import { CHANGED_BY_DELETION, DELETED, type DeletedProduct, restoreProduct } from './trash-documents.ts';

/** The deleted products that can be restored. */
export function TrashPage() {
  const { channel, locale } = useViewScope();
  const mayEdit = useMayEdit();
  const [sku, setSku] = useState('');
  const shown = {
    sku: sku === '' ? null : sku,
    channel: channel?.code ?? null,
    locale: locale?.code ?? null,
  };
  const list = useList(
    ['deleted products', shown],
    async (after, signal) => (await request(DELETED, { after, ...shown }, signal)).deletedProducts,
  );
  const restoring = useChange(
    ({ id }: DeletedProduct) => restoreProduct(id),
    CHANGED_BY_DELETION,
    (_result, product) => t('{name} restored.', { name: product.sku }),
  );
  return (
    <Page
      title={t('Trash')}
      intro={t('Deleted products. Each can be restored for 30 days; a model comes back with its variants.')}
    >
      <form className="toolbar" onSubmit={(event) => event.preventDefault()}>
        <TextInput
          aria-label={t('SKU starts with')}
          placeholder={t('SKU starts with')}
          size="xs"
          type="search"
          value={sku}
          onChange={({ currentTarget }) => setSku(currentTarget.value.trim())}
        />
      </form>
      <ListTable
        list={list}
        what={t('deleted products')}
        keyOf={({ id }) => id}
        empty={<EmptyState title={sku === '' ? t('The trash is empty') : t('No deleted products found')} />}
        columns={[
          {
            title: t('Product'),
            isHeader: true,
            cell: (product) => (
              <>
                <Text size="sm" fw={600}>
                  <CodeLabel label={product.label} />
                </Text>
                <Code>{product.sku}</Code>{' '}
                <span className="quiet">
                  {[product.attributeSet?.label, tCode(titled(product.type))].filter(Boolean).join(' · ')}
                </span>
              </>
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
                  cell: (product: DeletedProduct) => (
                    <RowAction
                      verb={t('Restore')}
                      about={product.sku}
                      isBusy={restoring.isPending && restoring.variables.id === product.id}
                      onClick={() => restoring.mutate(product)}
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
    </Page>
  );
}
