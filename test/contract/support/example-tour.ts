import type { JsonObject } from '../../../src/kernel/json.ts';
import { SOURCE_OF_PICTURE, type Step, setUp, step } from './example-step.ts';
import { ARCHIVE_UPLOAD } from './kept-archive.ts';
import { NEW_WEBHOOK, WEBHOOK_TOUR } from './webhook-tour.ts';

const labels = (en_US: string, de_DE: string) => ({ en_US, de_DE });
const quick = { limit: 2 };

/** What is said of one kind of configuration that has a code. */
interface Keyed {
  readonly one: string;
  readonly many: string;
  /** Keys above its own: the option set of an option. */
  readonly above?: Readonly<Record<string, string>>;
  readonly create: JsonObject & { readonly code: string };
  readonly update: JsonObject;
  /** The last one is deleted again. */
  readonly upsert: readonly (JsonObject & { readonly code: string })[];
  readonly query?: JsonObject;
}

/** Made, read, changed, listed, made in number, deleted. */
function lifeOf({ one, many, above = {}, create, update, upsert, query = {} }: Keyed): Step[] {
  const path = { ...above, code: create.code };
  const doomed = { ...above, code: upsert.at(-1)?.code ?? '' };
  return [
    step(`create${one}`, { path: above, body: create }),
    step(`get${one}`, { path }),
    step(`update${one}`, { path, headers: { 'If-Match': '"1"' }, body: update }),
    step(`list${many}`, { path: above, query: { ...quick, ...query } }),
    step(`upsert${many}`, { path: above, body: { mode: 'upsert', items: upsert } }),
    step(`delete${one}`, { path: doomed }),
  ];
}

const SETTINGS: readonly Step[] = [
  step('getMe'),
  step('getOrganization'),
  step('updateOrganization', { headers: { 'If-Match': '"2"' }, body: { name: 'Lumen & Oak' } }),
  ...lifeOf({
    one: 'Locale',
    many: 'Locales',
    create: { code: 'fr_LO', enabled: true, fallback: 'fr_FR' },
    update: { enabled: false },
    upsert: [
      { code: 'fr_FR', enabled: true },
      { code: 'nl_LO', enabled: false },
    ],
    query: { enabled: true },
  }),
  ...lifeOf({
    one: 'Currency',
    many: 'Currencies',
    create: { code: 'XLO', enabled: true },
    update: { enabled: false },
    upsert: [
      { code: 'CHF', enabled: true },
      { code: 'XLP', enabled: false },
    ],
    query: { enabled: true },
  }),
  ...lifeOf({
    one: 'Channel',
    many: 'Channels',
    create: {
      code: 'showroom',
      labels: labels('Showroom', 'Ausstellung'),
      locales: ['en_US', 'de_DE'],
      currencies: ['EUR'],
      category_root: 'lamps_shop',
    },
    update: { publish_guard: 'complete', labels: { de_DE: 'Schauraum' } },
    upsert: [
      { code: 'showroom', currencies: ['EUR', 'USD'] },
      { code: 'outlet', locales: ['en_US'], currencies: ['USD'] },
    ],
  }),
];

