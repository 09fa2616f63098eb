import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { request } from '../../../api/request.ts';
import { useList } from '../../../api/use-list.ts';
import { useViewScope } from '../../../api/view-scope.ts';
import { isKeyValid, keysQuery } from '../../../catalogue/storefronts/key-documents.ts';
import { localeTag, t } from '../../../i18n/translate.ts';
import { PagedTable } from '../../../ui/data-table.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { forAdministrators } from '../../../ui/layout/restricted-page.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { Page } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { NoStorefronts } from './no-storefronts.tsx';
import { STOREFRONT_LIST, STOREFRONTS_QUERY_KEY, type Storefront } from './storefront-documents.ts';

const CreateStorefront = lazyComponent(
  async () => (await import('./create-storefront.tsx')).CreateStorefront,
);

/** Shows the storefronts, each with what it may read. */
function StorefrontsContent() {
  const locale = useViewScope().locale?.code ?? null;
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const list = useList(
    [...STOREFRONTS_QUERY_KEY, locale],
    async (after, signal) => (await request(STOREFRONT_LIST, { after }, signal)).storefronts,
  );
  const keys = useQuery(keysQuery).data;
  const keyCount = (code: string) =>
    keys?.filter((key) => key.storefront === code && isKeyValid(key)).length.toLocaleString(localeTag);
  const close = () => setIsOpen(false);
  const button = <Button onClick={() => setIsOpen(true)}>{t('Create storefront')}</Button>;
  const isEmpty = list.items?.length === 0;
  return (
    <Page
      title={t('Storefronts')}
      intro={
        isEmpty
          ? undefined
          : t(
              'Web shops, apps and other programs that read published products. Each reads one channel, and only what you expose.',
            )
      }
      actions={isEmpty ? undefined : button}
    >
      <PagedTable
        list={list}
        what={t('storefronts')}
        keyOf={({ id }) => id}
        empty={<NoStorefronts button={button} />}
        columns={[
          { title: t('Storefront'), cell: (storefront) => <StorefrontName storefront={storefront} /> },
          { title: t('Channel'), cell: ({ channel }) => channel.label },
          { title: t('Locales'), cell: ({ locales }) => locales?.join(', ') },
          {
            title: t('Exposed attributes'),
            isNumber: true,
            cell: ({ attributes }) => attributes.length.toLocaleString(localeTag),
          },
          { title: t('Keys'), isNumber: true, cell: ({ code }) => keyCount(code) },
          {
            title: t('Status'),
            cell: ({ active }) => <StatusBadge state={active ? 'ACTIVE' : 'INACTIVE'} />,
          },
        ]}
      />
      <Dialog title={isOpen ? t('New storefront') : null} onClose={close}>
        <CreateStorefront
          onCancel={close}
          onCreated={(code) => router.navigate({ to: '/settings/storefronts/$code', params: { code } })}
        />
      </Dialog>
    </Page>
  );
}

function StorefrontName({ storefront: { code, label } }: { readonly storefront: Storefront }) {
  return (
    <>
      <TextLink to="/settings/storefronts/$code" params={{ code }}>
        {label}
      </TextLink>{' '}
      <code className="quiet">{code}</code>
    </>
  );
}

export const StorefrontsPage = forAdministrators(t('Storefronts'), StorefrontsContent);
