import type { AnyConfigField, ConfigField } from '../../../catalogue/model/config-page-types.ts';
import { choiceField } from '../../../catalogue/model/fields/config-fields.tsx';
import { unitTitle } from '../../../catalogue/values/unit-title.ts';
import { t } from '../../../i18n/translate.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import type { Attribute } from '../attribute-documents.ts';
import type { DefaultValue } from './stored-value.ts';

const ChoiceEditor = lazyComponent(
  async () => (await import('../../../catalogue/model/fields/field-editors.tsx')).ChoiceEditor,
  null,
);
const DefaultValueEditor = lazyComponent(
  async () => (await import('./default-value-editor.tsx')).DefaultValueEditor,
  null,
);
const DefaultValueText = lazyComponent(
  async () => (await import('./default-value-editor.tsx')).DefaultValueText,
  null,
);

/** The unit in which amounts are entered unless another one is typed. */
const defaultUnitField: ConfigField<Attribute, string | null> = {
  ...choiceField<Attribute>('defaultUnit', {
    label: t('Default unit'),
    description: t('Amounts that are entered without a unit are in it.'),
    read: ({ defaultUnit }) => defaultUnit,
    useChoices: () => [],
  }),
  isShown: ({ measurementFamily }) => measurementFamily !== null,
  Editor: ({ item = null, ...props }) => {
    const units = item?.measurementFamily?.units ?? [];
    const choices = units.map((unit) => ({ value: unit.code, label: unitTitle(unit) }));
    return <ChoiceEditor {...props} useChoices={() => choices} none={t('Standard unit')} />;
  },
};

/** Types without a default value: identifiers are unique, and the currencies of prices differ by channel. */
const WITHOUT_DEFAULT: readonly (string | null)[] = ['IDENTIFIER', 'PRICE'];

/** The value that new products have; values per locale or channel and unique ones have none. */
const defaultValueField: ConfigField<Attribute, DefaultValue> = {
  name: 'defaultValue',
  label: t('Default value'),
  description: t('New products have it.'),
  initial: { attribute: '', value: null },
  isShown: ({ type, unique, localizable, scopable }) =>
    !WITHOUT_DEFAULT.includes(type) && unique !== true && localizable !== true && scopable !== true,
  read: ({ code, defaultValue }) => ({ attribute: code, value: defaultValue ?? null }),
  write: ({ value, unreadText }) => unreadText ?? value,
  format: (value) => (value.value === null ? null : <DefaultValueText value={value} />),
  Editor: DefaultValueEditor,
};

/** The fields of an attribute that say how values begin. */
export const DEFAULT_FIELDS: readonly AnyConfigField<Attribute>[] = [defaultUnitField, defaultValueField];
