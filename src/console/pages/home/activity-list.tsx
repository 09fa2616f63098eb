import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Job } from '../../catalogue/jobs/job-documents.ts';
import { jobTitle } from '../../catalogue/jobs/job-title.ts';
import { FormattedMessage } from '../../i18n/formatted-message.tsx';
import { localeName } from '../../i18n/locale-name.ts';
import { localeTag, t } from '../../i18n/translate.ts';
import { QueryResult } from '../../ui/messages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import {
  ACTIVITY_TYPES,
  type Activity,
  type ActivityType,
  groupActivity,
  type Resource,
} from './activity.ts';
import { AttentionItem } from './attention-item.tsx';
import { activityQuery, type HomeCatalogue } from './home-documents.ts';

const MAX_ENTRIES = 12;

/** Shows who did what, the latest first. */
export function ActivityList({ catalogue }: { readonly catalogue: HomeCatalogue }) {
  const jobs = catalogue.latestJobs.nodes;
  const labels = new Map(
    catalogue.latestChanges.nodes
      .toReversed()
      .map(({ kind, code, label }) => [
        labelKey(kind.toLowerCase(), code),
        kind === 'LOCALE' ? localeName(code) : label,
      ]),
  );
  const activity = useQuery(activityQuery(ACTIVITY_TYPES, catalogue.events));
  return (
    <section aria-labelledby="activity">
      <Title order={2} id="activity" mb="xs">
        {t('Activity')}
      </Title>
      <QueryResult query={activity} what={t('activity')} shape="rows">
        {({ summary, isFromStart }) => {
          const entries = [
            ...groupActivity(summary, isFromStart).map((one) => ({
              ...one,
              text: (
                <ActivityEntry
                  activity={one}
                  label={labels.get(labelKey(one.resource, one.name ?? '')) ?? one.name}
                />
              ),
            })),
            ...jobs.map((job) => ({
              key: job.id,
              at: job.createdAt,
              since: null,
              text: <JobEntry job={job} />,
            })),
          ].toSorted((one, other) => other.at.localeCompare(one.at));
          return entries.length === 0 ? (
            <Text c="dimmed">{t('Nothing has happened yet.')}</Text>
          ) : (
            <ul className="plain-list">
              {entries.slice(0, MAX_ENTRIES).map(({ key, at, since, text }) => (
                <AttentionItem key={key} at={at} since={since}>
                  {text}
                </AttentionItem>
              ))}
            </ul>
          );
        }}
      </QueryResult>
    </section>
  );
}

interface CountedObjects {
  /** Number of objects; 0 for several, whose number is not known. */
  readonly count: number;
  readonly name: string | null;
}

const OBJECT_LABELS: Readonly<Record<Resource, (objects: CountedObjects) => string>> = {
  product: ({ count, name }) =>
    t('{count, plural, =0 {several products} one {product {name}} other {# products}}', { count, name }),
  entity: ({ count, name }) =>
    t('{count, plural, =0 {several entities} one {entity {name}} other {# entities}}', { count, name }),
  category: ({ count, name }) =>
    t('{count, plural, =0 {several categories} one {category {name}} other {# categories}}', { count, name }),
  media: ({ count, name }) =>
    t('{count, plural, =0 {several files} one {file {name}} other {# files}}', { count, name }),
  attribute: ({ count, name }) =>
    t('{count, plural, =0 {several attributes} one {attribute {name}} other {# attributes}}', {
      count,
      name,
    }),
  attribute_set: ({ count, name }) =>
    t('{count, plural, =0 {several attribute sets} one {attribute set {name}} other {# attribute sets}}', {
      count,
      name,
    }),
  attribute_group: ({ count, name }) =>
    t(
      '{count, plural, =0 {several attribute groups} one {attribute group {name}} other {# attribute groups}}',
      { count, name },
    ),
  option: ({ count, name }) =>
    t('{count, plural, =0 {several options} one {option {name}} other {# options}}', { count, name }),
  option_set: ({ count, name }) =>
    t('{count, plural, =0 {several option sets} one {option set {name}} other {# option sets}}', {
      count,
      name,
    }),
  entity_type: ({ count, name }) =>
    t('{count, plural, =0 {several entity types} one {entity type {name}} other {# entity types}}', {
      count,
      name,
    }),
  association_type: ({ count, name }) =>
    t(
      '{count, plural, =0 {several association types} one {association type {name}} other {# association types}}',
      { count, name },
    ),
  channel: ({ count, name }) =>
    t('{count, plural, =0 {several channels} one {channel {name}} other {# channels}}', { count, name }),
  locale: ({ count, name }) =>
    t('{count, plural, =0 {several locales} one {locale {name}} other {# locales}}', { count, name }),
  storefront: ({ count, name }) =>
    t('{count, plural, =0 {several storefronts} one {storefront {name}} other {# storefronts}}', {
      count,
      name,
    }),
};

