import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { request } from '../../../api/request.ts';
import { useList } from '../../../api/use-list.ts';
import { useViewScope } from '../../../api/view-scope.ts';
import { isAccepted, keysQuery } from '../../../catalogue/storefronts/key-documents.ts';
import { formatTag, t } from '../../../language/t.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { forAdministrators } from '../../../ui/layout/restricted-page.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { ListTable } from '../../../ui/list.tsx';
import { Page } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { FRONT_ENDS, FRONT_ENDS_KEY, type FrontEnd } from './front-end-documents.ts';
import { NoFrontEnds } from './no-front-ends.tsx';

const CreateFrontEnd = lazyPart(async () => (await import('./create-front-end.tsx')).CreateFrontEnd);

/** Shows the storefronts, each with what it may read. */
function FrontEndsContent() {
  const locale = useViewScope().locale?.code ?? null;
  const router = useRouter();
  const [isOpen, setIsOpen] = useState(false);
  const list = useList(
    [...FRONT_ENDS_KEY, locale],
    async (after, signal) => (await request(FRONT_ENDS, { after }, signal)).storefronts,
  );
  const keys = useQuery(keysQuery).data;
  const keyCount = (code: string) =>
    keys?.filter((key) => key.storefront === code && isAccepted(key)).length.toLocaleString(formatTag);
  const close = () => setIsOpen(false);
  const button = <Button onClick={() => setIsOpen(true)}>{t('Create front end')}</Button>;
  const isEmpty = list.items?.length === 0;
  return (
    <Page
      title={t('Front ends')}
      intro={
        isEmpty
          ? undefined
          : t(
              'Web shops, apps and other programs that read published products. Each reads one channel, and only what you expose.',
            )
      }
      actions={isEmpty ? undefined : button}
    >
      <ListTable
        list={list}
        what={t('front ends')}
        keyOf={({ id }) => id}
        empty={<NoFrontEnds button={button} />}
        columns={[
          { title: t('Front end'), cell: (frontEnd) => <Name frontEnd={frontEnd} /> },
          { title: t('Channel'), cell: ({ channel }) => channel.label },
          { title: t('Locales'), cell: ({ locales }) => locales?.join(', ') },
          {
            title: t('Exposed attributes'),
            isNumber: true,
            cell: ({ attributes }) => attributes.length.toLocaleString(formatTag),
          },
          { title: t('Keys'), isNumber: true, cell: ({ code }) => keyCount(code) },
          {
            title: t('Status'),
            cell: ({ active }) => <StatusBadge state={active ? 'ACTIVE' : 'INACTIVE'} />,
          },
        ]}
      />
      <Dialog title={isOpen ? t('New front end') : null} onClose={close}>
        <CreateFrontEnd
          onCancel={close}
          onCreated={(code) => router.navigate({ to: '/settings/front-ends/$code', params: { code } })}
        />
      </Dialog>
    </Page>
  );
}

function Name({ frontEnd: { code, label } }: { readonly frontEnd: FrontEnd }) {
  return (
    <>
      <TextLink to="/settings/front-ends/$code" params={{ code }}>
        {label}
      </TextLink>{' '}
      <code className="quiet">{code}</code>
    </>
  );
}

export const FrontEndsPage = forAdministrators(t('Front ends'), FrontEndsContent);
