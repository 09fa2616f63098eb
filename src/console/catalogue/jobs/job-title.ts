import { graphql, type ResultOf } from '../../api/graphql.ts';
import { formatList } from '../../i18n/format-list.ts';
import { sentenceCase } from '../../i18n/sentence-case.ts';
import { t, translateLabel } from '../../i18n/translate.ts';
import { stripBrackets } from '../../ui/labels/plain-label.ts';

/** Selects the title of a job. */
const OWN_TITLE = graphql(`
  fragment OwnJobTitle on Job {
    type subject dryRun
    file { name }
    bulkEdit { deletes count fields { path attribute { label(locale: $words) } } }
  }
`);

/** Selects the same, with the job that an undo undoes. */
export const JOB_TITLE = graphql(
  `
  fragment JobTitle on Job {
    ...OwnJobTitle
    reverts { ...OwnJobTitle reverts { ...OwnJobTitle } }
  }
`,
  [OWN_TITLE],
);

type TitledJob = Omit<ResultOf<typeof OWN_TITLE>, 'file' | 'bulkEdit'> &
  Partial<ResultOf<typeof OWN_TITLE>> & { readonly reverts?: TitledJob | null };

/**
 * Returns the title of a job: `Import of lamps.csv`, `Bulk edit: List price, 4 products`,
 * `Undo of “Delete 3 products” (dry run)`.
 */
export const jobTitle = (job: TitledJob): string =>
  job.dryRun ? `${titleWithoutDryRun(job)} ${t('(dry run)')}` : titleWithoutDryRun(job);

function titleWithoutDryRun({ type, subject, file, bulkEdit, reverts }: TitledJob): string {
  const name = file?.name ?? subject;
  switch (type) {
    case 'BULK':
      return bulkEditTitle(bulkEdit ?? null);
    case 'ERASURE':
      return t('Erasure of personal data');
    case 'EXPORT':
      return subject === 'snapshot' ? t('Snapshot of the catalogue') : t('Export of {name}', { name });
    case 'IMPORT':
      return t('Import of {name}', { name: name === 'akeneo folder' ? t('Akeneo folder') : name });
    case 'CLEAR':
      return t('Removal of values of {name}', { name });
    case 'MERGE':
      return t('Merge of options into {name}', { name });
    case 'RECOMPUTE':
      return subject === 'search rows'
        ? t('Update of the search index')
        : t('Completeness update of {name}', { name });
    case 'REVERT':
      return undoTitle(reverts ?? null);
  }
}

/** Maximum number of fields that a title names. */
const MAX_NAMED_FIELDS = 2;

function bulkEditTitle(edit: TitledJob['bulkEdit'] | null): string {
  if (edit === null || edit === undefined) return t('Bulk edit');
  const { deletes, count, fields } = edit;
  if (deletes) return t('Delete {count, plural, one {# product} other {# products}}', { count });
  const names = [
    ...new Set(
      fields.map(({ path, attribute }) =>
        attribute === null
          ? path.startsWith('values.')
            ? path.slice('values.'.length)
            : translateLabel(sentenceCase(path.split('.')[0] ?? path))
          : stripBrackets(attribute.label),
      ),
    ),
  ];
  const more = names.length - MAX_NAMED_FIELDS;
  const fieldNames =
    more > 1 ? [...names.slice(0, MAX_NAMED_FIELDS), t('{count} more', { count: more })] : names;
  return t('Bulk edit: {fields}, {count, plural, one {# product} other {# products}}', {
    fields: formatList(fieldNames),
    count,
  });
}

/** Returns the label of the job that is undone; for the undo of an undo, the label of the change that is made again. */
const undoTitle = (undone: TitledJob | null): string =>
  undone === null
    ? t('Undo')
    : undone.type !== 'REVERT'
      ? t('Undo of “{job}”', { job: titleWithoutDryRun(undone) })
      : undone.reverts
        ? t('Redo of “{job}”', { job: titleWithoutDryRun(undone.reverts) })
        : t('Redo');
