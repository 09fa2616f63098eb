import { request } from '../../api/request.ts';
import { EditableList } from '../../ui/editable-list.tsx';
import { CHANNELS } from './channel-documents.ts';
import { ChannelForm } from './channel-form.tsx';

const codes = (items: readonly { readonly code: string }[]) => items.map(({ code }) => code).join(', ');

/** The channels that products are published in. */
export function ChannelsPage() {
  return (
    <EditableList
      title="Channels"
      intro="Places where products are published, such as a web shop, a printed catalogue or a marketplace. Values can differ by channel."
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
        { title: 'Active', cell: ({ active }) => (active ? 'Yes' : 'No') },
      ]}
      form={({ row, ...ends }) => <ChannelForm channel={row} {...ends} />}
    />
  );
}
