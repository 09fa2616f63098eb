import { localeName } from '../../../i18n/locale-name.ts';
import { localeTag, t } from '../../../i18n/translate.ts';
import type { ConfigurationKind } from './history-documents.ts';

/** Names the kinds of objects, as heads of lists do. */
export const KIND_LABELS: Readonly<Record<ConfigurationKind, string>> = {
  ATTRIBUTE: t('Attributes'),
  ATTRIBUTE_SET: t('Attribute sets'),
  ATTRIBUTE_GROUP: t('Attribute groups'),
  OPTION_SET: t('Option sets'),
  OPTION: t('Options'),
  CATEGORY: t('Categories'),
  ENTITY_TYPE: t('Entity types'),
  ASSOCIATION_TYPE: t('Association types'),
  MEASUREMENT_FAMILY: t('Units'),
  CHANNEL: t('Channels'),
  LOCALE: t('Locales'),
  CURRENCY: t('Currencies'),
  STOREFRONT: t('Storefronts'),
  IMPORT_EXPORT_PROFILE: t('Profiles'),
  ORGANIZATION: t('Organization'),
};

/** Names one object in a sentence, as what somebody changes. */
const OBJECT_PHRASES: Readonly<Record<ConfigurationKind, (name: string) => string>> = {
  ATTRIBUTE: (name) => t('attribute {name}', { name }),
  ATTRIBUTE_SET: (name) => t('attribute set {name}', { name }),
  ATTRIBUTE_GROUP: (name) => t('attribute group {name}', { name }),
  OPTION_SET: (name) => t('option set {name}', { name }),
  OPTION: (name) => t('option {name}', { name }),
  CATEGORY: (name) => t('category {name}', { name }),
  ENTITY_TYPE: (name) => t('entity type {name}', { name }),
  ASSOCIATION_TYPE: (name) => t('association type {name}', { name }),
  MEASUREMENT_FAMILY: (name) => t('measurement family {name}', { name }),
  CHANNEL: (name) => t('channel {name}', { name }),
  LOCALE: (name) => t('locale {name}', { name }),
  CURRENCY: (name) => t('currency {name}', { name }),
  STOREFRONT: (name) => t('storefront {name}', { name }),
  IMPORT_EXPORT_PROFILE: (name) => t('profile {name}', { name }),
  ORGANIZATION: () => t('the organization'),
};

const CURRENCIES = new Intl.DisplayNames(localeTag, { type: 'currency' });

interface LabelledObject {
  readonly kind: ConfigurationKind;
  readonly code: string;
  readonly label: string;
}

/** Returns the label of an object; languages and currencies have names in the language of the page. */
export function objectLabel({ kind, code, label }: LabelledObject): string {
  if (kind === 'LOCALE') return localeName(code);
  return kind === 'CURRENCY' ? (CURRENCIES.of(code) ?? label) : label;
}

/** Returns an object with its kind, as what somebody changes: `attribute Finish`. */
export const objectPhrase = (object: LabelledObject): string =>
  OBJECT_PHRASES[object.kind](objectLabel(object));
