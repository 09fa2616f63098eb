import { upsertAssociationTypes } from '../../association-type/index.ts';
import { upsertAttributes } from '../../attribute/index.ts';
import { upsertAttributeGroups } from '../../attribute-group/index.ts';
import { upsertAttributeSets } from '../../attribute-set/index.ts';
import { upsertCategories } from '../../category/index.ts';
import { upsertChannels } from '../../channel/index.ts';
import { upsertCurrencies } from '../../currency/index.ts';
import { upsertLocales } from '../../locale/index.ts';
import { upsertOptionSets, upsertOptions } from '../../option-set/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import { readImportStructure } from '../read-import-structure.ts';
import type { ImportEnvironment } from './import-environment.ts';
import { importFamilyVariants } from './import-families.ts';
import type { ReportDraft } from './import-report.ts';
import { importResource, notesOfRefusal, type ResourceImport } from './import-resource.ts';
import { indexLayouts, type KnownLayouts } from './known-layouts.ts';
import { ASSOCIATION_TYPE_COLUMNS, mapAssociationTypes } from './map-association-types.ts';
import { ATTRIBUTE_GROUP_COLUMNS, mapAttributeGroups } from './map-attribute-groups.ts';
import { ATTRIBUTE_COLUMNS, mapAttributes, OPTION_SET_COLUMNS } from './map-attributes.ts';
import { CATEGORY_COLUMNS, mapCategories } from './map-categories.ts';
import { CHANNEL_COLUMNS, mapChannels } from './map-channels.ts';
import { CURRENCY_COLUMNS, mapCurrencies } from './map-currencies.ts';
import { FAMILY_COLUMNS, mapFamilies } from './map-families.ts';
import { mapFamilyVariants } from './map-family-variants.ts';
import { GROUP_COLUMNS, GROUPS_ROOT, mapGroups } from './map-groups.ts';
import { LOCALE_COLUMNS, mapLocales } from './map-locales.ts';
import { mapOptions, OPTION_COLUMNS } from './map-options.ts';
import type { AkeneoFolder } from './read-akeneo-folder.ts';

/** What the products of the folder are read by. */
export interface ImportedConfiguration {
  /** The configuration of the catalogue once that of the files is written. */
  readonly structure: CatalogueStructure;
  readonly layouts: KnownLayouts;
  /** Column of the SKU: the code of the identifier attribute. */
  readonly identifier: string;
}

const DEFAULT_IDENTIFIER = 'sku';

/** Writes all files but those of products, each kind after what it refers to. */
export async function importConfiguration(
  folder: AkeneoFolder,
  environment: ImportEnvironment,
  chunkSize: number,
  report: ReportDraft,
): Promise<ImportedConfiguration> {
  const write: Write = (part) => importResource(part, environment, chunkSize, report);
  await importSettings(folder, environment, report, write);
  const identifier = (await importAttributes(folder, write)) ?? DEFAULT_IDENTIFIER;
  const { attributes } = await environment.read(readImportStructure, null);
  const known = { identifier, attributes };
  const families = await folder.readTable('families');
  const mapping = mapFamilies(families, known);
  await write({
    resource: 'families',
    table: families,
    mapping,
    operation: upsertAttributeSets,
    columns: FAMILY_COLUMNS,
  });

  const table = await folder.readTable('family_variants');
  const layouts = mapFamilyVariants(table, known);
  const { sets } = await environment.read(readImportStructure, null);
  await importFamilyVariants({ table, mapping: layouts, sets }, environment, chunkSize, report);

  const types = await folder.readTable('association_types');
  await write({
    resource: 'associationTypes',
    table: types,
    mapping: mapAssociationTypes(types),
    operation: upsertAssociationTypes,
    columns: ASSOCIATION_TYPE_COLUMNS,
  });
  const structure = await environment.read(readImportStructure, null);
  return { structure, layouts: indexLayouts(structure, table), identifier };
}

type Write = (part: ResourceImport) => Promise<void>;