const MODEL: readonly Step[] = [
  ...lifeOf({
    one: 'OptionSet',
    many: 'OptionSets',
    create: { code: 'shade_shapes', labels: labels('Shade shapes', 'Schirmformen'), sort: 'manual' },
    update: { sort: 'label' },
    upsert: [{ code: 'shade_shapes', labels: { en_US: 'Shapes of shades' } }, { code: 'cable_colors' }],
  }),
  ...lifeOf({
    one: 'Option',
    many: 'Options',
    above: { option_set: 'finishes' },
    create: {
      code: 'verdigris',
      labels: labels('Verdigris', 'Grünspan'),
      swatch: { color: '#43B3AE' },
      synonyms: ['patina'],
      sort_order: 20,
    },
    update: { labels: { en_US: 'Copper with verdigris' } },
    upsert: [
      { code: 'verdigris', sort_order: 9 },
      { code: 'pewter', labels: labels('Pewter', 'Zinn') },
    ],
  }),
  step('applyModel', {
    body: {
      option_sets: [
        {
          code: 'plugs',
          options: [
            { code: 'schuko', labels: labels('Schuko', 'Schuko') },
            { code: 'type_f', labels: labels('Type F', 'Typ F') },
          ],
        },
      ],
      attributes: [{ code: 'plug', type: 'select', option_set: 'plugs' }],
    },
  }),
  step('mergeOptions', { path: { option_set: 'plugs' }, body: { keep: 'schuko', merge: ['type_f'] } }),
  step('clearAttribute', { path: { attribute: 'plug' }, query: { dry_run: true } }),
  step('listTemplates'),
  step('applyTemplate', { body: { template: 'fashion', channel: 'webshop' }, query: { dry_run: true } }),
  step('applyProposal', {
    body: {
      attribute_set: 'kettle',
      attribute_set_label: 'Kettle',
      rows: [
        { sku: 'K-1', Name: 'Whistling kettle', 'Capacity (l)': '1.5', 'Price EUR': '39.90', Color: 'Red' },
        { sku: 'K-2', Name: 'Electric kettle', 'Capacity (l)': '1.7', 'Price EUR': '49.90', Color: 'White' },
      ],
    },
    query: { dry_run: true },
  }),
  ...lifeOf({
    one: 'MeasurementFamily',
    many: 'MeasurementFamilies',
    create: {
      code: 'cable_gauge',
      labels: labels('Cable gauge', 'Leiterquerschnitt'),
      standard_unit: 'SQUARE_MILLIMETER',
      units: [
        { code: 'SQUARE_MILLIMETER', factor: '1', symbol: 'mm²' },
        { code: 'KCMIL', factor: '0.5067', symbol: 'kcmil' },
      ],
    },
    update: { labels: { en_US: 'Cross section of a cable' } },
    upsert: [
      { code: 'cable_gauge', labels: labels('Cable gauge', 'Leiterquerschnitt') },
      { code: 'knots', standard_unit: 'KNOT', units: [{ code: 'KNOT', factor: '1' }] },
    ],
  }),
  ...lifeOf({
    one: 'AttributeGroup',
    many: 'AttributeGroups',
    create: { code: 'lamp_care', labels: labels('Care', 'Pflege'), sort_order: 5 },
    update: { sort_order: 6 },
    upsert: [{ code: 'lamp_care', labels: { en_US: 'Care and repair' } }, { code: 'lamp_archive' }],
  }),
  ...lifeOf({
    one: 'Attribute',
    many: 'Attributes',
    create: {
      code: 'cable_length',
      type: 'measurement',
      labels: labels('Cable length', 'Kabellänge'),
      group: 'lamp_body',
      measurement_family: 'length',
      default_unit: 'METER',
      validation: { min: '0', units: ['METER', 'CENTIMETER'] },
    },
    update: { guidelines: { en_US: 'From the socket to the plug.' } },
    upsert: [
      { code: 'cable_length', filterable: true },
      { code: 'box_note', type: 'textarea', validation: { max_length: 300 } },
    ],
    query: { group: 'lamp_body' },
  }),
  ...lifeOf({
    one: 'AssociationType',
    many: 'AssociationTypes',
    create: { code: 'spare_bulb', labels: labels('Spare bulb', 'Ersatzbirne'), quantified: true },
    update: { labels: { en_US: 'Fitting bulb' } },
    upsert: [{ code: 'goes_with', two_way: true }, { code: 'replaces' }],
  }),
  ...lifeOf({
    one: 'AttributeSet',
    many: 'AttributeSets',
    create: {
      code: 'cable',
      labels: labels('Cable', 'Kabel'),
      attributes: [{ code: 'title' }, { code: 'cable_length', group: 'lamp_body' }],
      attribute_as_label: 'title',
      required_attributes: { '*': ['title'], webshop: ['cable_length'] },
    },
    update: { description: 'Cables that are sold by themselves.' },
    upsert: [{ code: 'cable', labels: labels('Cable', 'Kabel') }, { code: 'draft_set' }],
  }),
  step('getAttributeSetSchema', { path: { code: 'cable' }, query: { channel: 'webshop' } }),
  ...lifeOf({
    one: 'Category',
    many: 'Categories',
    create: { code: 'cables', parent: 'lamps_shop', labels: labels('Cables', 'Kabel'), sort_order: 4 },
    update: { labels: { en_US: 'Cables and plugs' } },
    upsert: [
      { code: 'plugs', parent: 'cables' },
      { code: 'remnants', parent: 'lamps_shop' },
    ],
    query: { parent: 'lamps_shop' },
  }),
  ...lifeOf({
    one: 'Storefront',
    many: 'Storefronts',
    create: {
      code: 'shop',
      labels: labels('Web shop', 'Webshop'),
      channel: 'webshop',
      locales: ['en_US', 'de_DE'],
      expose: 'required',
      preview_url: 'https://shop.example.com/{locale}/{slug}?preview={token}',
    },
    update: { facets: ['categories'], category_facets: { lamps_shop: ['categories'] } },
    upsert: [
      { code: 'shop', association_types: ['goes_with'] },
      { code: 'kiosk', channel: 'webshop', attributes: ['title'] },
    ],
  }),
  step('getStorefrontSchema', { path: { code: 'shop' } }),
  step('moveCategory', { path: { code: 'cables' }, body: { parent: 'lamp_parts', position: 0 } }),
];

