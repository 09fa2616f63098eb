import { Button } from '@mantine/core';
import { t } from '../../../i18n/translate.ts';
import { ErrorAlert } from '../../../ui/messages/states.tsx';
import type { AnyConfigPage, ConfigObject } from '../config-page-types.ts';
import { EffectPanel } from '../effects.tsx';
import type { useObjectForm } from '../use-object-form.ts';
import { ElementConflicts } from './work-side.tsx';

/** Shows below a sheet what others changed meanwhile, the effects of the draft, and its save. */
export function WorkBar(props: {
  readonly page: AnyConfigPage;
  readonly item: ConfigObject | null;
  readonly form: ReturnType<typeof useObjectForm<ConfigObject, ConfigObject>>;
}) {
  const { page, item, form } = props;
  const count = Object.keys(form.draft).length;
  return (
    <section className="staging-bar work-bar" aria-label={t('Unsaved changes')}>
      {item === null ? null : <ElementConflicts page={page} item={item} form={form} />}
      {form.error === null ? <EffectPanel query={form.effects} /> : <ErrorAlert error={form.error} />}
      <span className="row staging-actions">
        <strong role="status">{t('{count, plural, one {# change} other {# changes}}', { count })}</strong>
        <Button size="xs" variant="default" disabled={form.isSaving} onClick={form.discard}>
          {t('Discard')}
        </Button>
        <Button size="xs" disabled={!form.canSave} loading={form.isSaving} onClick={form.save}>
          {item === null ? t('Restore with my changes') : t('Save')}
        </Button>
      </span>
    </section>
  );
}
