import { Button } from '@mantine/core';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useList } from '../api/use-list.ts';
import { t } from '../language/t.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ListTable } from '../ui/list.tsx';
import { notifySuccess } from '../ui/messages/notifications.ts';
import { EmptyState } from '../ui/messages/states.tsx';
import { Page } from '../ui/page.tsx';
import { RowAction } from '../ui/row-action.tsx';

/** Props of the form of an editable list. */
export interface Edited<Row> {
  /** Null for a new row. */
  readonly row: Row | null;
  readonly onSaved: (code: string) => void;
  readonly onCancel: () => void;
}

/** A page with a list, and a dialog that creates and edits rows. */
export function EditableList<Row extends { readonly id: string; readonly code: string }>(props: {
  readonly title: string;
  readonly intro: string;
  /** `channel`, `channels`. */
  readonly noun: readonly [one: string, many: string];
  /** Saving invalidates all queries that share its first part. */
  readonly queryKey: QueryKey;
  readonly load: Parameters<typeof useList<Row>>[1];
  /** Shown above the list, such as a filter. */
  readonly above?: ReactNode;
  readonly columns: Parameters<typeof ListTable<Row>>[0]['columns'];
  readonly form: (edited: Edited<Row>) => ReactNode;
}) {
  const { title, intro, noun, queryKey, load, above, columns, form } = props;
  const [one, many] = noun;
  const queryClient = useQueryClient();
  const [edited, setEdited] = useState<Row | 'new' | null>(null);
  const list = useList(queryKey, load);
  const close = () => setEdited(null);
  return (
    <Page
      title={title}
      intro={intro}
      actions={<Button onClick={() => setEdited('new')}>{t('Create {one}', { one })}</Button>}
    >
      {above}
      <ListTable
        list={list}
        what={many}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title={t('No {many} yet', { many })}>
            {t('Create your first {one}.', { one })}
          </EmptyState>
        }
        columns={[
          ...columns,
          {
            title: t('Actions'),
            isActions: true,
            cell: (row) => <RowAction verb={t('Edit')} about={row.code} onClick={() => setEdited(row)} />,
          },
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
