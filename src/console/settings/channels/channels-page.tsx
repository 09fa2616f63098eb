import { request } from '../../api/request.ts';
import { t } from '../../language/t.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { EditableList } from '../editable-list.tsx';
import { CHANNELS } from './channel-documents.ts';

const ChannelForm = lazyPart(async () => (await import('./channel-form.tsx')).ChannelForm);

const codes = (items: readonly { readonly code: string }[]) => items.map(({ code }) => code).join(', ');

/** The channels that products are published in. */
export function ChannelsPage() {
  return (
    <EditableList
      title={t('Channels')}
      intro={t(
        'Places where products are published, such as a web shop, a printed catalogue or a marketplace. Values can differ by channel.',
      )}
      noun={[t('channel'), t('channels')]}
      queryKey={['channels']}
      load={async (after, signal) => (await request(CHANNELS, { after }, signal)).channels}
      columns={[
        { title: t('Code'), cell: ({ code }) => code },
        { title: t('Name'), cell: ({ label }) => label },
        { title: t('Locales'), cell: ({ locales }) => codes(locales) },
        { title: t('Currencies'), cell: ({ currencies }) => codes(currencies) },
        {
          title: t('Publishes'),
          cell: ({ publishGuard }) =>
            publishGuard === 'COMPLETE' ? t('Complete products') : t('All products'),
        },
        { title: t('Active'), cell: ({ active }) => (active ? t('Yes') : t('No')) },
      ]}
      form={({ row, ...ends }) => <ChannelForm channel={row} {...ends} />}
    />
  );
}
