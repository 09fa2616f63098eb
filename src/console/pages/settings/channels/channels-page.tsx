import { request } from '../../../api/request.ts';
import { localeName } from '../../../i18n/locale-name.ts';
import { t } from '../../../i18n/translate.ts';
import { Code } from '../../../ui/code.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { EditableList } from '../editable-list.tsx';
import { CHANNELS } from './channel-documents.ts';

const ChannelForm = lazyComponent(async () => (await import('./channel-form.tsx')).ChannelForm);

/** Shows the channels that products are published in. */
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
        { title: t('Channel'), isHeader: true, cell: ({ label }) => label },
        { title: t('Code'), cell: ({ code }) => <Code>{code}</Code> },
        {
          title: t('Locales'),
          cell: ({ locales }) => locales.map(({ code }) => localeName(code)).join(', '),
        },
        { title: t('Currencies'), cell: ({ currencies }) => currencies.map(({ code }) => code).join(', ') },
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
