import { AttributeFill } from '../../catalogue/model/attributes/attribute-fill.tsx';
import { attributeTypeIcon, attributeTypeLabel } from '../../catalogue/model/attributes/attribute-types.ts';
import { RequiredChannels } from '../../catalogue/model/attributes/required-channels.tsx';
import { defineConfigPage } from '../../catalogue/model/define-config-page.tsx';
import { t } from '../../i18n/translate.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { type Attribute, type AttributeRow, listAttributes, loadAttribute } from './attribute-documents.ts';
import { ATTRIBUTE_FIELDS } from './attribute-fields.tsx';
import { ATTRIBUTE_FILTERS } from './attribute-filters.ts';
import { AttributeSections } from './attribute-sections.tsx';
import { hasValues } from './clear/clear-values.tsx';

const ClearForm = lazyComponent(async () => (await import('./clear/clear-form.tsx')).ClearForm);
const CreateAttribute = lazyComponent(
  async () => (await import('../../catalogue/model/attributes/create/create-attribute.tsx')).CreateAttribute,
  null,
);
const SelectionActions = lazyComponent(
  async () => (await import('./selection/selection-actions.tsx')).SelectionActions,
  null,
);
const PasteAttributes = lazyComponent(
  async () => (await import('./paste/paste-attributes.tsx')).PasteAttributes,
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
      title: t('Filled'),
      isSecondary: true,
      cell: ({ code, page }) => <AttributeFill code={code} list={page} />,
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
  PasteView: PasteAttributes,
  SelectionActions,
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
