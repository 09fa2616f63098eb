/** Descriptions of the scopes, by object. */
export const SCOPE_DESCRIPTIONS = [
  {
    about: 'products',
    title: 'Products',
    read: 'Read products, categories and their history.',
    write: 'Create, change and delete products and categories.',
  },
  {
    about: 'entities',
    title: 'Entities',
    read: 'Read brands, materials and other entities.',
    write: 'Create, change and delete entities.',
  },
  {
    about: 'attributes',
    title: 'Catalogue structure',
    read: 'Read attributes, attribute sets, options and units.',
    write: 'Change attributes, attribute sets, options and units.',
  },
  {
    about: 'media',
    title: 'Media',
    read: 'Read and download files.',
    write: 'Upload, change and delete files.',
  },
  {
    about: 'import-export',
    title: 'Imports and exports',
    read: 'Read jobs, their progress and errors.',
    write: 'Start, cancel and retry imports and exports.',
  },
  {
    about: 'settings',
    title: 'Settings',
    read: 'Read channels, locales, currencies, webhooks, members and the audit log.',
    write: 'Change channels, locales, currencies and webhooks.',
  },
] as const;
