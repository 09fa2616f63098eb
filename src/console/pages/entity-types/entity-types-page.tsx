import { attributeTypeIcon } from '../../catalogue/model/attributes/attribute-types.ts';
import { defineConfigPage } from '../../catalogue/model/define-config-page.tsx';
import { switchField, textField } from '../../catalogue/model/fields/config-fields.tsx';
import { labelsField } from '../../catalogue/model/fields/labels-field.tsx';
import { UsageSection } from '../../catalogue/model/usage-list.tsx';
import { localeTag, t } from '../../i18n/translate.ts';
import {
  type EntityType,
  type EntityTypeRow,
  listEntityTypes,
  loadEntityType,
} from './entity-type-documents.ts';
import { membersField, roleField } from './members-field.tsx';
import { requirementsField } from './requirements-field.tsx';

/** Shows the kinds of records that products refer to: brands, materials. */
export const EntityTypesPage = defineConfigPage<EntityTypeRow, EntityType>({
  kind: 'ENTITY_TYPE',
  input: 'entityTypes',
  path: '/model/entity-types/{-$code}',
  texts: {
    title: t('Entity types'),
    intro: t('Kinds of records that products refer to, such as brands or materials.'),
    noun: t('entity types'),
    create: t('Create entity type'),
    empty: t('No entity types yet'),
  },
  icon: attributeTypeIcon('ENTITY'),
  list: listEntityTypes,
  load: loadEntityType,
  hasUnused: true,
  columns: [
    { title: t('Attributes'), isNumber: true, cell: ({ attributes }) => attributes?.length ?? 0 },
    {
      title: t('Entities'),
      isNumber: true,
      cell: ({ entitiesCount }) => (entitiesCount ?? 0).toLocaleString(localeTag),
    },
    { title: t('Tree'), cell: ({ hierarchical }) => (hierarchical ? t('Yes') : t('No')) },
  ],
  fields: [
    labelsField(),
    membersField,
    requirementsField,
    roleField('attributeAsLabel', t('Attribute with the label'), ['TEXT', 'IDENTIFIER']),
    roleField('attributeAsImage', t('Attribute with the image'), ['MEDIA', 'MEDIA_LIST']),
    switchField('hierarchical', {
      label: t('Entities form a tree'),
      description: t('An entity can be below another one, as a sub-brand is below its brand.'),
      isInDialog: true,
    }),
    textField('apiName', {
      label: t('Name in storefronts'),
      description: t('Letters, digits and _. Leave it empty for the name that is made of the code.'),
    }),
  ],
  sections: UsageSection,
});
