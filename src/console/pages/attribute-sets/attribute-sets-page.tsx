import { defineConfigPage } from '../../catalogue/model/define-config-page.tsx';
import { textField } from '../../catalogue/model/fields/config-fields.tsx';
import { labelsField } from '../../catalogue/model/fields/labels-field.tsx';
import { defineWorkPage } from '../../catalogue/model/work-page/define-work-page.tsx';
import { localeTag, t } from '../../i18n/translate.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { SetIcon } from '../../ui/thumbnail/set-icon.tsx';
import { contentOfDraft } from './content/set-content.ts';
import { setElements } from './content/set-elements.ts';
import { iconField } from './icon-field.tsx';
import { productsOfSet } from './products-of-set.ts';
import { ReadinessSide } from './readiness-side.tsx';
import { type AttributeSet, loadSet, loadSets, type SetRow } from './set-documents.ts';

// The list is shown without the matrix.
const AttributesTab = lazyComponent(
  async () => (await import('./attributes/attributes-tab.tsx')).AttributesTab,
  null,
);
// Tabs that few visits open.
const ProductsTab = lazyComponent(async () => (await import('./products-tab.tsx')).ProductsTab, null);
const RolesTab = lazyComponent(async () => (await import('./roles/roles-tab.tsx')).RolesTab, null);
const VariantsTab = lazyComponent(
  async () => (await import('./variants/variants-tab.tsx')).VariantsTab,
  null,
);

/** Shows the attribute sets: which attributes a kind of product has, and what each channel requires of it. */
export const AttributeSetsPage = defineConfigPage<SetRow, AttributeSet>({
  kind: 'ATTRIBUTE_SET',
  input: 'attributeSets',
  path: '/model/attribute-sets/{-$code}',
  texts: {
    title: t('Attribute sets'),
    intro: t('A set lists the attributes of one kind of product, and those that each channel requires.'),
    noun: t('attribute sets'),
    create: t('Create attribute set'),
    empty: t('No attribute sets yet'),
  },
  list: loadSets,
  load: loadSet,
  hasUnused: true,
  rowLead: ({ icon }) => <SetIcon name={icon} />,
  columns: [
    { title: t('Attributes'), isNumber: true, cell: ({ attributes }) => attributes.length },
    {
      title: t('Products'),
      isNumber: true,
      cell: ({ code, productsCount }) => (
        <TextLink className="config-link" to="/products" search={productsOfSet(code)}>
          {productsCount.toLocaleString(localeTag)}
        </TextLink>
      ),
    },
  ],
  fields: [
    labelsField(),
    iconField,
    textField('description', {
      label: t('Description'),
      description: t('Kind of product that the set is for.'),
    }),
    textField('apiName', {
      label: t('Name in storefronts'),
      description: t('Letters, digits and _. Leave it empty for the name that is made of the code.'),
      isNotCopied: true,
    }),
  ],
  elements: setElements,
  WorkPage: defineWorkPage<AttributeSet>({
    canCopy: true,
    lead: ({ icon }) => <SetIcon name={icon} />,
    subtitle: ({ code, productsCount }) => (
      <TextLink to="/products" search={productsOfSet(code)}>
        {t('{count, plural, one {# product} other {# products}}', { count: productsCount })}
      </TextLink>
    ),
    attributeLabel: ({ item, form }, code) =>
      contentOfDraft(item, form.draft).members.find(({ attribute }) => attribute.code === code)?.attribute
        .label ??
      item.attributes.find(({ attribute }) => attribute.code === code)?.attribute.label ??
      code,
    tabs: [
      { name: 'attributes', title: t('Attributes'), Content: AttributesTab },
      { name: 'variants', title: t('Variants'), Content: VariantsTab },
      { name: 'roles', title: t('Roles'), Content: RolesTab },
      { name: 'products', title: t('Products'), Content: ProductsTab },
    ],
    Side: ReadinessSide,
  }),
});
