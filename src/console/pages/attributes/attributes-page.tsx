import { attributeTypeIcon, attributeTypeLabel } from '../../catalogue/model/attributes/attribute-types.ts';
import { defineConfigPage } from '../../catalogue/model/define-config-page.tsx';
import { localeTag, t } from '../../i18n/translate.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { type Attribute, type AttributeRow, listAttributes, loadAttribute } from './attribute-documents.ts';
import { ATTRIBUTE_FIELDS } from './attribute-fields.tsx';
import { ATTRIBUTE_FILTERS } from './attribute-filters.ts';
import { AttributeSections } from './attribute-sections.tsx';
import { hasValues } from './clear/clear-values.tsx';
import { RequiredChannels } from './required-channels.tsx';

const ClearForm = lazyComponent(async () => (await import('./clear/clear-form.tsx')).ClearForm);
const CreateAttribute = lazyComponent(
  async () => (await import('./create/create-attribute.tsx')).CreateAttribute,
  null,
);

/** Shows the attributes of products and entities. */
export const AttributesPage = defineConfigPage<AttributeRow, Attribute>({
  kind: 'ATTRIBUTE',
  input: 'attributes',
  path: '/model/attributes/{-$code}',
  texts: {
    title: t('Attributes'),
    intro: t('Properties for which products and entities have values, such as color or weight.'),
    noun: t('attributes'),
    create: t('Create attribute'),
    empty: t('No attributes yet'),
  },
  list: listAttributes,
  load: loadAttribute,
  hasUnused: true,
  filters: ATTRIBUTE_FILTERS,
  rowLead: ({ type }) => <TypeIcon type={type ?? ''} />,
  columns: [
    { title: t('Type'), cell: typeWithUnit },
    { title: t('Group'), cell: ({ group }) => group?.label },
    {
      title: t('Sets'),
      isNumber: true,
      isSecondary: true,
      cell: ({ attributeSetsCount }) => attributeSetsCount || '',
    },
    {
      title: t('Required in'),
      cell: ({ requiredIn }) => <RequiredChannels channels={requiredIn ?? []} />,
    },
    {
      title: t('Products'),
      isNumber: true,
      isSecondary: true,
      cell: ({ productsCount, productsCountExact }) =>
        productsCount
          ? `${productsCount.toLocaleString(localeTag)}${productsCountExact === false ? '+' : ''}`
          : '',
    },
    {
      title: t('Changed'),
      isSecondary: true,
      sort: 'UPDATED_AT',
      cell: ({ updatedAt }) => <DateTime at={updatedAt} isShort />,
    },
  ],
  fields: ATTRIBUTE_FIELDS,
  CreateDialog: CreateAttribute,
  sections: AttributeSections,
  clearing: { isNeeded: hasValues, Form: ClearForm },
  detach: ({ code, attributeSets }) => ({
    attributeSets: (attributeSets ?? []).map((set) => ({ code: set.code, removeAttributes: [code] })),
  }),
});

function TypeIcon({ type }: { readonly type: string }) {
  const Icon = attributeTypeIcon(type);
  return <Icon />;
}

function typeWithUnit({ type, defaultUnit, measurementFamily }: AttributeRow): string {
  const label = attributeTypeLabel(type ?? '');
  const unit = measurementFamily?.units?.find(({ code }) => code === defaultUnit);
  const symbol = unit === undefined ? defaultUnit : unit.symbol || unit.code;
  return symbol ? `${label} (${symbol})` : label;
}
