import { attributeTypeLabel } from '../../catalogue/model/attributes/attribute-types.ts';
import { abilitiesOf } from '../../catalogue/model/attributes/type-abilities.ts';
import type { AnyConfigField } from '../../catalogue/model/config-page-types.ts';
import { type Choice, useLocaleChoices } from '../../catalogue/model/fields/choices.ts';
import {
  choiceField,
  codesField,
  numberField,
  switchField,
  textField,
} from '../../catalogue/model/fields/config-fields.tsx';
import { labelsField, localizedTextField } from '../../catalogue/model/fields/labels-field.tsx';
import {
  useEntityTypeChoices,
  useFamilyChoices,
  useGroupChoices,
  useOptionSetChoices,
} from '../../catalogue/model/fields/object-choices.ts';
import { t, translateLabel } from '../../i18n/translate.ts';
import type { Attribute } from './attribute-documents.ts';
import { hasValues } from './clear/clear-values.tsx';
import { DEFAULT_FIELDS } from './defaults/default-fields.tsx';
import { OptionSetLink } from './option-set-link.tsx';
import { rulesField } from './rules/rules-field.tsx';

/** Returns the reason why values of an attribute fix some of its settings; null while it has no values. */
const lockedByValues = ({ usage, productsCount }: Attribute): string | null =>
  (productsCount ?? 0) > 0 || hasValues({ usage }) ? t('Fixed since it has values') : null;

const needs = (reference: string) => (item: Attribute) => abilitiesOf(item.type).needs === reference;

const VALUES_FIELDS: readonly AnyConfigField<Attribute>[] = [
  {
    ...switchField<Attribute>('localizable', {
      label: t('Value per locale'),
      description: t('Fixed after the first value.'),
    }),
    isShown: ({ type }) => abilitiesOf(type).canBeLocalizable,
    lockedBy: lockedByValues,
  },
  {
    ...switchField<Attribute>('scopable', {
      label: t('Value per channel'),
      description: t('Fixed after the first value.'),
    }),
    lockedBy: lockedByValues,
  },
  {
    ...switchField<Attribute>('unique', {
      label: t('Unique'),
      description: t('Each value occurs only once. Fixed after the first value.'),
    }),
    isShown: ({ type }) => abilitiesOf(type).canBeUnique && type !== 'IDENTIFIER',
    lockedBy: lockedByValues,
  },
];

const REFERENCE_FIELDS: readonly AnyConfigField<Attribute>[] = [
  {
    ...choiceField<Attribute>('optionSet', {
      label: translateLabel('Option set'),
      description: t('Fixed after the first value.'),
      read: ({ optionSet }) => optionSet?.code ?? null,
      useChoices: useOptionSetChoices,
    }),
    format: (code) => (code === null ? null : <OptionSetLink code={code} />),
    isShown: needs('optionSet'),
    lockedBy: lockedByValues,
  },
  {
    ...choiceField<Attribute>('measurementFamily', {
      label: t('Family of units'),
      description: t('Fixed after the first value.'),
      read: ({ measurementFamily }) => measurementFamily?.code ?? null,
      useChoices: useFamilyChoices,
    }),
    isShown: needs('measurementFamily'),
    lockedBy: lockedByValues,
  },
  {
    ...choiceField<Attribute>('entityType', {
      label: translateLabel('Entity type'),
      description: t('Fixed after the first value.'),
      read: ({ entityType }) => entityType?.code ?? null,
      useChoices: useEntityTypeChoices,
    }),
    isShown: needs('entityType'),
    lockedBy: lockedByValues,
  },
];

/** Fields of an attribute in the panel. */
export const ATTRIBUTE_FIELDS: readonly AnyConfigField<Attribute>[] = [
  labelsField(),
  {
    ...choiceField<Attribute>('type', {
      label: t('Type'),
      read: ({ type }) => type,
      useChoices: noChoices,
      isFinal: true,
    }),
    format: (type) => attributeTypeLabel(type ?? ''),
  },
  choiceField('group', {
    label: t('Group'),
    read: ({ group }) => group?.code ?? null,
    useChoices: useGroupChoices,
    none: t('No group'),
  }),
  ...REFERENCE_FIELDS,
  ...VALUES_FIELDS,
  {
    ...codesField<Attribute>('availableLocales', {
      label: t('Only in these locales'),
      description: t('Leave it empty for all locales.'),
      read: ({ availableLocales }) => availableLocales ?? [],
      useChoices: useLocaleChoices,
    }),
    write: (codes) => (codes.length === 0 ? null : codes),
    isShown: ({ localizable }) => localizable === true,
  },
  rulesField,
  ...DEFAULT_FIELDS,
  switchField('readOnly', {
    label: t('Read-only'),
    description: t('Only programs change its values; people see them.'),
  }),
  switchField('filterable', { label: t('Filter products by it'), initial: true }),
  {
    ...switchField<Attribute>('searchable', { label: t('Find products by its text') }),
    isShown: ({ type }) => abilitiesOf(type).canBeSearchable,
  },
  localizedTextField('guidelines', {
    label: t('Advice for editors'),
    read: ({ guidelines }) => guidelines ?? [],
  }),
  numberField('sortOrder', {
    label: t('Position'),
    description: t('Forms show the attributes of a group in this order.'),
  }),
  textField('apiName', {
    label: t('Name in storefronts'),
    description: t('Letters, digits and _. Leave it empty for the name that is made of the code.'),
  }),
];

function noChoices(): readonly Choice[] {
  return [];
}
