import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useViewScope } from '../../api/view-scope.ts';
import { isAdministrator, workspaceQuery } from '../../api/workspace.ts';
import type { Condition } from '../../catalogue/search/conditions.ts';
import { localeTag, t } from '../../i18n/translate.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { QueryResult } from '../../ui/messages/states.tsx';
import { Page } from '../../ui/page.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ActivityList } from './activity-list.tsx';
import { AttentionList } from './attention-list.tsx';
import { catalogueQuery, type HomeCatalogue } from './home-documents.ts';
import { MentionList } from './mention-list.tsx';
import { MissingAttributesList } from './missing-attributes-list.tsx';
import { OnboardingChecklist } from './onboarding-checklist.tsx';
import { ReadinessTable } from './readiness-table.tsx';
import { SampleProducts } from './sample-products.tsx';

const Start = lazyComponent(async () => (await import('./start/start.tsx')).Start, null);

/** Shows the start page: readiness, what needs attention, what has happened, and how to begin. */
export function HomePage() {
  const { data: workspace } = useQuery(workspaceQuery);
  const isAdmin = isAdministrator(workspace?.me.role);
  const { channel, locale } = useViewScope();
  const here = channel === null || locale === null ? null : { channel: channel.code, locale: locale.code };
  const catalogue = useQuery({
    ...catalogueQuery(isAdmin, here),
    enabled: workspace !== undefined,
  });
  return (
    <Page title={t('Home')}>
      <QueryResult query={catalogue} what={t('the catalogue')} shape="rows">
        {(productCounts) =>
          productCounts.attributeSets.totalCount === 0 && workspace !== undefined ? (
            <Start workspace={workspace} />
          ) : (
            <div className="home">
              <Stack gap={28} miw={0}>
                <Counts catalogue={productCounts} />
                <ReadinessTable />
                <MissingAttributesList facets={productCounts.here.facets} />
              </Stack>
              <Stack gap={28} miw={0}>
                {workspace === undefined ? null : (
                  <OnboardingChecklist catalogue={productCounts} here={here} me={workspace.me} />
                )}
                <SampleProducts count={productCounts.samples.totalCount ?? 0} />
                <MentionList mentions={productCounts.mentions} />
                <AttentionList
                  channels={workspace?.channels.nodes ?? []}
                  isAdmin={isAdmin}
                  inReview={productCounts.inReview.totalCount ?? 0}
                  tokens={productCounts.accessTokens?.nodes ?? []}
                />
                <ActivityList catalogue={productCounts} />
              </Stack>
            </div>
          )
        }
      </QueryResult>
    </Page>
  );
}

const withStatus = (value: string): readonly Condition[] => [{ field: 'status', operator: 'eq', value }];

/** Shows the number of products by status, each with a link to them. Archived products are not among all. */
function Counts({ catalogue }: { readonly catalogue: HomeCatalogue }) {
  const { all, published, inReview, drafts, archived } = catalogue;
  return (
    <section className="counts" aria-label={t('Products')}>
      <Count count={all.totalCount} where={[]}>
        {t('Products')}
      </Count>
      <Count count={published.totalCount} where={withStatus('published')}>
        <StatusBadge state="PUBLISHED" />
      </Count>
      <Count count={inReview.totalCount} where={withStatus('in_review')}>
        <StatusBadge state="IN_REVIEW" />
      </Count>
      <Count count={drafts.totalCount} where={withStatus('draft')}>
        <StatusBadge state="DRAFT" />
      </Count>
      {archived.totalCount === 0 ? null : (
        <Count count={archived.totalCount} where={withStatus('archived')}>
          <StatusBadge state="ARCHIVED" />
        </Count>
      )}
    </section>
  );
}

function Count(props: {
  readonly count: number | null;
  readonly where: readonly Condition[];
  readonly children: ReactNode;
}) {
  const { count, where, children } = props;
  return (
    <TextLink to="/products" search={where.length === 0 ? {} : { where }} className="count">
      <Text span fz="xl" fw={600} lh="28px" c="var(--ink-1)" className="number">
        {count?.toLocaleString(localeTag) ?? '–'}
      </Text>
      <span>{children}</span>
    </TextLink>
  );
}