const designer = { entity_type: 'designer', code: 'ida-lindqvist' };
const ENTITIES: readonly Step[] = [
  ...lifeOf({
    one: 'EntityType',
    many: 'EntityTypes',
    create: { code: 'designer', labels: labels('Designer', 'Entwerfer'), attributes: ['title', 'story'] },
    update: { attribute_as_label: 'title' },
    upsert: [{ code: 'workshop', labels: labels('Workshop', 'Werkstatt') }, { code: 'fair' }],
  }),
  step('createEntity', {
    body: { ...designer, values: { title: [{ locale: 'en_US', value: 'Ida Lindqvist' }] } },
  }),
  step('getEntity', { path: designer }),
  step('updateEntity', {
    path: designer,
    headers: { 'If-Match': '"1"' },
    body: { values: { story: { locale: 'en_US', value: '<p>Turns oak since 1998.</p>' } } },
  }),
  step('upsertEntities', {
    body: {
      entity_type: 'designer',
      items: [
        { code: 'tomas-rehn', labels: { en_US: 'Tomas Rehn' } },
        { code: 'i-lindqvist', labels: { de_DE: 'Ida Lindqvist' } },
      ],
    },
  }),
  step('listEntities', { query: { ...quick, filter: { entity_type: 'designer' }, with_count: true } }),
  step('searchEntities', { body: { filter: { entity_type: 'designer', q: 'lindqvist' } } }),
  step('listEntityRevisions', { path: designer, query: { limit: 1 } }),
  step('restoreEntityRevision', {
    path: { ...designer, version: '1' },
    body: { cells: [{ path: 'labels' }] },
  }),
  step('compareEntityRevisions', { path: designer }),
  step('mergeEntities', {
    path: { entity_type: 'designer' },
    body: { keep: designer.code, merge: ['i-lindqvist'] },
  }),
  setUp('createAttribute', { body: { code: 'made_by', type: 'entity', entity_type: 'designer' } }),
  setUp('updateAttributeSet', {
    path: { code: 'cable' },
    body: {
      attributes: [{ code: 'title' }, { code: 'cable_length' }, { code: 'made_by' }, { code: 'photo' }],
    },
  }),
];

const cable = { ref: 'CABLE-OAK-2M' };
const MEDIA: readonly Step[] = [
  step('uploadMedia', {
    query: { code: 'cable-oak' },
    file: SOURCE_OF_PICTURE,
    filename: 'CABLE-OAK-2M_1.svg',
  }),
  step('getMedia', { path: { ref: 'cable-oak' } }),
  step('updateMedia', {
    path: { ref: 'cable-oak' },
    headers: { 'If-Match': '"1"' },
    body: { alt: { en_US: 'A cable with an oak switch' }, tags: { add: ['studio'] } },
  }),
  step('listMedia', { query: { ...quick, tags: ['studio'] } }),
  step('getMediaContent', { path: { ref: 'cable-oak' } }),
  step('getMediaUsage'),
  step('addMedia', {
    body: {
      base64: Buffer.from(SOURCE_OF_PICTURE).toString('base64'),
      filename: 'cable-oak.svg',
      alt: { en_US: 'A cable with an oak switch' },
    },
  }),
];