/** Locales and currencies, categories, then the channels that name them, and the groups of attributes. */
async function importSettings(
  folder: AkeneoFolder,
  environment: ImportEnvironment,
  report: ReportDraft,
  write: Write,
): Promise<void> {
  const channels = await folder.readTable('channels');
  const locales = await folder.readTable('locales');
  await write({
    resource: 'locales',
    table: locales,
    mapping: mapLocales(locales, channels),
    operation: upsertLocales,
    columns: LOCALE_COLUMNS,
  });
  const currencies = await folder.readTable('currencies');
  await write({
    resource: 'currencies',
    table: currencies,
    mapping: mapCurrencies(currencies, channels),
    operation: upsertCurrencies,
    columns: CURRENCY_COLUMNS,
  });
  await importCategories(folder, environment, report, write);
  await write({
    resource: 'channels',
    table: channels,
    mapping: mapChannels(channels),
    operation: upsertChannels,
    columns: CHANNEL_COLUMNS,
  });
  const groups = await folder.readTable('attribute_groups');
  await write({
    resource: 'attributeGroups',
    table: groups,
    mapping: mapAttributeGroups(groups),
    operation: upsertAttributeGroups,
    columns: ATTRIBUTE_GROUP_COLUMNS,
  });
}

/** Categories, and the groups of products below a root of their own, which is made when it is needed. */
async function importCategories(
  folder: AkeneoFolder,
  environment: ImportEnvironment,
  report: ReportDraft,
  write: Write,
): Promise<void> {
  const categories = await folder.readTable('categories');
  const operation = upsertCategories;
  const mapping = mapCategories(categories);
  await write({ resource: 'categories', table: categories, mapping, operation, columns: CATEGORY_COLUMNS });
  const typeTable = await folder.readTable('group_types');
  const groupTable = await folder.readTable('groups');
  const { types, groups } = mapGroups(typeTable, groupTable, categories);
  if (types.items.length + groups.items.length > 0) {
    // Behind the trees of the file; without them nothing is said of its place.
    const sortOrder = categories.rows.filter((row) => row.get('parent') === '').length;
    const items = [{ patch: sortOrder > 0 ? { code: GROUPS_ROOT, sortOrder } : { code: GROUPS_ROOT } }];
    const { results } = await environment.write(operation, {
      items,
      mode: 'upsert',
      errorPolicy: 'reject_failed',
    });
    const [root] = results;
    if (root?.outcome === 'failed') {
      report.notes.push(
        ...notesOfRefusal(root.refusal, groupTable.name, () => ({ row: null, column: null })),
      );
    }
  }
  const columns = GROUP_COLUMNS;
  await write({ resource: 'groupTypes', table: typeTable, mapping: types, operation, columns });
  await write({ resource: 'groups', table: groupTable, mapping: groups, operation, columns });
}

/** Option sets, options and attributes; answers the code of the identifier attribute, if the file has one. */
async function importAttributes(folder: AkeneoFolder, write: Write): Promise<string | null> {
  const table = await folder.readTable('attributes');
  const { optionSets, attributes, identifier } = mapAttributes(table);
  // Only the select attributes count here; all rows of the file are counted and reported with the attributes.
  const selects = new Set(optionSets.items.map(({ row }) => row));
  await write({
    resource: 'optionSets',
    table: {
      ...table,
      rows: table.rows.filter(({ number }) => selects.has(number)),
      faultyRows: 0,
      notes: [],
    },
    mapping: optionSets,
    operation: upsertOptionSets,
    columns: OPTION_SET_COLUMNS,
  });
  const options = await folder.readTable('attribute_options');
  await write({
    resource: 'options',
    table: options,
    mapping: mapOptions(options),
    operation: upsertOptions,
    columns: OPTION_COLUMNS,
  });
  await write({
    resource: 'attributes',
    table,
    mapping: attributes,
    operation: upsertAttributes,
    columns: ATTRIBUTE_COLUMNS,
  });
  return identifier;
}
