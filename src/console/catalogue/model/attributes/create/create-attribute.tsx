import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../../../../api/api-error.ts';
import { graphql } from '../../../../api/graphql.ts';
import { request } from '../../../../api/request.ts';
import { t } from '../../../../i18n/translate.ts';
import { FormButtons } from '../../../../ui/form/form-buttons.tsx';
import { usePlannedChange } from '../../changes/use-planned-change.ts';
import { codeFromLabel } from '../../code-from-label.ts';
import type { CreationProps } from '../../config-page-types.ts';
import { EffectPanel } from '../../effects/effect-panel.tsx';
import { LabelInputs } from '../../fields/label-inputs.tsx';
import { useEntityTypeChoices, useFamilyChoices, useOptionSetChoices } from '../../fields/object-choices.ts';
import { useLabelLocale } from '../../fields/use-label-locale.ts';
import { faultOf } from '../../object-input.ts';
import { type AttributePlan, missingReference, planChanges } from './attribute-plan.ts';
import { GroupSelect, Membership } from './membership.tsx';
import { suggestType } from './suggest-type.ts';
import { TypeSettings } from './type-settings.tsx';
import { TypeTiles } from './type-tiles.tsx';

const ATTRIBUTE_CODE = graphql(`
  query AttributeCode($code: String!) {
    attribute(code: $code) { code }
  }
`);

/** Creates an attribute with its options, in its sets and required there: all in one request. */
export function CreateAttribute(props: Omit<CreationProps, 'page' | 'original'>) {
  const { codes, search, initialLabel = '', onCreated, onCancel } = props;
  const { set, group = null } = search;
  const locale = useLabelLocale();
  const labels = initialLabel === '' ? {} : { [locale]: initialLabel };
  const { plan, change } = usePlan(codes, { sets: set === undefined ? [] : [set], group, labels }, locale);
  const missing = missingReference(plan);
  const isComplete = plan.code !== '' && missing === null;
  const input = planChanges([plan], locale, useOptionSetChoices());
  const affectsProducts = isComplete && plan.requiredIn.length > 0;
  const { effects, error, isSaving, save } = usePlannedChange({
    input,
    countsEffects: affectsProducts,
    message: t('{name} created.', { name: plan.labels[locale] ?? plan.code }),
    check: async () => {
      if ((await request(ATTRIBUTE_CODE, { code: plan.code })).attribute !== null)
        throw new ApiError('conflict', t('{code} exists already. Choose another code.', { code: plan.code }));
    },
    onSaved: () => onCreated(plan.code),
  });
  const isCodeUsed = error instanceof ApiError && error.code === 'conflict';
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) save();
      }}
    >
      <Stack gap="sm" className="create-attribute">
        <LabelInputs
          item={null}
          label={t('Labels')}
          description={undefined}
          value={plan.labels}
          error={undefined}
          isDisabled={isSaving}
          onChange={(labels) => change({ labels })}
        />
        <div className="plan-pair">
          <TextInput
            label={t('Code')}
            description={t('Letters, digits and _. It cannot be changed later.')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={plan.code}
            error={isCodeUsed ? error.message : faultOf(error ?? effects?.error, 'code')}
            maxLength={100}
            onChange={({ currentTarget }) => change({ code: currentTarget.value })}
          />
          <GroupSelect group={plan.group} onChange={(group) => change({ group })} />
        </div>
        <TypeTiles value={plan.type} isDisabled={isSaving} onChange={(type) => change({ type })} />
        <TypeSettings plan={plan} onChange={change} />
        <Membership plan={plan} onChange={change} />
        <EffectPanel query={effects} error={isCodeUsed ? null : error} />
        <FormButtons
          submit={t('Create')}
          isBusy={isSaving}
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
  initial: Pick<AttributePlan, 'sets' | 'group' | 'labels'>,
  locale: string,
): { readonly plan: AttributePlan; readonly change: (changes: Partial<AttributePlan>) => void } {
  const families = useFamilyChoices();
  const entityTypes = useEntityTypeChoices();
  const [changes, setChanges] = useState<Partial<AttributePlan>>({});
  const { labels } = { ...initial, ...changes };
  const label = labels[locale] ?? Object.values(labels)[0] ?? '';
  const suggestion = suggestType(label, entityTypes.length > 0);
  const type = changes.type ?? suggestion.type;
  const plan: AttributePlan = {
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
