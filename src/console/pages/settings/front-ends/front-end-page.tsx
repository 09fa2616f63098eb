import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useBlocker, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { settled } from '../../../api/problem.ts';
import { request } from '../../../api/request.ts';
import { useViewScope } from '../../../api/view-scope.ts';
import { workspaceQuery } from '../../../api/workspace.ts';
import { t } from '../../../language/t.ts';
import { Code } from '../../../ui/code.tsx';
import { forAdministrators } from '../../../ui/layout/restricted-page.tsx';
import { Sections } from '../../../ui/layout/sections.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { confirmFirst } from '../../../ui/messages/confirm.tsx';
import { EmptyState, QueryResult } from '../../../ui/messages/states.tsx';
import { Page } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useChange } from '../../../ui/use-change.ts';
import {
  DELETE_FRONT_END,
  type Exposable,
  exposableQuery,
  FRONT_ENDS_KEY,
  type FrontEnd,
  ONE_FRONT_END,
} from './front-end-documents.ts';
import { changesOf, draftOf, type FrontEndDraft } from './front-end-draft.ts';
import { PreviewSection } from './preview-section.tsx';
import { SaveBar } from './save-bar.tsx';

const SettingsSection = lazyPart(async () => (await import('./settings-section.tsx')).SettingsSection, null);
const TrySection = lazyPart(async () => (await import('./keys/try-section.tsx')).TrySection, null);
const KeysSection = lazyPart(async () => (await import('./keys/keys-section.tsx')).KeysSection, null);
const FacetsSection = lazyPart(async () => (await import('./facets-section.tsx')).FacetsSection, null);
const ExposureSection = lazyPart(async () => (await import('./exposure-section.tsx')).ExposureSection, null);

/** Shows one storefront: what it may read, its settings and its keys. */
function FrontEndContent() {
  const { code } = useParams({ from: '/authenticated/settings/front-ends/$code' });
  const locale = useViewScope().locale?.code ?? null;
  const query = useQuery({
    queryKey: [...FRONT_ENDS_KEY, 'one', code, locale],
    queryFn: async ({ signal }) => (await request(ONE_FRONT_END, { code, locale }, signal)).storefront,
  });
  const exposable = useQuery(exposableQuery(locale));
  return (
    <Page
      title={query.data?.label ?? t('Front end')}
      intro={query.data ? <Summary frontEnd={query.data} /> : undefined}
      actions={query.data ? <DeleteButton frontEnd={query.data} /> : null}
    >
      <QueryResult query={query} what={t('front end')}>
        {(frontEnd) =>
          frontEnd === null ? (
            <EmptyState title={t('Front end not found')}>
              {t('It was deleted, or the URL is incorrect.')}
            </EmptyState>
          ) : (
            <QueryResult query={exposable} what={t('attributes')}>
              {(all) => <FrontEndSections key={frontEnd.code} frontEnd={frontEnd} exposable={all} />}
            </QueryResult>
          )
        }
      </QueryResult>
    </Page>
  );
}

function Summary({ frontEnd: { active, channel, code } }: { readonly frontEnd: FrontEnd }) {
  return (
    <span className="option-label" style={{ gap: 16 }}>
      <Code>{code}</Code>
      <span>{t('Channel {name}', { name: channel.label })}</span>
      <StatusBadge state={active ? 'ACTIVE' : 'INACTIVE'} />
    </span>
  );
}

function FrontEndSections(props: { readonly frontEnd: FrontEnd; readonly exposable: Exposable }) {
  const { frontEnd, exposable } = props;
  const { data: workspace } = useQuery(workspaceQuery);
  const navigate = useNavigate();
  const { section } = useSearch({ from: '/authenticated/settings/front-ends/$code' });
  const [changed, setChanged] = useState<Partial<FrontEndDraft>>({});
  const locale = workspace?.me.organization.defaultLocale ?? 'en_US';
  const stored = draftOf(frontEnd, locale);
  const draft = { ...stored, ...changed };
  const changes = changesOf(stored, draft);
  useBlocker({
    enableBeforeUnload: () => changes.size > 0,
    shouldBlockFn: ({ current, next }) =>
      changes.size > 0 &&
      current.pathname !== next.pathname &&
      !window.confirm(t('Leave without saving? Your changes of this front end are lost.')),
  });
  const part = {
    frontEnd,
    draft,
    exposable,
    onChange: (change: Partial<FrontEndDraft>) => setChanged((before) => ({ ...before, ...change })),
  };
  const sections = {
    exposure: { title: t('Exposure'), content: <ExposureSection {...part} /> },
    facets: { title: t('Facets'), content: <FacetsSection {...part} /> },
    settings: { title: t('Locales and currencies'), content: <SettingsSection {...part} /> },
    preview: { title: t('Preview'), content: <PreviewSection {...part} /> },
    keys: { title: t('Keys'), content: <KeysSection {...part} /> },
    try: { title: t('Try it'), content: <TrySection {...part} /> },
  };
  const names = Object.keys(sections) as (keyof typeof sections)[];
  return (
    <>
      <Sections
        label={t('Front end')}
        parts={names.map((name) => sections[name])}
        selected={Math.max(names.indexOf(section as keyof typeof sections), 0)}
        onSelect={(place) =>
          void navigate({ to: '.', search: (old) => ({ ...old, section: names[place] }), replace: true })
        }
      />
      {changes.size === 0 ? null : (
        <SaveBar
          frontEnd={frontEnd}
          stored={stored}
          draft={draft}
          locale={locale}
          onDone={() => setChanged({})}
        />
      )}
    </>
  );
}

function DeleteButton({ frontEnd: { code, label } }: { readonly frontEnd: FrontEnd }) {
  const navigate = useNavigate();
  const deleting = useChange(
    async (_: undefined) => settled((await request(DELETE_FRONT_END, { code })).deleteStorefront),
    [FRONT_ENDS_KEY],
    () => {
      void navigate({ to: '/settings/front-ends' });
      return t('{name} deleted.', { name: label });
    },
  );
  return (
    <Button
      variant="default"
      size="xs"
      onClick={() =>
        confirmFirst({
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

export const FrontEndPage = forAdministrators(t('Front ends'), FrontEndContent);