const PRODUCTS: readonly Step[] = [
  step('validateProduct', {
    body: {
      sku: 'CABLE-OAK-2M',
      attribute_set: 'cable',
      values: { cable_length: { value: { amount: '-2', unit: 'METER' } } },
    },
  }),
  step('createProduct', {
    headers: { 'Idempotency-Key': 'cable-oak-2m' },
    body: {
      sku: 'CABLE-OAK-2M',
      attribute_set: 'cable',
      categories: ['cables'],
      values: {
        title: [{ locale: 'en_US', value: 'Cable with oak switch' }],
        cable_length: { value: { amount: '2', unit: 'METER' } },
        made_by: 'ida-lindqvist',
      },
    },
  }),
  step('linkMedia', {
    body: { files: ['cable-oak'], patterns: ['{sku}_{position}', '{sku}'], attribute: 'photo' },
  }),
  step('getProduct', {
    path: { ref: 'LO-WREN' },
    query: {
      values: 'flat',
      locales: ['en_US'],
      labels: true,
      attributes: ['title', 'finish', 'overall_height'],
    },
  }),
  step('updateProduct', {
    path: cable,
    headers: { 'If-Match': '"2"' },
    body: {
      values: { title: { locale: 'de_DE', value: 'Kabel mit Eichenschalter' } },
      categories: { add: ['plugs'] },
    },
  }),
  step('setProductStatus', {
    path: cable,
    body: { status: 'in_review', comment: 'Please check the title.' },
  }),
  step('setProductStatuses', {
    body: { refs: ['LO-BULB-4W'], status: 'draft', comment: 'Sold out.' },
  }),
  step('getCategoryBySlug', { path: { channel: 'webshop', locale: 'en_US', slug: 'table-lamps' } }),
  step('getProductBySlug', { path: { channel: 'webshop', locale: 'en_US', slug: 'wren-table-lamp' } }),
  step('listProducts', {
    query: {
      ...quick,
      filter: { attribute_set: 'lamp', status: ['published'] },
      sort: ['sku'],
      fields: ['sku', 'status', 'label'],
    },
  }),
  step('summarizeCompleteness', { query: { filter: { channel: 'webshop', locale: 'en_US' } } }),
  step('searchProducts', {
    body: {
      filter: { attribute_set: 'cable', sku: { starts_with: 'CABLE-' }, status: ['draft', 'in_review'] },
      sort: ['-updated_at'],
      fields: ['sku', 'values'],
      values: 'flat',
      locales: ['en_US'],
      with_count: true,
    },
  }),
  step('upsertProducts', {
    body: {
      mode: 'upsert',
      error_policy: 'reject_failed',
      items: [
        {
          sku: 'CABLE-OAK-3M',
          attribute_set: 'cable',
          values: { cable_length: { value: { amount: '3', unit: 'METER' } } },
        },
        { sku: 'CABLE-OAK-2M', version: 4, channels: ['webshop'] },
      ],
    },
  }),
  step('listFilterFields', { query: { fields: ['field', 'type', 'operators'] } }),
  step('listProductVariants', {
    path: { ref: 'LO-HERON' },
    query: { limit: 1, fields: ['sku', 'parent', 'label'] },
  }),
  step('getProductCompleteness', { path: cable, query: { channel: 'webshop', locale: 'en_US' } }),
  step('listProductRevisions', { path: cable, query: { limit: 1 } }),
  step('getProductRevision', { path: { ...cable, version: '2' } }),
  step('compareProductRevisions', { path: cable, query: { from: 'v1', to: 'v2' } }),
  step('listProductsOfEntity', { path: designer, query: { limit: 1, fields: ['sku', 'label'] } }),
  step('listProductsOfMedia', { path: { ref: 'cable-oak' }, query: { limit: 1, fields: ['sku', 'label'] } }),
  step('restoreProductRevision', {
    path: { ...cable, version: '1' },
    body: { cells: [{ path: 'categories' }] },
  }),
  step('deleteProduct', { path: cable }),
  step('restoreProduct', { path: cable, query: { fields: ['sku', 'status', 'version'] } }),
  setUp('deleteProduct', { path: cable }),
  step('restoreProducts', { body: { refs: [cable.ref] } }),
  step('duplicateProduct', {
    path: { ref: 'CABLE-OAK-3M' },
    body: { sku: 'CABLE-OAK-4M' },
    query: { fields: ['sku', 'status'] },
  }),
  setUp('deleteProduct', { path: { ref: 'CABLE-OAK-3M' } }),
  step('listDeletedProducts', { query: quick }),
];

