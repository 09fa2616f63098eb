import { t } from '../../../i18n/translate.ts';

/** Descriptions of the scopes, by object. */
export const SCOPE_DESCRIPTIONS = [
  {
    about: 'products',
    title: t('Products'),
    read: t('Read products, categories and their history.'),
    write: t('Create, change and delete products and categories.'),
  },
  {
    about: 'entities',
    title: t('Entities'),
    read: t('Read brands, materials and other entities.'),
    write: t('Create, change and delete entities.'),
  },
  {
    about: 'attributes',
    title: t('Catalogue structure'),
    read: t('Read attributes, attribute sets, options and units.'),
    write: t('Change attributes, attribute sets, options and units.'),
  },
  {
    about: 'media',
    title: t('Media'),
    read: t('Read and download files.'),
    write: t('Upload, change and delete files.'),
  },
  {
    about: 'import-export',
    title: t('Imports and exports'),
    read: t('Read jobs, their progress and errors.'),
    write: t('Start, cancel and retry imports and exports.'),
  },
  {
    about: 'settings',
    title: t('Settings'),
    read: t('Read channels, locales, currencies, webhooks, members and the audit log.'),
    write: t('Change channels, locales, currencies and webhooks.'),
  },
] as const;
