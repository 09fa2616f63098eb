import { Button, Group } from '@mantine/core';
import { t } from '../../../i18n/translate.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { RowAction } from '../../../ui/row-action.tsx';
import type { AnyConfigField, ChangeLine, Draft } from '../config-page-types.ts';
import type { DraftForm } from '../use-draft-form.ts';

/** Maximum number of rows of the review. */
const MAX_ROWS = 500;

/** Lists the changes of a draft: field, stored and new value; each can be discarded. */
export function ReviewDraft({ form, onSave }: { readonly form: DraftForm; readonly onSave: () => void }) {
  const { canSave, isSaving } = form;
  const changes = reviewDraft(form.fields, form.draft);
  return (
    <>
      <DataTable
        label={t('Review changes')}
        rows={changes.slice(0, MAX_ROWS)}
        keyOf={({ name }) => name}
        columns={[
          { title: t('Field'), isHeader: true, cell: ({ label }) => label },
          {
            title: t('Change'),
            cell: ({ name, lines }) => {
              const fault = form.errorOf(name);
              return (
                <>
                  {lines.map(({ label, before, after }) => (
                    <div key={label} className="review-change">
                      {label === '' ? null : <span className="quiet">{label} </span>}
                      {before === null ? null : (
                        <>
                          <del>{before || t('empty')}</del> <span aria-hidden="true">→</span>{' '}
                        </>
                      )}
                      <ins>{after || t('empty')}</ins>
                    </div>
                  ))}
                  {fault === undefined ? null : <span className="staging-refused">{fault}</span>}
                </>
              );
            },
          },
          {
            title: t('Actions'),
            isActions: true,
            cell: ({ name, label }) => (
              <RowAction
                verb={t('Discard')}
                about={label}
                isBusy={isSaving}
                onClick={() => form.discardChange(name)}
              />
            ),
          },
        ]}
      />
      {changes.length <= MAX_ROWS ? null : (
        <p className="quiet">{t('The first {count} are shown.', { count: MAX_ROWS })}</p>
      )}
      <Group justify="flex-end" mt="md">
        <Button disabled={!canSave} loading={isSaving} onClick={onSave}>
          {t('Save {count, plural, one {# change} other {# changes}}', { count: changes.length })}
        </Button>
      </Group>
    </>
  );
}

/** A change of a draft as a review shows it. */
interface ReviewedChange {
  readonly name: string;
  readonly label: string;
  readonly lines: readonly ChangeLine[];
}

/** Returns the changes of a draft as a review shows them. */
const reviewDraft = (fields: readonly AnyConfigField<never>[], draft: Draft): readonly ReviewedChange[] =>
  fields.flatMap(({ name, label, format, describe }) => {
    const entry = draft[name];
    if (entry === undefined) return [];
    const { base, value } = entry;
    const lines = describe?.(base, value) ?? [{ label: '', before: format(base), after: format(value) }];
    return [{ name, label, lines }];
  });