const supplierRows = [
  { Artikel: ' CABLE-BRASS-2M ', Bezeichnung: 'Cable with brass plug', Meter: '2,5' },
  { Artikel: 'CABLE-BRASS-4M', Bezeichnung: 'Cable with brass plug', Meter: 'four' },
];
const IMPORTS: readonly Step[] = [
  ...lifeOf({
    one: 'ImportExportProfile',
    many: 'ImportExportProfiles',
    create: {
      code: 'supplier_cables',
      labels: labels('Cables of the supplier', 'Kabel des Lieferanten'),
      direction: 'import',
      resource: 'products',
      format: 'csv',
      options: { decimal_separator: ',' },
      mapping: [
        { column: 'Artikel', target: 'sku', transform: ['trim'] },
        { column: 'Bezeichnung', target: 'title-en_US' },
        { column: 'Meter', target: 'cable_length', transform: [{ unit: { default: 'METER' } }] },
        { column: 'set', target: 'attribute_set', transform: [{ default: 'cable' }] },
      ],
    },
    update: {
      max_errors: 100,
      schedule: {
        cron: '0 3 * * 1-5',
        timezone: 'Europe/Berlin',
        active: false,
        source: { url: 'https://supplier.example.com/cables.csv' },
      },
    },
    upsert: [
      { code: 'supplier_cables', error_policy: 'skip_rows' },
      { code: 'supplier_plugs', direction: 'import', resource: 'products', format: 'jsonl' },
    ],
  }),
  step('listScheduleRuns', { path: { code: 'supplier_cables' }, query: quick }),
  step('uploadImport', {
    file: 'Artikel;Bezeichnung;Meter\nCABLE-BRASS-2M;Brass;2,5\n',
    filename: 'cables.csv',
  }),
  step('previewImport', {
    body: { profile: 'supplier_cables', text: 'Artikel;Bezeichnung;Metr\nCABLE-BRASS-2M;Brass;2,5\n' },
  }),
  step('runProfile', { path: { code: 'supplier_cables' }, body: { rows: supplierRows } }),
  step('listJobChanges', { path: { id: '{import}' }, query: quick }),
  step('listJobFields', { path: { id: '{import}' } }),
  step('listJobErrors', { path: { id: '{import}' }, query: quick }),
  step('getFailedRows', { path: { id: '{import}' } }),
  step('listFailedRows', { path: { id: '{import}' }, query: quick }),
  step('correctRows', {
    path: { id: '{import}' },
    body: { replacements: [{ column: 'Meter', from: 'four', to: '4' }], dry_run: true },
  }),
  step('getImportSource', { path: { id: '{import}' } }),
  setUp('runProfile', {
    path: { code: 'products_csv' },
    body: { filter: { sku: 'CABLE-OAK-2M' }, columns: ['sku', 'type', 'attribute_set'] },
  }),
  step('getExportResult', { path: { id: '{import}' } }),
  step('importAkeneoFolder', { body: { upload_id: ARCHIVE_UPLOAD, model_prefix: 'model_' } }),
  step('createSnapshot', { body: {} }),
  step('previewBulkEdit', {
    body: {
      filter: { sku: 'CABLE-OAK-2M' },
      adjust: [{ attribute: 'cable_length', amount: '0.5', unit: 'METER' }],
    },
  }),
  step('bulkEditProducts', {
    body: {
      filter: { sku: 'CABLE-OAK-2M' },
      patch: { categories: { add: ['cables'] } },
      expected_count: 1,
    },
  }),
  setUp('updateProduct', { path: { ref: 'CABLE-BRASS-2M' }, body: { tags: { add: ['brass'] } } }),
  step('revertChanges', {
    body: { selection: { product: { ref: 'CABLE-BRASS-2M', version: 2 } }, dry_run: false },
  }),
  setUp('deleteProduct', { path: { ref: 'CABLE-BRASS-2M' } }),
];

