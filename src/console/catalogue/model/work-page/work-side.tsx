import type { ReactNode } from 'react';
import { t } from '../../../i18n/translate.ts';
import { ConflictChoice } from '../../../ui/form/conflict-choice.tsx';
import type { AnyConfigPage, ConfigObject, ObjectForm } from '../config-page-types.ts';
import { isElement } from '../draft.ts';
import { DraftActions } from '../draft-actions.tsx';
import { EffectPanel } from '../effects/effect-panel.tsx';
import type { DraftForm } from '../use-draft-form.ts';

/** Shows beside the tabs of a work page what others changed meanwhile, the effects of the draft, and its save. */
export function WorkSide(props: {
  readonly page: AnyConfigPage;
  readonly item: ConfigObject | null;
  readonly form: DraftForm;
  readonly attributeLabel: (code: string) => string;
  readonly children: ReactNode;
}) {
  const { page, item, form, attributeLabel, children } = props;
  const isChanged = Object.keys(form.draft).length > 0;
  if (children === null && !isChanged) return null;
  return (
    <aside
      className="work-side"
      aria-label={t('Effect of the changes')}
      data-changed={isChanged || undefined}
    >
      {children}
      {isChanged ? (
        <section className="work-save" aria-label={t('Unsaved changes')}>
          {item === null ? null : <ElementConflicts page={page} item={item} form={form} />}
          <EffectPanel query={form.effects} error={form.error} attributeLabel={attributeLabel} />
          <div className="row">
            <DraftActions form={form} isDeleted={item === null} />
          </div>
        </section>
      ) : null}
    </aside>
  );
}

/** Shows the elements of lists and matrices that somebody else changed meanwhile; fields show theirs themselves. */
export function ElementConflicts(props: {
  readonly page: AnyConfigPage;
  readonly item: ConfigObject;
  readonly form: ObjectForm;
}) {
  const { page, item, form } = props;
  if (!form.mayEdit) return null;
  return form.conflicts
    .filter(({ name }) => isElement(name))
    .map(({ name, mine, stored }) => {
      const field = page.elements?.fieldOf(name, item);
      if (field === undefined) return null;
      return (
        <ConflictChoice
          key={name}
          legend={t('{name}: another person changed this meanwhile', { name: field.label })}
          choices={[
            {
              label: t('Keep mine'),
              value: field.format(mine),
              choose: () => form.change({ name, base: stored, value: mine }),
            },
            {
              label: t('Take theirs'),
              value: field.format(stored),
              choose: () => form.change({ name, base: stored, value: stored }),
            },
          ]}
        />
      );
    });
}
