import { Button } from '@mantine/core';
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useList } from '../../api/use-list.ts';
import { mayConfigure, meQuery } from '../../api/workspace.ts';
import { t } from '../../i18n/translate.ts';
import { PagedTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { notifySuccess } from '../../ui/messages/notifications.ts';
import { EmptyState } from '../../ui/messages/states.tsx';
import { Page } from '../../ui/page.tsx';
import { RowAction } from '../../ui/row-action.tsx';

/** Props of the form of an editable list. */
export interface RowFormProps<Row> {
  /** It is null for a new row. */
  readonly row: Row | null;
  readonly onSaved: (code: string) => void;
  readonly onCancel: () => void;
}

/** Shows a page with a list, and a dialog that creates and edits rows. */
export function EditableList<Row extends { readonly id: string; readonly code: string }>(props: {
  readonly title: string;
  readonly intro: string;
  /** Noun of the rows: `channel`, `channels`. */
  readonly noun: readonly [one: string, many: string];
  /** Saving invalidates all queries that share its first part. */
  readonly queryKey: QueryKey;
  readonly load: Parameters<typeof useList<Row>>[1];
  /** Content above the list, such as a filter. */
  readonly above?: ReactNode;
  /** The rows that are searched for. */
  readonly find?: (rows: readonly Row[]) => readonly Row[];
  /** Shows managers something else than the form of a row, such as a button that enables it. */
  readonly action?: (row: Row) => ReactNode;
  readonly columns: Parameters<typeof PagedTable<Row>>[0]['columns'];
  readonly form: (edited: RowFormProps<Row>) => ReactNode;
}) {
  const { title, intro, noun, queryKey, load, above, find, action, columns, form } = props;
  const [one, many] = noun;
  const queryClient = useQueryClient();
  const [edited, setEdited] = useState<Row | 'new' | null>(null);
  const loaded = useList(queryKey, load, { keepsRows: true });
  const list = { ...loaded, items: loaded.items && (find?.(loaded.items) ?? loaded.items) };
  const canEdit = mayConfigure(useQuery(meQuery).data?.role);
  const close = () => setEdited(null);
  return (
    <Page
      title={title}
      intro={intro}
      actions={
        canEdit ? <Button onClick={() => setEdited('new')}>{t('Create {one}', { one })}</Button> : null
      }
    >
      {above}
      <PagedTable
        list={list}
        what={many}
        keyOf={({ id }) => id}
        empty={
          loaded.items?.length === 0 ? (
            <EmptyState title={t('No {many} yet', { many })}>
              {t('Create your first {one}.', { one })}
            </EmptyState>
          ) : (
            <EmptyState title={t('Nothing found')} />
          )
        }
        columns={[
          ...columns,
          ...(canEdit
            ? [
                {
                  title: t('Actions'),
                  isActions: true as const,
                  cell: (row: Row) =>
                    action?.(row) ?? (
                      <RowAction verb={t('Edit')} about={row.code} onClick={() => setEdited(row)} />
                    ),
                },
              ]
            : []),
        ]}
      />
      <Dialog
        title={
          edited === null
            ? null
            : edited === 'new'
              ? t('New {one}', { one })
              : t('Edit {code}', { code: edited.code })
        }
        onClose={close}
      >
        {edited === null
          ? null
          : form({
              row: edited === 'new' ? null : edited,
              onCancel: close,
              onSaved: (code) => {
                close();
                notifySuccess(t('{name} saved.', { name: code }));
                void queryClient.invalidateQueries({ queryKey: queryKey.slice(0, 1) });
              },
            })}
      </Dialog>
    </Page>
  );
}
