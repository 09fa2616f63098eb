import { ATTRIBUTE_TYPES } from '../../catalogue/model/attributes/attribute-types.ts';
import type { ConfigFilter } from '../../catalogue/model/config-page-types.ts';
import { type Choice, useChannelChoices, useLocaleChoices } from '../../catalogue/model/fields/choices.ts';
import { useAttributeSetChoices, useGroupChoices } from '../../catalogue/model/fields/object-choices.ts';
import { t } from '../../i18n/translate.ts';

/** Returns the locales by the filter for those without a label. */
const useMissingLabelChoices = (): readonly Choice[] =>
  useLocaleChoices().map(({ value, label }) => ({
    value,
    label: t('No label in {locale}', { locale: label }),
  }));

/** Filters of the list of attributes, by their parameters of the address. */
export const ATTRIBUTE_FILTERS: readonly ConfigFilter[] = [
  {
    name: 'type',
    label: t('All types'),
    choices: Object.entries(ATTRIBUTE_TYPES).map(([value, { label }]) => ({ value, label })),
  },
  { name: 'group', label: t('All groups'), useChoices: useGroupChoices },
  { name: 'set', label: t('All attribute sets'), useChoices: useAttributeSetChoices },
  { name: 'required', label: t('Required or not'), useChoices: useRequiredChoices },
  { name: 'missing', label: t('With or without label'), useChoices: useMissingLabelChoices },
];

function useRequiredChoices(): readonly Choice[] {
  return useChannelChoices().map(({ value, label }) => ({
    value,
    label: t('Required in {channel}', { channel: label }),
  }));
}