const ENDS: readonly Step[] = [
  step('deleteEntity', { path: { ...designer, code: 'tomas-rehn' } }),
  step('listDeletedEntities', { query: quick }),
  step('restoreEntity', { path: { ...designer, code: 'tomas-rehn' } }),
  setUp('updateProduct', { path: cable, body: { values: { photo: null } } }),
  step('deleteMedia', { path: { ref: 'cable-oak' } }),
  step('restoreMedia', { path: { ref: 'cable-oak' } }),
  setUp('uploadMedia', {
    query: { code: 'cable-oak-new' },
    file: `${SOURCE_OF_PICTURE}\n`,
    filename: 'CABLE-OAK-2M_new.svg',
  }),
  step('replaceMedia', { path: { ref: 'cable-oak' }, body: { with: 'cable-oak-new' } }),
  step('listEvents', { query: { limit: 1, types: ['product.created'] } }),
  step('listModelLabels', { query: { limit: 1, kinds: ['option'], missing_in: ['fr_FR'] } }),
  step('summarizeModelLabels'),
  step('listConfigurationChanges', { query: { limit: 1, kinds: ['attribute_set'] } }),
  step('listJobs', { query: quick }),
  step('getJob', { path: { id: '{queued job}' } }),
  step('cancelJob', { path: { id: '{queued job}' } }),
  step('retryJob', { path: { id: '{failed job}' } }),
  step('adoptJob', { by: 'person', path: { id: '{lost job}' } }),
];

/** By a person who is signed in: tokens make no tokens. */
const TOKENS: readonly Step[] = [
  step('createAccessToken', {
    by: 'person',
    body: { name: 'Price feed', scopes: ['products:read', 'products:write'] },
  }),
  step('rotateAccessToken', { by: 'person', path: { id: '{token}' }, body: { overlap_seconds: 3_600 } }),
  step('listAccessTokens', { by: 'person', query: quick }),
  step('revokeAccessToken', { by: 'person', path: { id: '{token}' } }),
  step('createStorefrontKey', {
    by: 'person',
    body: { storefront: 'shop', name: 'Web shop', kind: 'publishable' },
  }),
  step('rotateStorefrontKey', { by: 'person', path: { id: '{key}' }, body: { overlap_seconds: 3_600 } }),
  step('listStorefrontKeys', { by: 'person', query: quick }),
  step('revokeStorefrontKey', { by: 'person', path: { id: '{key}' } }),
  step('createSavedView', {
    by: 'person',
    body: {
      name: 'German texts to write',
      resource: 'products',
      filter: { status: { in: ['draft', 'in_review'] } },
      sort: [{ field: 'updated_at', direction: 'desc' }],
      columns: [
        { property: 'status', width: 120 },
        { attribute: 'name', locale: 'de_DE' },
      ],
    },
  }),
  step('getSavedView', { by: 'person', path: { id: '{view}' } }),
  step('updateSavedView', { by: 'person', path: { id: '{view}' }, body: { shared: true } }),
  step('listSavedViews', { by: 'person', query: quick }),
  step('deleteSavedView', { by: 'person', path: { id: '{view}' } }),
  step('listMentionableUsers', { by: 'person', query: quick }),
  step('createComment', {
    by: 'person',
    body: { product: 'LO-WREN', body: 'Is this the new name?' },
  }),
  step('getComment', { by: 'person', path: { id: '{comment}' } }),
  step('updateComment', { by: 'person', path: { id: '{comment}' }, body: { resolved: true } }),
  step('listComments', { by: 'person', query: quick }),
  step('deleteComment', { by: 'person', path: { id: '{comment}' } }),
  step('listAuditEntries', { query: { limit: 1, kind: 'token.created' } }),
  step('erasePersonalData', { by: 'person', body: { actor: '{token}', dry_run: false } }),
];

/** One request for every operation of the REST door, in an order in which each finds what it needs. */
export const EXAMPLE_TOUR: readonly Step[] = [
  ...SETTINGS,
  ...MODEL,
  ...ENTITIES,
  ...MEDIA,
  NEW_WEBHOOK,
  ...PRODUCTS,
  step('getPreviewLink', { path: { code: 'shop' }, query: { product: 'LO-WREN', locale: 'de_DE' } }),
  ...WEBHOOK_TOUR,
  ...IMPORTS,
  ...ENDS,
  ...TOKENS,
];

