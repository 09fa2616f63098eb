import { t } from '../../../i18n/translate.ts';
import type { AnyConfigField, ChangeLine, Draft } from '../config-page-types.ts';
import type { DraftForm } from '../use-draft-form.ts';
import { ReviewTable } from './review-table.tsx';

/** Lists the changes of a draft: field, stored and new value; each can be discarded. */
export const ReviewDraft = ({ form, onSave }: { readonly form: DraftForm; readonly onSave: () => void }) => (
  <ReviewTable
    rows={reviewDraft(form.fields, form.draft)}
    keyOf={({ name }) => name}
    columns={[{ title: t('Field'), isHeader: true, cell: ({ label }) => label }]}
    linesOf={({ lines }) => lines}
    faultOf={({ name }) => form.errorOf(name)}
    aboutOf={({ label }) => label}
    onDiscard={({ name }) => form.discardChange(name)}
    isBusy={form.isSaving}
    canSave={form.canSave}
    onSave={onSave}
  />
);

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
