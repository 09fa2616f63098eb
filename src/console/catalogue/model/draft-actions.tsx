import { Button } from '@mantine/core';
import { t } from '../../i18n/translate.ts';
import type { ConfigObject } from './config-page-types.ts';
import type { useObjectForm } from './use-object-form.ts';

/** Shows the number of changes of a draft, with the buttons that discard and save it. */
export function DraftActions({
  form,
  isDeleted,
}: {
  readonly form: ReturnType<typeof useObjectForm<ConfigObject, ConfigObject>>;
  /** True if the object is gone; saving restores it. */
  readonly isDeleted: boolean;
}) {
  const count = Object.keys(form.draft).length;
  return (
    <>
      <span className="row" role="status">
        <strong>{t('{count, plural, one {# change} other {# changes}}', { count })}</strong>
        {form.mayEdit ? null : (
          <span className="staging-refused">{t('You may no longer edit. What you typed is kept here.')}</span>
        )}
      </span>
      <Button size="xs" variant="default" disabled={form.isSaving} onClick={form.discard}>
        {t('Discard')}
      </Button>
      <Button size="xs" disabled={!form.canSave} loading={form.isSaving} onClick={form.save}>
        {isDeleted ? t('Restore with my changes') : t('Save')}
      </Button>
    </>
  );
}
