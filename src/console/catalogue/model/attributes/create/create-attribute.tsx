import { Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { previewModel, saveModel } from '../../../catalogue/model/apply-model.ts';
import { codeFromLabel } from '../../../catalogue/model/code-from-label.ts';
import type { CreationProps } from '../../../catalogue/model/config-page-types.ts';
import { EffectPanel, hasEffects, useEffects } from '../../../catalogue/model/effects.tsx';
import { LabelInputs } from '../../../catalogue/model/fields/label-inputs.tsx';
import { useEntityTypeChoices, useFamilyChoices } from '../../../catalogue/model/fields/object-choices.ts';
import { useLabelLocale } from '../../../catalogue/model/fields/use-label-locale.ts';
import { faultOf } from '../../../catalogue/model/object-input.ts';
import { useUndo } from '../../../catalogue/undo/use-undo.ts';
import { t } from '../../../i18n/translate.ts';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { notifySuccess } from '../../../ui/messages/notifications.ts';
import { ErrorAlert } from '../../../ui/messages/states.tsx';
import { loadAttribute } from '../attribute-documents.ts';
import { type AttributePlan, missingReference, planChanges } from './attribute-plan.ts';
import { GroupSelect, Membership } from './membership.tsx';
import { suggestType } from './suggest-type.ts';
import { TypeSettings } from './type-settings.tsx';
import { TypeTiles } from './type-tiles.tsx';

/** Creates an attribute with its options, in its sets and required there: all in one request. */
export function CreateAttribute({ codes, search, onCreated, onCancel }: CreationProps) {
  const { set, group: initialGroup = null } = search;
  const locale = useLabelLocale();
  const { plan, change } = usePlan(
    codes,
    { sets: set === undefined ? [] : [set], group: initialGroup },
    locale,
  );
  const missing = missingReference(plan);
  const isComplete = plan.code !== '' && missing === null;
  const input = planChanges([plan], locale);
  const affectsProducts = isComplete && plan.requiredIn.length > 0;
  const { query, isCounting } = useEffects(affectsProducts ? JSON.stringify(input) : '', (signal) =>
    previewModel(input, signal),
  );
  const queryClient = useQueryClient();
  const { undoable } = useUndo();
  const creating = useMutation({
    mutationFn: async () => {
      if ((await loadAttribute(plan.code)) !== null)
        throw new ApiError('conflict', t('{code} exists already. Choose another code.', { code: plan.code }));
      // Who creates it before the effects are counted sees them first, if there are any.
      return isCounting && hasEffects(await previewModel(input)) ? null : saveModel(input);
    },
    onSuccess: async (undo) => {
      if (undo === null) return;
      notifySuccess(t('{name} created.', { name: plan.labels[locale] ?? plan.code }), undoable(undo));
      onCreated(plan.code);
      await queryClient.invalidateQueries();
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) creating.mutate();
      }}
    >
      <Stack gap="sm" className="create-attribute">
        {creating.isError ? <ErrorAlert error={creating.error} /> : null}
        <LabelInputs
          item={null}
          label={t('Labels')}
          description={undefined}
          value={plan.labels}
          error={undefined}
          isDisabled={creating.isPending}
          onChange={(labels) => change({ labels })}
        />
        <div className="plan-pair">
          <TextInput
            label={t('Code')}
            description={t('Letters, digits and _. It cannot be changed later.')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={plan.code}
            error={faultOf(creating.error ?? query?.error, 'code')}
            maxLength={100}
            onChange={({ currentTarget }) => change({ code: currentTarget.value })}
          />
          <GroupSelect group={plan.group} onChange={(group) => change({ group })} />
        </div>
        <TypeTiles value={plan.type} isDisabled={creating.isPending} onChange={(type) => change({ type })} />
        <TypeSettings plan={plan} onChange={change} />
        <Membership plan={plan} onChange={change} />
        <EffectPanel query={query} />
        <FormButtons
          submit={t('Create')}
          isBusy={creating.isPending}
          isDisabled={!isComplete}
          why={
            plan.code !== '' && missing !== null
              ? missing === 'entityType'
                ? t('Select an entity type.')
                : t('Select a family of units.')
              : undefined
          }
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

/** Returns the plan of a new attribute: what its label suggests, and what a person changed of that. */
function usePlan(
  codes: readonly string[],
  initial: Pick<AttributePlan, 'sets' | 'group'>,
  locale: string,
): { readonly plan: AttributePlan; readonly change: (changes: Partial<AttributePlan>) => void } {
  const families = useFamilyChoices();
  const entityTypes = useEntityTypeChoices();
  const [changes, setChanges] = useState<Partial<AttributePlan>>({});
  const { labels = {} } = changes;
  const label = labels[locale] ?? Object.values(labels)[0] ?? '';
  const suggestion = suggestType(label, entityTypes.length > 0);
  const type = changes.type ?? suggestion.type;
  const plan: AttributePlan = {
    labels,
    type,
    localizable: type === suggestion.type && suggestion.localizable,
    scopable: false,
    optionSet: null,
    options: [],
    measurementFamily:
      suggestion.families.find((code) => families.some(({ value }) => value === code)) ?? null,
    entityType: entityTypes.length === 1 ? (entityTypes[0]?.value ?? null) : null,
    requiredIn: [],
    ...initial,
    ...changes,
    code: changes.code || codeFromLabel(label, (other) => codes.includes(other)),
  };
  return { plan, change: (next) => setChanges((old) => ({ ...old, ...next })) };
}
