/** What the scopes of a token allow, by what they are about. */
export const SCOPE_WORDS = [
  {
    about: 'products',
    title: 'Products',
    read: 'See products, categories and their history.',
    write: 'Create, change and delete products and categories.',
  },
  {
    about: 'entities',
    title: 'Entities',
    read: 'See brands, materials and other entities.',
    write: 'Create, change and delete entities.',
  },
  {
    about: 'attributes',
    title: 'Structure',
    read: 'See attributes, attribute sets, options and units.',
    write: 'Change what products consist of.',
  },
  {
    about: 'media',
    title: 'Media',
    read: 'See and download files.',
    write: 'Upload, change and delete files.',
  },
  {
    about: 'import-export',
    title: 'Imports and exports',
    read: 'See jobs, their progress and errors.',
    write: 'Start, cancel and retry imports and exports.',
  },
  {
    about: 'settings',
    title: 'Settings',
    read: 'See channels, locales, currencies, webhooks, members and the audit.',
    write: 'Change channels, locales, currencies and webhooks.',
  },
] as const;
