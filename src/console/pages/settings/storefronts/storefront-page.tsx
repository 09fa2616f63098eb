import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useBlocker, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrapPayload } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { useViewScope } from '../../../api/view-scope.ts';
import { workspaceQuery } from '../../../api/workspace.ts';
import { t } from '../../../i18n/translate.ts';
import { Code } from '../../../ui/code.tsx';
import { PageTabs } from '../../../ui/layout/page-tabs.tsx';
import { forAdministrators } from '../../../ui/layout/restricted-page.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { confirmAction } from '../../../ui/messages/confirm.tsx';
import { EmptyState, QueryResult } from '../../../ui/messages/states.tsx';
import { Page } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useMutationWithToast } from '../../../ui/use-mutation-with-toast.ts';
import { PreviewSection } from './preview-section.tsx';
import { SaveBar } from './save-bar.tsx';
import {
  DELETE_STOREFRONT,
  type Exposable,
  exposableQuery,
  STOREFRONT_BY_CODE,
  STOREFRONTS_QUERY_KEY,
  type Storefront,
} from './storefront-documents.ts';
import { draftChanges, type StorefrontDraft, toStorefrontDraft } from './storefront-draft.ts';

const SettingsSection = lazyComponent(
  async () => (await import('./settings-section.tsx')).SettingsSection,
  null,
);
const ExplorerSection = lazyComponent(
  async () => (await import('./keys/explorer-section.tsx')).ExplorerSection,
  null,
);
const KeysSection = lazyComponent(async () => (await import('./keys/keys-section.tsx')).KeysSection, null);
const FacetsSection = lazyComponent(async () => (await import('./facets-section.tsx')).FacetsSection, null);
const ExposureSection = lazyComponent(
  async () => (await import('./exposure-section.tsx')).ExposureSection,
  null,
);

const ObjectHistory = lazyComponent(
  async () => (await import('../../../catalogue/model/history/object-history.tsx')).ObjectHistory,
  null,
);

/** Shows one storefront: what it may read, its settings and its keys. */
function StorefrontContent() {
  const { code } = useParams({ from: '/authenticated/settings/storefronts/$code' });
  const locale = useViewScope().locale?.code ?? null;
  const query = useQuery({
    queryKey: [...STOREFRONTS_QUERY_KEY, 'one', code, locale],
    queryFn: async ({ signal }) => (await request(STOREFRONT_BY_CODE, { code, locale }, signal)).storefront,
  });
  const exposable = useQuery(exposableQuery(locale));
  return (
    <Page
      title={query.data?.label ?? t('Storefront')}
      intro={query.data ? <Summary storefront={query.data} /> : undefined}
      actions={query.data ? <DeleteButton storefront={query.data} /> : null}
    >
      <QueryResult query={query} what={t('storefront')} shape="form">
        {(storefront) =>
          storefront === null ? (
            <EmptyState title={t('Storefront not found')}>
              {t('It was deleted, or the URL is incorrect.')}
            </EmptyState>
          ) : (
            <QueryResult query={exposable} what={t('attributes')} shape="form">
              {(all) => <StorefrontSections key={storefront.code} storefront={storefront} exposable={all} />}
            </QueryResult>
          )
        }
      </QueryResult>
    </Page>
  );
}

function Summary({ storefront: { active, channel, code } }: { readonly storefront: Storefront }) {
  return (
    <span className="option-label" style={{ gap: 16 }}>
      <Code>{code}</Code>
      <span>{t('Channel {name}', { name: channel.label })}</span>
      <StatusBadge state={active ? 'ACTIVE' : 'INACTIVE'} />
    </span>
  );
}

function StorefrontSections(props: { readonly storefront: Storefront; readonly exposable: Exposable }) {
  const { storefront, exposable } = props;
  const { data: workspace } = useQuery(workspaceQuery);
  const navigate = useNavigate();
  const { section } = useSearch({ from: '/authenticated/settings/storefronts/$code' });
  const [changed, setChanged] = useState<Partial<StorefrontDraft>>({});
  const locale = workspace?.me.organization.defaultLocale ?? 'en_US';
  const stored = toStorefrontDraft(storefront, locale);
  const draft = { ...stored, ...changed };
  const changes = draftChanges(stored, draft);
  useBlocker({
    enableBeforeUnload: () => changes.size > 0,
    shouldBlockFn: ({ current, next }) =>
      changes.size > 0 &&
      current.pathname !== next.pathname &&
      !window.confirm(t('Leave without saving? Your changes of this storefront are lost.')),
  });
  const part = {
    storefront,
    draft,
    exposable,
    onChange: (change: Partial<StorefrontDraft>) => setChanged((before) => ({ ...before, ...change })),
  };
  const sections = {
    exposure: { title: t('Exposure'), content: <ExposureSection {...part} /> },
    facets: { title: t('Facets'), content: <FacetsSection {...part} /> },
    settings: { title: t('Locales and currencies'), content: <SettingsSection {...part} /> },
    preview: { title: t('Preview'), content: <PreviewSection {...part} /> },
    keys: { title: t('Keys'), content: <KeysSection {...part} /> },
    try: { title: t('Try it'), content: <ExplorerSection {...part} /> },
    history: { title: t('History'), content: <ObjectHistory kind="STOREFRONT" code={storefront.code} /> },
  };
  const names = Object.keys(sections) as (keyof typeof sections)[];
  return (
    <>
      <PageTabs
        label={t('Storefront')}
        parts={names.map((name) => sections[name])}
        selected={Math.max(names.indexOf(section as keyof typeof sections), 0)}
        onSelect={(index) =>
          void navigate({ to: '.', search: (old) => ({ ...old, section: names[index] }), replace: true })
        }
      />
      {changes.size === 0 ? null : (
        <SaveBar
          storefront={storefront}
          stored={stored}
          draft={draft}
          locale={locale}
          onDone={() => setChanged({})}
        />
      )}
    </>
  );
}

function DeleteButton({ storefront: { code, label } }: { readonly storefront: Storefront }) {
  const navigate = useNavigate();
  const deleting = useMutationWithToast(
    async (_: undefined) => unwrapPayload((await request(DELETE_STOREFRONT, { code })).deleteStorefront),
    [STOREFRONTS_QUERY_KEY],
    () => {
      void navigate({ to: '/settings/storefronts' });
      return t('{name} deleted.', { name: label });
    },
  );
  return (
    <Button
      variant="default"
      size="xs"
      onClick={() =>
        confirmAction({
          title: t('Delete {name}?', { name: label }),
          text: t('All its keys stop working immediately. This cannot be undone.'),
          verb: t('Delete'),
          onConfirm: () => deleting.mutate(undefined),
        })
      }
    >
      {t('Delete')}
    </Button>
  );
}

export const StorefrontPage = forAdministrators(t('Storefronts'), StorefrontContent);
