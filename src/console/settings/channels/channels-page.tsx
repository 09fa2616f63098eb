import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import { useList } from '../../api/use-list.ts';
import { Dialog } from '../../shell/dialog.tsx';
import { ListTable } from '../../shell/list.tsx';
import { Page } from '../../shell/page.tsx';
import { RowAction } from '../../shell/row-action.tsx';
import { EmptyNote } from '../../shell/states.tsx';
import { tellDone } from '../../shell/tell.tsx';
import { CHANNELS, type Channel } from './channel-documents.ts';
import { ChannelForm } from './channel-form.tsx';

const KEY = ['channels'];

/** Where products are shown. */
export function ChannelsPage() {
  const queryClient = useQueryClient();
  const [edited, setEdited] = useState<Channel | 'new' | null>(null);
  const list = useList(KEY, async (after, signal) => (await request(CHANNELS, { after }, signal)).channels);
  const codes = (items: readonly { readonly code: string }[]) => items.map(({ code }) => code).join(', ');
  return (
    <Page
      title="Channels"
      intro="Where products are shown: a shop, a printed catalogue, a marketplace. Values may differ from channel to channel."
      actions={<Button onClick={() => setEdited('new')}>New channel</Button>}
    >
      <ListTable
        list={list}
        what="channels"
        keyOf={({ id }) => id}
        empty={<EmptyNote title="No channels yet">Make the first one.</EmptyNote>}
        columns={[
          { title: 'Code', cell: ({ code }) => code },
          { title: 'Name', cell: ({ label }) => label },
          { title: 'Locales', cell: ({ locales }) => codes(locales) },
          { title: 'Currencies', cell: ({ currencies }) => codes(currencies) },
          {
            title: 'Publishes',
            cell: ({ publishGuard }) => (publishGuard === 'COMPLETE' ? 'Complete products' : 'All products'),
          },
          { title: 'In use', cell: ({ active }) => (active ? 'Yes' : 'No') },
          {
            title: 'Actions',
            cell: (row) => <RowAction verb="Edit" about={row.code} onClick={() => setEdited(row)} />,
          },
        ]}
      />
      <Dialog
        title={edited === null ? null : edited === 'new' ? 'New channel' : `Edit ${edited.code}`}
        onClose={() => setEdited(null)}
      >
        <ChannelForm
          channel={edited === 'new' ? null : edited}
          onCancel={() => setEdited(null)}
          onSaved={(code) => {
            setEdited(null);
            tellDone(`${code} is saved.`);
            void queryClient.invalidateQueries({ queryKey: KEY });
          }}
        />
      </Dialog>
    </Page>
  );
}