/** One request for every problem that a single client can run into, by its code. */
export const PROBLEM_TOUR: Readonly<Record<string, Step>> = {
  'malformed-json': step('createProduct', { text: '{"sku": "LAMP-1",' }),
  'invalid-parameter': step('listChannels', { query: { with_count: 'perhaps' } }),
  'unknown-parameter': step('listChannels', { query: { limt: 5 } }),
  'invalid-cursor': step('listProducts', { query: { search_after: 'page-2' } }),
  'limit-out-of-range': step('listProducts', { query: { limit: 1_000 } }),
  'missing-token': step('listChannels', { by: 'nobody' }),
  'invalid-token': step('listChannels', { by: 'invalid' }),
  'revoked-token': step('listChannels', { by: 'revoked' }),
  'insufficient-scope': step('createChannel', { by: 'reader', body: { code: 'fair' } }),
  'role-forbidden': step('listAccessTokens', {}),
  'invalid-signature': step('getMediaContent', {
    by: 'nobody',
    path: { ref: 'cable-oak' },
    query: { organization: `org_${'0'.repeat(32)}`, expires: '1793615400', signature: 'forged' },
  }),
  'not-found': step('getProduct', { path: { ref: 'LO-WRENN' } }),
  'not-acceptable': step('getProduct', { path: { ref: 'LO-WREN' }, headers: { accept: 'text/csv' } }),
  'duplicate-sku': step('createProduct', { body: { sku: 'LO-WREN', attribute_set: 'lamp' } }),
  'reserved-sku': step('createProduct', { body: { sku: 'batch', attribute_set: 'lamp' } }),
  'duplicate-code': step('createChannel', { body: { code: 'webshop' } }),
  'resource-in-use': step('deleteAttribute', { path: { code: 'title' } }),
  'has-variants': step('deleteProduct', { path: { ref: 'LO-HERON' } }),
  'invalid-transition': step('setProductStatus', {
    path: { ref: 'LO-GRANARY' },
    body: { status: 'published' },
  }),
  'immutable-property': step('updateAttribute', { path: { code: 'title' }, body: { type: 'number' } }),
  'count-mismatch': step('bulkEditProducts', {
    body: { filter: { sku: 'CABLE-OAK-2M' }, patch: { status: 'draft' }, expected_count: 12 },
  }),
  'job-not-cancellable': step('cancelJob', { path: { id: '{completed job}' } }),
  deleted: step('getProduct', { path: { ref: 'CABLE-OAK-3M' } }),
  'epoch-changed': step('listEvents', { query: { epoch: 'before-the-restore' } }),
  'events-expired': step('listEvents', { query: { after_sequence: 0 } }),
  'version-mismatch': step('updateProduct', {
    path: { ref: 'CABLE-OAK-2M' },
    headers: { 'If-Match': '"1"' },
    body: { values: { title: { locale: 'de_DE', value: 'Textilkabel' } } },
  }),
  'payload-too-large': step('createProduct', { text: `"${'long '.repeat(220_000)}"` }),
  'import-file-invalid': step('previewImport', { body: { profile: 'supplier_cables', text: '' } }),
  'unsupported-media-type': step('createProduct', {
    text: 'sku;title',
    headers: { 'content-type': 'text/csv' },
  }),
  'range-not-satisfiable': step('getMediaContent', {
    path: { ref: 'cable-oak' },
    headers: { range: 'bytes=9999-' },
  }),
  'rendition-failed': step('getMediaContent', { path: { ref: 'cable-oak' }, query: { w: 64 } }),
  'validation-failed': step('updateProduct', {
    path: { ref: 'LO-WREN' },
    body: { values: { finish: 'oild_oak', title: { locale: 'en_US', value: 'Wren' } } },
  }),
  'unknown-property': step('createProduct', { body: { sku: 'LAMP-1', atribute_set: 'lamp' } }),
  'not-publishable': step('createProduct', {
    body: { sku: 'LAMP-2', attribute_set: 'lamp', channels: ['webshop'], status: 'published' },
  }),
  'idempotency-key-reused': step('createProduct', {
    headers: { 'Idempotency-Key': 'cable-oak-2m' },
    body: { sku: 'CABLE-OAK-5M', attribute_set: 'cable' },
  }),
};
