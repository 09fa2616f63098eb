import { Checkbox, NativeSelect, Select, TagsInput } from '@mantine/core';
import { t, translateLabel } from '../../../../i18n/translate.ts';
import { useEntityTypeChoices, useFamilyChoices, useOptionSetChoices } from '../../fields/object-choices.ts';
import { abilitiesOf } from '../type-abilities.ts';
import type { AttributePlan } from './attribute-plan.ts';

interface Props {
  readonly plan: AttributePlan;
  readonly onChange: (changes: Partial<AttributePlan>) => void;
}

/** Edits what the type of a new attribute needs, and whether its values differ per locale and channel. */
export function TypeSettings(props: Props) {
  const { plan, onChange } = props;
  const { needs, canBeLocalizable } = abilitiesOf(plan.type);
  return (
    <>
      {needs === 'optionSet' ? <Options {...props} /> : null}
      {needs === 'measurementFamily' ? <Family {...props} /> : null}
      {needs === 'entityType' ? <EntityTypes {...props} /> : null}
      <div className="row">
        {canBeLocalizable ? (
          <Checkbox
            label={t('Value per locale')}
            checked={plan.localizable}
            onChange={({ currentTarget }) => onChange({ localizable: currentTarget.checked })}
          />
        ) : null}
        <Checkbox
          label={t('Value per channel')}
          checked={plan.scopable}
          onChange={({ currentTarget }) => onChange({ scopable: currentTarget.checked })}
        />
      </div>
    </>
  );
}

function Options({ plan, onChange }: Props) {
  const sets = useOptionSetChoices();
  return (
    <div className="plan-pair">
      <Select
        label={translateLabel('Option set')}
        searchable
        selectFirstOptionOnChange
        allowDeselect={false}
        limit={100}
        data={[{ value: '', label: t('New options') }, ...sets]}
        value={plan.optionSet ?? ''}
        onChange={(code) => onChange({ optionSet: code || null })}
      />
      {plan.optionSet === null ? (
        <TagsInput
          label={t('Options')}
          description={t('Separated by commas or lines; a column can be pasted.')}
          splitChars={[',', ';', '\n', '\t']}
          acceptValueOnBlur
          value={[...plan.options]}
          onChange={(options) => onChange({ options })}
        />
      ) : null}
    </div>
  );
}

function Family({ plan, onChange }: Props) {
  return (
    <Select
      label={t('Family of units')}
      searchable
      selectFirstOptionOnChange
      limit={100}
      data={[...useFamilyChoices()]}
      value={plan.measurementFamily}
      onChange={(measurementFamily) => onChange({ measurementFamily })}
    />
  );
}

function EntityTypes({ plan, onChange }: Props) {
  return (
    <NativeSelect
      label={translateLabel('Entity type')}
      data={[{ value: '', label: t('Select an entity type') }, ...useEntityTypeChoices()]}
      value={plan.entityType ?? ''}
      onChange={({ currentTarget }) => onChange({ entityType: currentTarget.value || null })}
    />
  );
}
