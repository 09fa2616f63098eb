import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useList } from '../../api/use-list.ts';
import { useViewScope } from '../../api/view-scope.ts';
import { t } from '../../i18n/translate.ts';
import { PagedTable } from '../../ui/data-table.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ChangeList } from '../changes/change-list.tsx';
import { type ChangeLabels, valuePathKey, valuePathLabel } from '../changes/format-change.ts';
import { useChangeLabels } from '../changes/use-change-labels.ts';
import {
  areFieldCountsPartial,
  FIELD_COUNT_LIMIT,
  jobFieldsQuery,
  loadJobChanges,
  productLabelsQuery,
} from './change-documents.ts';
import type { Job } from './job-documents.ts';

/**
 * Shows the changes of a job: fields with numbers, then each object with old and new values; for a dry run, the
 * expected changes.
 */
export function ChangedObjects({ job }: { readonly job: Job }) {
  const { id, dryRun, progress } = job;
  const total = progress.created + progress.updated + progress.deleted;
  const { channel, locale } = useViewScope();
  const list = useList(['job changes', id], (after, signal) => loadJobChanges(id, after, signal));
  const fields = useQuery(jobFieldsQuery(id)).data ?? [];
  const items = list.items ?? [];
  const names = useChangeLabels([...fields, ...items.flatMap(({ changes }) => changes)]);
  const skus = items.flatMap(({ type, ref }) => (type === 'product' ? [ref] : []));
  const scope = { channel: channel?.code ?? null, locale: locale?.code ?? null };
  const { data: labels } = useQuery({ ...productLabelsQuery(skus, scope), enabled: skus.length > 0 });
  return (
    <>
      <ChangedFields fields={fields} names={names} />
      {fields.length > 0 && areFieldCountsPartial(job) ? (
        <p className="quiet">
          {t('Counted in the first {count, number} changes.', { count: FIELD_COUNT_LIMIT })}
        </p>
      ) : null}
      <PagedTable
        list={list}
        what={t('changes')}
        keyOf={(item) => items.indexOf(item)}
        empty={<p className="quiet">{t('The changes of this job are not stored.')}</p>}
        columns={[
          {
            title: t('Object'),
            isHeader: true,
            width: '28%',
            cell: ({ ref }) => <ChangedObject sku={ref} label={labels?.get(ref) ?? null} />,
          },
          { title: t('Result'), width: '14%', cell: ({ kind }) => <StatusBadge state={kind} /> },
          {
            title: t('Changes'),
            cell: ({ changes, changesTruncated }) =>
              changesTruncated ? (
                t('{fields} (too long to show)', {
                  fields: changes.map((change) => valuePathLabel(change, names)).join(', '),
                })
              ) : (
                <ChangeList changes={changes} names={names} />
              ),
          },
        ]}
      />
      {dryRun && items.length > 0 && !list.hasMore && items.length < total ? (
        <p className="quiet">{t('The list has the first products; the counts above are of all of them.')}</p>
      ) : null}
    </>
  );
}

/** Shows a product by its label, with a link to it; by its SKU if it does not exist. Entities have no page. */
function ChangedObject({ sku, label }: { readonly sku: string; readonly label: string | null }) {
  if (label === null) return <span className="code">{sku}</span>;
  return (
    <>
      <TextLink to="/products/$sku" params={{ sku }}>
        {label}
      </TextLink>
      <div className="code quiet">{sku}</div>
    </>
  );
}

/** Maximum number of fields that are shown at first. */
const INITIAL_FIELDS = 12;

function ChangedFields(props: {
  readonly fields: readonly (Parameters<typeof valuePathLabel>[0] & { readonly count: number })[];
  readonly names: ChangeLabels;
}) {
  const { fields, names } = props;
  const [showsAll, setShowsAll] = useState(false);
  if (fields.length === 0) return null;
  const visibleFields = showsAll ? fields : fields.slice(0, INITIAL_FIELDS);
  return (
    <div>
      <ul className="plain-list inline-list" aria-label={t('Changed fields')}>
        {visibleFields.map((field) => (
          <li key={valuePathKey(field)}>
            {valuePathLabel(field, names)}{' '}
            <Text span inherit c="dimmed" className="number">
              {field.count}
            </Text>
          </li>
        ))}
      </ul>
      {fields.length > visibleFields.length ? (
        <button type="button" className="link-button" onClick={() => setShowsAll(true)}>
          {t('Show all {count}', { count: fields.length })}
        </button>
      ) : null}
    </div>
  );
}
