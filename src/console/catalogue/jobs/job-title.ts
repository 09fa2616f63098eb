import { graphql, type ResultOf } from '../../api/graphql.ts';
import { inOneList } from '../../language/in-one-list.ts';
import { t, tCode } from '../../language/t.ts';
import { titled } from '../../language/titled.ts';
import { plainLabel } from '../../ui/labels/plain-label.ts';

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

type Titled = Omit<ResultOf<typeof OWN_TITLE>, 'file' | 'bulkEdit'> &
  Partial<ResultOf<typeof OWN_TITLE>> & { readonly reverts?: Titled | null };

/**
 * Returns the title of a job: `Import of lamps.csv`, `Bulk edit: List price, 4 products`,
 * `Undo of “Delete 3 products” (dry run)`.
 */
export const titleOf = (job: Titled): string =>
  job.dryRun ? `${wordsOf(job)} ${t('(dry run)')}` : wordsOf(job);

function wordsOf({ type, subject, file, bulkEdit, reverts }: Titled): string {
  const name = file?.name ?? subject;
  switch (type) {
    case 'BULK':
      return wordsOfEdit(bulkEdit ?? null);
    case 'ERASURE':
      return t('Erasure of personal data');
    case 'EXPORT':
      return subject === 'snapshot' ? t('Snapshot of the catalogue') : t('Export of {name}', { name });
    case 'IMPORT':
      return t('Import of {name}', { name: name === 'akeneo folder' ? t('Akeneo folder') : name });
    case 'RECOMPUTE':
      return subject === 'search rows'
        ? t('Update of the search index')
        : t('Completeness update of {name}', { name });
    case 'REVERT':
      return wordsOfUndo(reverts ?? null);
  }
}

/** Maximum number of fields that a title names. */
const NAMED_FIELDS = 2;

function wordsOfEdit(edit: Titled['bulkEdit'] | null): string {
  if (edit === null || edit === undefined) return t('Bulk edit');
  const { deletes, count, fields } = edit;
  if (deletes) return t('Delete {count, plural, one {# product} other {# products}}', { count });
  const names = [
    ...new Set(
      fields.map(({ path, attribute }) =>
        attribute === null
          ? path.startsWith('values.')
            ? path.slice('values.'.length)
            : tCode(titled(path.split('.')[0] ?? path))
          : plainLabel(attribute.label),
      ),
    ),
  ];
  const more = names.length - NAMED_FIELDS;
  const shown = more > 1 ? [...names.slice(0, NAMED_FIELDS), t('{count} more', { count: more })] : names;
  return t('Bulk edit: {fields}, {count, plural, one {# product} other {# products}}', {
    fields: inOneList(shown),
    count,
  });
}

/** Returns the label of the job that is undone; for the undo of an undo, the label of the change that is made again. */
const wordsOfUndo = (undone: Titled | null): string =>
  undone === null
    ? t('Undo')
    : undone.type !== 'REVERT'
      ? t('Undo of “{job}”', { job: wordsOf(undone) })
      : undone.reverts
        ? t('Redo of “{job}”', { job: wordsOf(undone.reverts) })
        : t('Redo');
