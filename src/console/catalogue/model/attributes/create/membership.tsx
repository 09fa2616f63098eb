import { Checkbox, Select } from '@mantine/core';
import { t } from '../../../../i18n/translate.ts';
import { MultiPicker } from '../../../../ui/form/multi-picker.tsx';
import { useChannelChoices } from '../../fields/choices.ts';
import { useAttributeSetChoices, useGroupChoices } from '../../fields/object-choices.ts';
import { ALL_CHANNELS } from '../all-channels.ts';
import type { AttributePlan } from './attribute-plan.ts';

/** Edits the sets that attributes are added to, and the channels in which these require them. */
export function Membership(props: {
  readonly plan: Pick<AttributePlan, 'sets' | 'requiredIn'>;
  readonly onChange: (changes: Partial<Pick<AttributePlan, 'sets' | 'requiredIn'>>) => void;
}) {
  const { plan, onChange } = props;
  const { sets, requiredIn } = plan;
  const channels = [{ value: ALL_CHANNELS, label: t('All channels') }, ...useChannelChoices()];
  const isRequiredInAll = requiredIn.includes(ALL_CHANNELS);
  return (
    <>
      <MultiPicker
        label={t('In attribute sets')}
        data={[...useAttributeSetChoices()]}
        value={[...sets]}
        onChange={(codes) => onChange({ sets: codes, ...(codes.length === 0 ? { requiredIn: [] } : {}) })}
      />
      {sets.length === 0 ? null : (
        <fieldset className="row" aria-label={t('Required in')}>
          <legend className="config-value-label">{t('Required in')}</legend>
          {channels.map(({ value, label }) => (
            <Checkbox
              key={value}
              label={label}
              checked={isRequiredInAll || requiredIn.includes(value)}
              disabled={isRequiredInAll && value !== ALL_CHANNELS}
              onChange={({ currentTarget: { checked } }) =>
                onChange({
                  requiredIn: checked
                    ? value === ALL_CHANNELS
                      ? [value]
                      : [...requiredIn, value]
                    : requiredIn.filter((code) => code !== value),
                })
              }
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

/** Selects the group under which forms show a new attribute. */
export const GroupSelect = (props: {
  readonly group: string | null;
  readonly onChange: (group: string | null) => void;
}) => (
  <Select
    label={t('Group')}
    placeholder={t('No group')}
    searchable
    clearable
    selectFirstOptionOnChange
    limit={100}
    data={[...useGroupChoices()]}
    value={props.group}
    onChange={props.onChange}
    clearButtonProps={{ 'aria-label': t('Clear') }}
  />
);
