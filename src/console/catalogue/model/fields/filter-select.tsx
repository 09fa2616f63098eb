import { t } from '../../../i18n/translate.ts';
import type { ConfigFilter } from '../config-page-types.ts';
import type { Choice } from './choices.ts';

const useNoChoices = (): readonly Choice[] => [];

/** The filter of what nothing, or something, uses. */
export const UNUSED: ConfigFilter = {
  name: 'unused',
  label: t('Used or not'),
  choices: [
    { value: 'no', label: t('Used') },
    { value: 'yes', label: t('Unused') },
  ],
};

/** Shows a filter of a list as a menu; its first choice is its label, and stands for no filter. */
export function FilterSelect(props: {
  readonly filter: ConfigFilter;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { filter, value, onChange } = props;
  const { label: title, choices, useChoices = useNoChoices } = filter;
  const loadedChoices = useChoices();
  return (
    <select
      className="config-filter"
      aria-label={title}
      data-active={value !== ''}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      <option value="">{title}</option>
      {(choices ?? loadedChoices).map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
