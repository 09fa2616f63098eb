import { Group, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useViewScope } from '../../api/view-scope.ts';
import { titleOf } from '../../catalogue/jobs/job-title.ts';
import { Rich } from '../../language/rich.tsx';
import { t } from '../../language/t.ts';
import { CheckIcon } from '../../ui/icons.ts';
import { QueryResult } from '../../ui/messages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { type Attention, attentionQuery, type HomeCatalogue, type HomeScope } from './home-documents.ts';
import { expiringTokens, isRecent } from './recent.ts';
import { Sentence } from './sentence.tsx';

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
        <QueryResult query={attention} what={t('open points')}>
          {(found) => {
            const sentences = [
              ...refused(found, scopes),
              ...incomplete(found, channel, locale),
              ...waiting(inReview),
              ...jobs(found),
              ...webhooks(found),
              ...expiring(tokens),
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

function refused({ blocked }: Attention, scopes: readonly HomeScope[]): ReactNode[] {
  const count = blocked.totalCount ?? 0;
  if (count === 0) return [];
  const value = scopes.map(({ channel, locale }) => `${channel}:blocked:${locale}`).join(',');
  const where = [{ field: 'publication', operator: 'in', value }];
  return [
    <Sentence key="refused" tone="warn">
      <Rich
        message="{products} published, but not live in a language of a channel."
        values={{
          products: (
            <TextLink to="/products" search={{ where }}>
              {t('{count, plural, one {# product is} other {# products are}}', { count })}
            </TextLink>
          ),
        }}
      />
    </Sentence>,
  ];
}

/** A label of the page. */
type Labelled = { readonly code: string; readonly label: string } | null;

function incomplete({ incomplete: found }: Attention, channel: Labelled, locale: Labelled): ReactNode[] {
  const count = found.totalCount ?? 0;
  if (count === 0 || channel === null || locale === null) return [];
  const where = [
    { field: 'publication', operator: 'in', value: `${channel.code}:published:${locale.code}` },
    { field: 'completeness', operator: 'lt', value: '100' },
  ];
  return [
    <Sentence key="incomplete" tone="warn">
      <Rich
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
    </Sentence>,
  ];
}

const waiting = (count: number): ReactNode[] =>
  count === 0
    ? []
    : [
        <Sentence key="review" tone="warn">
          <Rich
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
        </Sentence>,
      ];

const jobs = ({ jobs: { nodes } }: Attention): ReactNode[] =>
  nodes
    .filter(({ finishedAt, reverted }) => reverted === null && isRecent(finishedAt))
    .slice(0, 6)
    .map((job) => {
      const link = (
        <TextLink key="job" to="/jobs/$id" params={{ id: job.id }}>
          {titleOf(job)}
        </TextLink>
      );
      return job.status === 'FAILED' ? (
        <Sentence key={job.id} tone="error" at={job.finishedAt}>
          <Rich message="{job} failed." values={{ job: link }} />
        </Sentence>
      ) : (
        <Sentence key={job.id} tone="warn" at={job.finishedAt}>
          <Rich
            message="{count, plural, one {# row} other {# rows}} of {job} failed."
            values={{ job: link, count: job.progress.failed }}
          />
        </Sentence>
      );
    });

const webhooks = ({ webhooks: list }: Attention): ReactNode[] =>
  (list?.nodes ?? [])
    .filter(({ state }) => state !== 'ACTIVE')
    .map(({ id, url, state, stateSince }) => {
      const webhook = (
        <TextLink to="/settings/webhooks/$id" params={{ id }}>
          {url}
        </TextLink>
      );
      return (
        <Sentence key={id} tone={state === 'FAILING' ? 'warn' : 'error'} at={stateSince}>
          {state === 'FAILING' ? (
            <Rich message="The deliveries to {webhook} fail." values={{ webhook }} />
          ) : state === 'PAUSED' ? (
            <Rich message="The webhook {webhook} is paused." values={{ webhook }} />
          ) : (
            <Rich message="The webhook {webhook} is disabled: its receiver is gone." values={{ webhook }} />
          )}
        </Sentence>
      );
    });

const expiring = (tokens: NonNullable<HomeCatalogue['accessTokens']>['nodes']): ReactNode[] =>
  expiringTokens(tokens).map(({ id, name, expiresAt, isExpired }) => {
    const token = <TextLink to="/settings/tokens">{name}</TextLink>;
    return (
      <Sentence key={id} tone={isExpired ? 'error' : 'warn'} at={expiresAt}>
        {isExpired ? (
          <Rich message="The token {token} has expired." values={{ token }} />
        ) : (
          <Rich message="The token {token} expires soon." values={{ token }} />
        )}
      </Sentence>
    );
  });
