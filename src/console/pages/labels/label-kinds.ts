import { t, translateLabel } from '../../i18n/translate.ts';
import type { LabelKind } from './label-documents.ts';

/** Names of the kinds, of one object and as heads of lists, in the order of the list. */
export const KIND_NAMES: Readonly<Record<LabelKind, { readonly one: string; readonly many: string }>> = {
  ATTRIBUTE: { one: t('Attribute'), many: t('Attributes') },
  ATTRIBUTE_GROUP: { one: translateLabel('Attribute group'), many: t('Attribute groups') },
  ATTRIBUTE_SET: { one: t('Attribute set'), many: t('Attribute sets') },
  OPTION_SET: { one: translateLabel('Option set'), many: t('Option sets') },
  OPTION: { one: translateLabel('Option'), many: t('Options') },
  CATEGORY: { one: t('Category'), many: t('Categories') },
  ENTITY_TYPE: { one: translateLabel('Entity type'), many: t('Entity types') },
  ASSOCIATION_TYPE: { one: translateLabel('Association type'), many: t('Association types') },
  CHANNEL: { one: t('Channel'), many: t('Channels') },
  MEASUREMENT_FAMILY: { one: translateLabel('Measurement family'), many: t('Measurement families') },
  UNIT: { one: t('Unit'), many: t('Units') },
};

export const LABEL_KINDS = Object.keys(KIND_NAMES) as readonly LabelKind[];
