import { Group, Text } from '@mantine/core';
import { ChangedFields } from '../../../catalogue/model/history/changed-fields.tsx';
import { localeTag, t, translateLabel } from '../../../i18n/translate.ts';
import { DescriptionList } from '../../../ui/layout/description-list.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import type { AuditEntry } from './audit-documents.ts';

/** Titles of the details that neither the sentence nor the changes have. */
const DETAIL_TITLES: Readonly<Record<string, string>> = {
  address: t('IP address'),
  detail: t('Reason'),
  required_scopes: t('Required scopes'),
  created: t('Created'),
  updated: t('Updated'),
  deleted: translateLabel('Deleted'),
  unchanged: translateLabel('Unchanged'),
  skipped: translateLabel('Skipped'),
  failed: t('Failed'),
};

/** Shows what an entry has besides its sentence: fields before and after, further details, and a link to its object. */
export function AuditDetails({ entry }: { readonly entry: AuditEntry }) {
  const { changes, changesTruncated, data, object } = entry;
  const details = detailsOf(data);
  const hasDetails = Object.keys(details).length > 0;
  return (
    <>
      {changes.length === 0 ? null : <ChangedFields changes={changes} isTruncated={changesTruncated} />}
      <div style={{ padding: '4px' }}>
        {hasDetails ? <DescriptionList items={details} /> : null}
        {changes.length === 0 && !hasDetails ? <Text c="dimmed">{t('No further details.')}</Text> : null}
      </div>
      <Group gap="md" px={4} pb={8}>
        {object?.type === 'job' ? (
          <TextLink to="/jobs/$id" params={{ id: object.id }}>
            {t('Show job')}
          </TextLink>
        ) : null}
        {object?.type === 'webhook' && entry.kind !== 'webhook.deleted' ? (
          <TextLink to="/settings/webhooks/$id" params={{ id: object.id }}>
            {t('Open webhook')}
          </TextLink>
        ) : null}
      </Group>
    </>
  );
}

/** Returns details by title: texts and numbers, and those of a job's progress that are not zero. */
function detailsOf(data: unknown): Readonly<Record<string, string>> {
  if (typeof data !== 'object' || data === null) return {};
  const { progress, ...others } = data as Readonly<Record<string, unknown>>;
  const counts = typeof progress === 'object' && progress !== null ? progress : {};
  return Object.fromEntries(
    Object.entries({ ...others, ...counts })
      .filter(([key, value]) => key in DETAIL_TITLES && value !== 0)
      .flatMap(([key, value]): readonly (readonly [string, string])[] => {
        if (typeof value === 'string') return [[DETAIL_TITLES[key] ?? key, value]];
        if (typeof value === 'number') return [[DETAIL_TITLES[key] ?? key, value.toLocaleString(localeTag)]];
        return Array.isArray(value) && value.length > 0
          ? [[DETAIL_TITLES[key] ?? key, value.join(', ')]]
          : [];
      }),
  );
}