interface MessageValues {
  readonly who: ReactNode;
  readonly what: ReactNode;
}

const ACTIVITY_MESSAGES: Readonly<Record<ActivityType, (parts: MessageValues) => ReactNode>> = {
  created: ({ who, what }) => <FormattedMessage message="{who} created {what}." values={{ who, what }} />,
  updated: ({ who, what }) => <FormattedMessage message="{who} changed {what}." values={{ who, what }} />,
  deleted: ({ who, what }) => <FormattedMessage message="{who} deleted {what}." values={{ who, what }} />,
};

/** Maximum number of products that a link shows in the grid. */
const MAX_LINKED_SKUS = 50;

const labelKey = (resource: string, code: string) => `${resource} ${code}`;

function ActivityEntry({
  activity: { who, resource, verb, count, name, skus },
  label,
}: {
  readonly activity: Activity;
  /** Label of a single object; its SKU or code where none is known. */
  readonly label: string | null;
}) {
  // A text without a number means several.
  const activityText = OBJECT_LABELS[resource as Resource]({ count: count ?? 0, name: label });
  const what =
    resource === 'product' && name !== null && verb !== 'deleted' ? (
      <TextLink key="object" to="/products/$sku" params={{ sku: name }}>
        {activityText}
      </TextLink>
    ) : resource === 'product' && verb !== 'deleted' && skus.length > 1 ? (
      <TextLink
        key="object"
        to="/products"
        search={{
          where: [{ field: 'sku', operator: 'in', value: skus.slice(0, MAX_LINKED_SKUS).join(',') }],
        }}
      >
        {activityText}
      </TextLink>
    ) : (
      activityText
    );
  return ACTIVITY_MESSAGES[verb as ActivityType]({ who: <strong key="who">{who}</strong>, what });
}

/** Returns the counts of a job that are not zero, and the state of its undo. */
function jobResult({ progress, reverted }: Job): string {
  const { created, updated, deleted, failed, processed } = progress;
  const parts = [
    created > 0 ? t('{count} created', { count: created.toLocaleString(localeTag) }) : null,
    updated > 0 ? t('{count} changed', { count: updated.toLocaleString(localeTag) }) : null,
    deleted > 0 ? t('{count} deleted', { count: deleted.toLocaleString(localeTag) }) : null,
    failed > 0 ? t('{count} failed', { count: failed.toLocaleString(localeTag) }) : null,
  ].filter((part) => part !== null);
  const counts =
    parts.length > 0 ? parts : [t('{count, plural, one {# row} other {# rows}}', { count: processed })];
  return [...counts, ...(reverted === null ? [] : [t('undone')])].join(', ');
}

function JobEntry({ job }: { readonly job: Job }) {
  const who = <strong key="who">{job.triggeredBy.name}</strong>;
  const link = (
    <TextLink key="job" to="/jobs/$id" params={{ id: job.id }}>
      {jobTitle(job)}
    </TextLink>
  );
  switch (job.status) {
    case 'COMPLETED':
    case 'COMPLETED_WITH_ERRORS':
      return (
        <FormattedMessage
          message="{who} ran {job}: {result}."
          values={{ who, job: link, result: jobResult(job) }}
        />
      );
    case 'FAILED':
      return <FormattedMessage message="{who} ran {job}, and it failed." values={{ who, job: link }} />;
    case 'CANCELLED':
      return <FormattedMessage message="{job} of {who} was cancelled." values={{ who, job: link }} />;
    default:
      return <FormattedMessage message="{who} started {job}." values={{ who, job: link }} />;
  }
}
