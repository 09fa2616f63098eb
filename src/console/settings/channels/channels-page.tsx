import { request } from '../../api/request.ts';
import { EditableList } from '../../shell/editable-list.tsx';
import { CHANNELS } from './channel-documents.ts';
import { ChannelForm } from './channel-form.tsx';

const codes = (items: readonly { readonly code: string }[]) => items.map(({ code }) => code).join(', ');

/** Where products are shown. */
export function ChannelsPage() {
  return (
    <EditableList
      title="Channels"
      intro="Where products are shown: a shop, a printed catalogue, a marketplace. Values may differ from channel to channel."
      noun={['channel', 'channels']}
      queryKey={['channels']}
      load={async (after, signal) => (await request(CHANNELS, { after }, signal)).channels}
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
      ]}
      form={({ row, ...ends }) => <ChannelForm channel={row} {...ends} />}
    />
  );
}
