import { Button } from '@mantine/core';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useList } from '../api/use-list.ts';
import { Dialog } from './dialog.tsx';
import { ListTable } from './list.tsx';
import { Page } from './page.tsx';
import { RowAction } from './row-action.tsx';
import { EmptyNote } from './states.tsx';
import { tellDone } from './tell.tsx';

/** What the form of an editable list is given. */
export interface Edited<Row> {
  /** Null for a new one. */
  readonly row: Row | null;
  readonly onSaved: (code: string) => void;
  readonly onCancel: () => void;
}

/** A page that lists all of a kind, with a dialog that makes new ones and changes those that are there. */
export function EditableList<Row extends { readonly id: string; readonly code: string }>(props: {
  readonly title: string;
  readonly intro: string;
  /** `channel`, `channels`. */
  readonly noun: readonly [one: string, many: string];
  /** Its first word is that of everything that changes with the list. */
  readonly queryKey: QueryKey;
  readonly load: Parameters<typeof useList<Row>>[1];
  /** Stands above the list: what is shown of all there is. */
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
    <Page title={title} intro={intro} actions={<Button onClick={() => setEdited('new')}>New {one}</Button>}>
      {above}
      <ListTable
        list={list}
        what={many}
        keyOf={({ id }) => id}
        empty={<EmptyNote title={`No ${many} yet`}>Make the first one.</EmptyNote>}
        columns={[
          ...columns,
          {
            title: 'Actions',
            cell: (row) => <RowAction verb="Edit" about={row.code} onClick={() => setEdited(row)} />,
          },
        ]}
      />
      <Dialog
        title={edited === null ? null : edited === 'new' ? `New ${one}` : `Edit ${edited.code}`}
        onClose={close}
      >
        {edited === null
          ? null
          : form({
              row: edited === 'new' ? null : edited,
              onCancel: close,
              onSaved: (code) => {
                close();
                tellDone(`${code} is saved.`);
                void queryClient.invalidateQueries({ queryKey: queryKey.slice(0, 1) });
              },
            })}
      </Dialog>
    </Page>
  );
}
