import { Group, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useViewScope } from '../../api/view-scope.ts';
import { jobTitle } from '../../catalogue/jobs/job-title.ts';
import { FormattedMessage } from '../../i18n/formatted-message.tsx';
import { t } from '../../i18n/translate.ts';
import { CheckIcon } from '../../ui/icons.ts';
import { QueryResult } from '../../ui/messages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { AttentionItem } from './attention-item.tsx';
import { expiringTokens, isRecent } from './expiring-tokens.ts';
import { type Attention, attentionQuery, type HomeCatalogue, type HomeScope } from './home-documents.ts';

/** Shows the matters that somebody has to look at, a sentence each with a link. */
export function AttentionList(props: {
  readonly channels: readonly {
    readonly code: string;
    readonly locales: readonly { readonly code: string }[];
  }[];
  readonly isAdmin: boolean;
  /** Number of products in review. */
  readonly inReview: number;
  readonly tokens: NonNullable<HomeCatalogue['accessTokens']>['nodes'];
}) {
  const { channels, isAdmin, inReview, tokens } = props;
  const scopes = channels.flatMap(({ code, locales }) =>
    locales.map((locale) => ({ channel: code, locale: locale.code })),
  );
  const { channel, locale } = useViewScope();
  const here = channel === null || locale === null ? null : { channel: channel.code, locale: locale.code };
  const attention = useQuery(attentionQuery(scopes, here, isAdmin));
  return (
    <section aria-labelledby="attention">
      <Title order={2} id="attention" mb="xs">
        {t('Needs attention')}
      </Title>
      {scopes.length === 0 ? (
        <NothingToDo />
      ) : (
        <QueryResult query={attention} what={t('open points')} shape="rows">
          {(attentionItems) => {
            const sentences = [
              ...blockedItems(attentionItems, scopes),
              ...incompleteItems(attentionItems, channel, locale),
              ...inReviewItems(inReview),
              ...failedJobItems(attentionItems),
              ...failingWebhookItems(attentionItems),
              ...expiringTokenItems(tokens),
            ];
            return sentences.length === 0 ? <NothingToDo /> : <ul className="plain-list">{sentences}</ul>;
          }}
        </QueryResult>
      )}
    </section>
  );
}

const NothingToDo = () => (
  <Group gap="xs" c="dimmed">
    <CheckIcon color="var(--ok)" />
    {t('Nothing needs attention.')}
  </Group>
);

function blockedItems({ blocked }: Attention, scopes: readonly HomeScope[]): ReactNode[] {
  const count = blocked.totalCount ?? 0;
  if (count === 0) return [];
  const value = scopes.map(({ channel, locale }) => `${channel}:blocked:${locale}`).join(',');
  const where = [{ field: 'publication', operator: 'in', value }];
  return [
    <AttentionItem key="refused" tone="warn">
      <FormattedMessage
        message="{products} published, but not live in a language of a channel."
        values={{
          products: (
            <TextLink to="/products" search={{ where }}>
              {t('{count, plural, one {# product is} other {# products are}}', { count })}
            </TextLink>
          ),
        }}
      />
    </AttentionItem>,
  ];
}

/** A label of the page. */
type LabeledScope = { readonly code: string; readonly label: string } | null;

function incompleteItems(
  { incomplete: incompleteProducts }: Attention,
  channel: LabeledScope,
  locale: LabeledScope,
): ReactNode[] {
  const count = incompleteProducts.totalCount ?? 0;
  if (count === 0 || channel === null || locale === null) return [];
  const where = [
    { field: 'publication', operator: 'in', value: `${channel.code}:published:${locale.code}` },
    { field: 'completeness', operator: 'lt', value: '100' },
  ];
  return [
    <AttentionItem key="incomplete" tone="warn">
      <FormattedMessage
        message="{products} live in {channel}, but incomplete in {locale}."
        values={{
          channel: channel.label,
          locale: locale.label,
          products: (
            <TextLink to="/products" search={{ where }}>
              {t('{count, plural, one {# product is} other {# products are}}', { count })}
            </TextLink>
          ),
        }}
      />
    </AttentionItem>,
  ];
}

const inReviewItems = (count: number): ReactNode[] =>
  count === 0
    ? []
    : [
        <AttentionItem key="review" tone="warn">
          <FormattedMessage
            message="{products} in review."
            values={{
              products: (
                <TextLink
                  to="/products"
                  search={{ where: [{ field: 'status', operator: 'eq', value: 'in_review' }] }}
                >
                  {t('{count, plural, one {# product is} other {# products are}}', { count })}
                </TextLink>
              ),
            }}
          />
        </AttentionItem>,
      ];

const failedJobItems = ({ jobs: { nodes } }: Attention): ReactNode[] =>
  nodes
    .filter(({ finishedAt, reverted }) => reverted === null && isRecent(finishedAt))
    .slice(0, 6)
    .map((job) => {
      const link = (
        <TextLink key="job" to="/jobs/$id" params={{ id: job.id }}>
          {jobTitle(job)}
        </TextLink>
      );
      return job.status === 'FAILED' ? (
        <AttentionItem key={job.id} tone="error" at={job.finishedAt}>
          <FormattedMessage message="{job} failed." values={{ job: link }} />
        </AttentionItem>
      ) : (
        <AttentionItem key={job.id} tone="warn" at={job.finishedAt}>
          <FormattedMessage
            message="{count, plural, one {# row} other {# rows}} of {job} failed."
            values={{ job: link, count: job.progress.failed }}
          />
        </AttentionItem>
      );
    });

const failingWebhookItems = ({ webhooks: list }: Attention): ReactNode[] =>
  (list?.nodes ?? [])
    .filter(({ state }) => state !== 'ACTIVE')
    .map(({ id, url, state, stateSince }) => {
      const webhook = (
        <TextLink to="/settings/webhooks/$id" params={{ id }}>
          {url}
        </TextLink>
      );
      return (
        <AttentionItem key={id} tone={state === 'FAILING' ? 'warn' : 'error'} at={stateSince}>
          {state === 'FAILING' ? (
            <FormattedMessage message="The deliveries to {webhook} fail." values={{ webhook }} />
          ) : state === 'PAUSED' ? (
            <FormattedMessage message="The webhook {webhook} is paused." values={{ webhook }} />
          ) : (
            <FormattedMessage
              message="The webhook {webhook} is disabled: its receiver is gone."
              values={{ webhook }}
            />
          )}
        </AttentionItem>
      );
    });

const expiringTokenItems = (tokens: NonNullable<HomeCatalogue['accessTokens']>['nodes']): ReactNode[] =>
  expiringTokens(tokens).map(({ id, name, expiresAt, isExpired }) => {
    const token = <TextLink to="/settings/tokens">{name}</TextLink>;
    return (
      <AttentionItem key={id} tone={isExpired ? 'error' : 'warn'} at={expiresAt}>
        {isExpired ? (
          <FormattedMessage message="The token {token} has expired." values={{ token }} />
        ) : (
          <FormattedMessage message="The token {token} expires soon." values={{ token }} />
        )}
      </AttentionItem>
    );
  });
