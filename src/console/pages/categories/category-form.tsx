import type { ConfigPage } from '../../catalogue/model/config-page-types.ts';
import { labelsField, localizedTextField } from '../../catalogue/model/fields/labels-field.tsx';
import { t } from '../../i18n/translate.ts';
import { type Category, loadCategory } from './category-documents.ts';
import { imageField } from './image-field.tsx';

/** Fields of a category besides its place in the tree, which stands instead of a list. */
export const CATEGORY_FORM: ConfigPage<Category, Category> = {
  kind: 'CATEGORY',
  input: 'categories',
  path: '/categories/{-$code}',
  texts: {
    title: t('Categories'),
    intro: t('Trees in which products are sorted and found.'),
    noun: t('categories'),
    create: t('Create category'),
    empty: t('No categories yet'),
  },
  list: () => Promise.reject(new Error('Categories have no list.')),
  columns: [],
  load: loadCategory,
  fields: [
    labelsField(),
    localizedTextField('descriptions', {
      label: t('Descriptions'),
      read: ({ descriptions }) => descriptions ?? [],
    }),
    imageField,
    localizedTextField('slugs', {
      label: t('Names in addresses'),
      description: t('Lower-case letters, digits and hyphens. Empty: made of the label.'),
      isLine: true,
      read: ({ slugs }) => slugs ?? [],
    }),
    localizedTextField('seoTitles', {
      label: t('Titles for search engines'),
      isLine: true,
      read: ({ seoTitles }) => seoTitles ?? [],
    }),
    localizedTextField('seoDescriptions', {
      label: t('Descriptions for search engines'),
      read: ({ seoDescriptions }) => seoDescriptions ?? [],
    }),
  ],
};
