import { t } from '../../../i18n/translate.ts';
import type { ConfigFilter } from '../config-page-types.ts';
import type { Choice } from './choices.ts';

const NO_CHOICES: readonly Choice[] = [];

/** The filter of what nothing, or something, uses. */
export const UNUSED: ConfigFilter = {
  name: 'unused',
  label: t('Used or not'),
  choices: [
    { value: 'no', label: t('Used') },
    { value: 'yes', label: t('Unused') },
  ],
};

interface Props {
  readonly filter: ConfigFilter;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/**
 * Shows a filter of a list as a menu; its first choice is its label, and stands for no filter.
 *
 * @param isReady false until the rows are shown; choices that must be loaded wait for them
 */
export function FilterSelect({ isReady = true, ...props }: Props & { readonly isReady?: boolean }) {
  const { choices = NO_CHOICES, useChoices } = props.filter;
  return useChoices === undefined || !isReady ? (
    <ChoiceSelect {...props} choices={choices} />
  ) : (
    <LoadedSelect {...props} useChoices={useChoices} />
  );
}

function LoadedSelect({ useChoices, ...props }: Props & { readonly useChoices: () => readonly Choice[] }) {
  return <ChoiceSelect {...props} choices={useChoices()} />;
}

function ChoiceSelect(props: Props & { readonly choices: readonly Choice[] }) {
  const { filter, value, onChange, choices } = props;
  return (
    <select
      className="config-filter"
      aria-label={filter.label}
      data-active={value !== ''}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      <option value="">{filter.label}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
