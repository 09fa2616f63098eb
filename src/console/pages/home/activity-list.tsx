import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Job } from '../../catalogue/jobs/job-documents.ts';
import { titleOf } from '../../catalogue/jobs/job-title.ts';
import { Rich } from '../../language/rich.tsx';
import { formatTag, t } from '../../language/t.ts';
import { QueryResult } from '../../ui/messages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ACTIVITY_TYPES, type Activity, type Resource, toActivities, type Verb } from './activity.ts';
import { activityQuery, type HomeCatalogue } from './home-documents.ts';
import { Sentence } from './sentence.tsx';

const SHOWN = 12;

/** Shows who did what, the latest first. */
export function ActivityList({ catalogue }: { readonly catalogue: HomeCatalogue }) {
  const jobs = catalogue.latestJobs.nodes;
  const activity = useQuery(activityQuery(ACTIVITY_TYPES, catalogue.events));
  return (
    <section aria-labelledby="activity">
      <Title order={2} id="activity" mb="xs">
        {t('Activity')}
      </Title>
      <QueryResult query={activity} what={t('activity')}>
        {({ summary, isFromStart }) => {
          const entries = [
            ...toActivities(summary, isFromStart).map((one) => ({ ...one, text: <Done activity={one} /> })),
            ...jobs.map((job) => ({ key: job.id, at: job.createdAt, since: null, text: <Ran job={job} /> })),
          ].toSorted((one, other) => other.at.localeCompare(one.at));
          return entries.length === 0 ? (
            <Text c="dimmed">{t('Nothing has happened yet.')}</Text>
          ) : (
            <ul className="plain-list">
              {entries.slice(0, SHOWN).map(({ key, at, since, text }) => (
                <Sentence key={key} at={at} since={since}>
                  {text}
                </Sentence>
              ))}
            </ul>
          );
        }}
      </QueryResult>
    </section>
  );
}

interface Named {
  /** Number of objects; 0 for several, whose number is not known. */
  readonly count: number;
  readonly name: string | null;
}

const OBJECTS: Readonly<Record<Resource, (named: Named) => string>> = {
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
    t('{count, plural, =0 {several front ends} one {front end {name}} other {# front ends}}', {
      count,
      name,
    }),
};

interface Parts {
  readonly who: ReactNode;
  readonly what: ReactNode;
}

const DID: Readonly<Record<Verb, (parts: Parts) => ReactNode>> = {
  created: ({ who, what }) => <Rich message="{who} created {what}." values={{ who, what }} />,
  updated: ({ who, what }) => <Rich message="{who} changed {what}." values={{ who, what }} />,
  deleted: ({ who, what }) => <Rich message="{who} deleted {what}." values={{ who, what }} />,
};

/** Maximum number of products that a link shows in the grid. */
const LINKED = 50;

function Done({ activity: { who, resource, verb, count, name, skus } }: { readonly activity: Activity }) {
  // A text without a number means several.
  const words = OBJECTS[resource as Resource]({ count: count ?? 0, name });
  const what =
    resource === 'product' && name !== null && verb !== 'deleted' ? (
      <TextLink key="object" to="/products/$sku" params={{ sku: name }}>
        {words}
      </TextLink>
    ) : resource === 'product' && verb !== 'deleted' && skus.length > 1 ? (
      <TextLink
        key="object"
        to="/products"
        search={{ where: [{ field: 'sku', operator: 'in', value: skus.slice(0, LINKED).join(',') }] }}
      >
        {words}
      </TextLink>
    ) : (
      words
    );
  return DID[verb as Verb]({ who: <strong key="who">{who}</strong>, what });
}

/** Returns the counts of a job that are not zero, and the state of its undo. */
function resultOf({ progress, reverted }: Job): string {
  const { created, updated, deleted, failed, processed } = progress;
  const parts = [
    created > 0 ? t('{count} created', { count: created.toLocaleString(formatTag) }) : null,
    updated > 0 ? t('{count} changed', { count: updated.toLocaleString(formatTag) }) : null,
    deleted > 0 ? t('{count} deleted', { count: deleted.toLocaleString(formatTag) }) : null,
    failed > 0 ? t('{count} failed', { count: failed.toLocaleString(formatTag) }) : null,
  ].filter((part) => part !== null);
  const counts =
    parts.length > 0 ? parts : [t('{count, plural, one {# row} other {# rows}}', { count: processed })];
  return [...counts, ...(reverted === null ? [] : [t('undone')])].join(', ');
}

function Ran({ job }: { readonly job: Job }) {
  const who = <strong key="who">{job.triggeredBy.name}</strong>;
  const link = (
    <TextLink key="job" to="/jobs/$id" params={{ id: job.id }}>
      {titleOf(job)}
    </TextLink>
  );
  switch (job.status) {
    case 'COMPLETED':
    case 'COMPLETED_WITH_ERRORS':
      return <Rich message="{who} ran {job}: {result}." values={{ who, job: link, result: resultOf(job) }} />;
    case 'FAILED':
      return <Rich message="{who} ran {job}, and it failed." values={{ who, job: link }} />;
    case 'CANCELLED':
      return <Rich message="{job} of {who} was cancelled." values={{ who, job: link }} />;
    default:
      return <Rich message="{who} started {job}." values={{ who, job: link }} />;
  }
}
