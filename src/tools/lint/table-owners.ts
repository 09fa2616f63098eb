/** The tables and views of each module of `src/modules`; tables in other schemas than `public` with their schema. */
export const TABLES: Readonly<Record<string, readonly string[]>> = {
  'access-token': ['access_token'],
  'association-type': ['association_type'],
  attribute: ['attribute'],
  'attribute-group': ['attribute_group'],
  'attribute-set': ['attribute_set'],
  audit: ['audit_entry'],
  category: ['category'],
  channel: ['channel'],
  comment: ['comment', 'comment_mention'],
  currency: ['currency'],
  entity: ['entity'],
  'entity-type': ['entity_type'],
  event: ['ledger.event'],
  job: ['job', 'job_error', 'job_failed_row', 'job_mark', 'job_row'],
  locale: ['locale'],
  measurement: ['measurement_family'],
  media: ['media'],
  'option-set': ['option', 'option_set'],
  organization: [
    'organization',
    'auth.account',
    'auth.member',
    'auth.organization',
    'auth.organization_member',
    'auth.user',
  ],
  product: ['product', 'product_association', 'product_entity_association', 'product_external_ref'],
  profile: ['import_export_profile'],
  'saved-view': ['saved_view'],
  schedule: ['schedule_run', 'schedule_state'],
  search: [
    'search.entity',
    'search.field_column',
    'search.field_use',
    'search.product',
    'search.recomputed_set',
    'search.unknown_live',
    'search.unfinished',
    'search.usage',
    'search.word',
    'search.word_collection',
  ],
  'category-slug': ['category_slug'],
  slug: ['product_slug'],
  storefront: ['storefront', 'storefront_schema'],
  'storefront-key': ['storefront_key'],
  values: ['entity_unique_value', 'product_unique_value', 'value_holder'],
  webhook: ['ledger.counter', 'ledger.cursor', 'webhook_delivery', 'webhook_endpoint', 'webhook_replay'],
};

/** Tables of other modules that a module names in its SQL. */
export interface ForeignTables {
  readonly module: string;
  readonly tables: readonly string[];
  readonly reason: string;
}

/**
 * Tables of others that a module may name. The list only shrinks: `lint-tables` rejects an entry that is no longer
 * needed.
 */
export const FOREIGN_TABLES: readonly ForeignTables[] = [
  {
    module: 'access-token',
    tables: ['auth.member'],
    reason: 'Each request needs token and role of its user: one statement.',
  },
  {
    module: 'api-name',
    tables: ['association_type', 'attribute', 'attribute_set', 'entity_type'],
    reason: 'A name is unique among two kinds, which build on the rule.',
  },
  {
    module: 'attribute',
    tables: ['attribute_set', 'entity_type'],
    reason: 'Rules and lists ask which sets and types have an attribute; they build on attributes.',
  },
  {
    module: 'attribute-set',
    tables: ['product'],
    reason: 'Counts the products of sets; products build on sets.',
  },
  {
    module: 'catalogue',
    tables: [
      'attribute',
      'attribute_set',
      'category',
      'locale',
      'measurement_family',
      'media',
      'option',
      'option_set',
    ],
    reason: 'Finds codes of all kinds by similarity, and lists labels of all kinds, in one statement each.',
  },
  {
    module: 'category',
    tables: ['product'],
    reason: 'Counts the products of categories; products build on categories.',
  },
  {
    module: 'channel',
    tables: ['attribute', 'measurement_family'],
    reason: 'Converts the units of attributes, which build on channels.',
  },
  {
    module: 'entity',
    tables: ['entity_type'],
    reason: 'Finds entities by the code of their type in either case.',
  },
  {
    module: 'entity-reference',
    tables: ['entity', 'entity_type'],
    reason: 'Finds referenced entities for modules that entities build on.',
  },
  {
    module: 'entity-type',
    tables: ['entity'],
    reason: 'Counts entities; they build on their types.',
  },
  {
    module: 'erasure',
    tables: ['access_token', 'audit_entry', 'auth.organization_member'],
    reason: 'Whether somebody is or was a user or token of the organization: one statement.',
  },
  {
    module: 'export',
    tables: ['job'],
    reason: 'A scheduled export goes on where the last job of its profile ended.',
  },
  {
    module: 'import',
    tables: [
      'entity_unique_value',
      'job',
      'product',
      'product_association',
      'product_external_ref',
      'product_unique_value',
    ],
    reason:
      'Stores its position with each chunk, and finds objects whose rows meet again by any of their keys.',
  },
  {
    module: 'job',
    tables: ['access_token', 'auth.organization_member'],
    reason: 'Reads the rights of the principal before each step: one statement.',
  },
  {
    module: 'locale',
    tables: ['organization'],
    reason: 'Labels fall back to the default locale of the organization.',
  },
  {
    module: 'media',
    tables: ['value_holder'],
    reason: 'Lists files that nothing living shows; values build on files.',
  },
  {
    module: 'merge',
    tables: ['product'],
    reason:
      'Counts what names merged options and entities, and finds variants that a merge would make equal.',
  },
  {
    module: 'organization',
    tables: ['access_token', 'channel', 'ledger.counter', 'locale'],
    reason:
      'Starts the ledger of a new organization, revokes the tokens of a removed member, and checks its defaults.',
  },
  {
    module: 'product',
    tables: ['attribute_set', 'entity', 'ledger.counter', 'ledger.event', 'option', 'organization'],
    reason:
      'Reads linked entities, the order of options for that of variants, the structure revision, the newest event that a list shows and which job deleted products along with them, and raises the revision of sets.',
  },
  {
    module: 'product-reference',
    tables: ['product', 'product_external_ref'],
    reason: 'Finds referenced products for modules that products build on.',
  },
  {
    module: 'queue-stats',
    tables: ['job', 'ledger.counter', 'ledger.cursor', 'webhook_delivery', 'webhook_endpoint'],
    reason: 'Counts what waits in all queues, for operators.',
  },
  {
    module: 'schedule',
    tables: ['import_export_profile'],
    reason: 'Finds due profiles of all organizations: one statement.',
  },
  {
    module: 'search',
    tables: ['category', 'entity', 'option', 'product'],
    reason: 'A plan joins search rows with what they refer to.',
  },
  {
    module: 'snapshot',
    tables: ['ledger.event'],
    reason: 'Finds objects that were purged after the moment of a snapshot.',
  },
  {
    module: 'storefront-key',
    tables: ['storefront'],
    reason: 'Keys name their storefront by its id, and what is deleted is named by its code.',
  },
  {
    module: 'structure',
    tables: ['attribute_set', 'organization'],
    reason: 'Reads all configuration by its revision, which stands in the row of the organization.',
  },
  {
    module: 'value-rewrite',
    tables: ['entity', 'product', 'product_entity_association'],
    reason: 'Finds the products and entities that name an attribute, options or entities.',
  },
  {
    module: 'webhook',
    tables: ['attribute', 'ledger.event', 'product'],
    reason:
      'Reads the ledger for deliveries, and checks the attributes and products that endpoints and replays name.',
  },
];
