import { t } from '../../../i18n/translate.ts';
import type { AnyConfigPage, ConfigObject } from '../config-page-types.ts';
import { DraftActions } from '../draft-actions.tsx';
import { EffectPanel } from '../effects/effect-panel.tsx';
import type { DraftForm } from '../use-draft-form.ts';
import { ElementConflicts } from './work-side.tsx';

/** Shows below a sheet what others changed meanwhile, the effects of the draft, and its save. */
export function WorkBar(props: {
  readonly page: AnyConfigPage;
  readonly item: ConfigObject | null;
  readonly form: DraftForm;
}) {
  const { page, item, form } = props;
  return (
    <section className="staging-bar work-bar" aria-label={t('Unsaved changes')}>
      {item === null ? null : <ElementConflicts page={page} item={item} form={form} />}
      <EffectPanel query={form.effects} error={form.error} />
      <span className="row staging-actions">
        <DraftActions form={form} isDeleted={item === null} />
      </span>
    </section>
  );
}
