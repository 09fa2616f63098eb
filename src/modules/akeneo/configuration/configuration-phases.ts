import type { WriteContext, WriteOperation } from '../../../kernel/operation.ts';
import type { UpsertInput, UpsertResult } from '../../../platform/resource/resource-operations.ts';
import { upsertAssociationTypes } from '../../association-type/index.ts';
import { upsertAttributes } from '../../attribute/index.ts';
import { upsertAttributeGroups } from '../../attribute-group/index.ts';
import { upsertAttributeSets } from '../../attribute-set/index.ts';
import { upsertCategories } from '../../category/index.ts';
import { upsertChannels } from '../../channel/index.ts';
import { upsertCurrencies } from '../../currency/index.ts';
import { upsertLocales } from '../../locale/index.ts';
import { upsertOptionSets, upsertOptions } from '../../option-set/index.ts';
import { ASSOCIATION_TYPE_COLUMNS, mapAssociationTypes } from '../map/map-association-types.ts';
import { ATTRIBUTE_GROUP_COLUMNS, mapAttributeGroups } from '../map/map-attribute-groups.ts';
import {
  ATTRIBUTE_COLUMNS,
  identifierColumn,
  mapAttributes,
  OPTION_SET_COLUMNS,
} from '../map/map-attributes.ts';
import { CATEGORY_COLUMNS, mapCategories } from '../map/map-categories.ts';
import { CHANNEL_COLUMNS, mapChannels } from '../map/map-channels.ts';
import { CURRENCY_COLUMNS, mapCurrencies } from '../map/map-currencies.ts';
import { FAMILY_COLUMNS, mapFamilies } from '../map/map-families.ts';
import { mapFamilyVariants } from '../map/map-family-variants.ts';
import { GROUP_COLUMNS, GROUPS_ROOT, type GroupMappings, mapGroups } from '../map/map-groups.ts';
import { LOCALE_COLUMNS, mapLocales } from '../map/map-locales.ts';
import { mapOptions, OPTION_COLUMNS } from '../map/map-options.ts';
import type { ColumnsByField, MappedRow } from '../map/mapping-result.ts';
import type { CsvTable } from '../read/csv-file.ts';
import type { AkeneoFolder } from '../read/read-stored-folder.ts';
import type { Mapping } from '../read/table-rows.ts';
import type { ImportedResource } from '../report/import-report.ts';
import type { FolderPhaseDefinition, FolderRun } from '../run/folder-run.ts';
import { notesOfRejection, type ResourceImport, resourcePhase } from '../run/import-resource.ts';
import { layoutPhase } from './import-families.ts';

/** Table, mapping and previous state of one file, before its rows are written. */
type Loaded = Pick<ResourceImport, 'table' | 'mapping' | 'before'>;

function phaseOf(
  name: ImportedResource,
  operation: WriteOperation<WriteContext, UpsertInput, UpsertResult>,
  columns: ColumnsByField,
  load: (run: FolderRun) => Promise<Loaded>,
): FolderPhaseDefinition {
  return {
    name,
    open: async (run) =>
      resourcePhase({ resource: name, operation, columns, ...(await load(run)) }, run.batchRows),
  };
}

/** Returns the files of one kind, mapped by themselves. */
const ofTable =
  (
    file: Parameters<AkeneoFolder['readTable']>[0],
    map: (table: CsvTable, folder: AkeneoFolder) => Mapping<MappedRow> | Promise<Mapping<MappedRow>>,
  ) =>
  async ({ folder }: FolderRun): Promise<Loaded> => {
    const table = await folder.readTable(file);
    return { table, mapping: await map(table, folder) };
  };

/** All files but those of products, each kind after what it refers to. */
export const CONFIGURATION_PHASES: readonly FolderPhaseDefinition[] = [
  phaseOf(
    'locales',
    upsertLocales,
    LOCALE_COLUMNS,
    ofTable('locales', async (table, folder) => mapLocales(table, await folder.readTable('channels'))),
  ),
  phaseOf(
    'currencies',
    upsertCurrencies,
    CURRENCY_COLUMNS,
    ofTable('currencies', async (table, folder) => mapCurrencies(table, await folder.readTable('channels'))),
  ),
  phaseOf('categories', upsertCategories, CATEGORY_COLUMNS, ofTable('categories', mapCategories)),
  phaseOf('groupTypes', upsertCategories, GROUP_COLUMNS, async ({ folder }) => {
    const { types, groups, categories, groupTable, table } = await loadGroups(folder);
    const isNeeded = types.items.length + groups.items.length > 0;
    return { table, mapping: types, before: isNeeded ? writeGroupsRoot(categories, groupTable) : undefined };
  }),
  phaseOf('groups', upsertCategories, GROUP_COLUMNS, async ({ folder }) => {
    const { groups, groupTable } = await loadGroups(folder);
    return { table: groupTable, mapping: groups };
  }),
  phaseOf('channels', upsertChannels, CHANNEL_COLUMNS, ofTable('channels', mapChannels)),
  phaseOf(
    'attributeGroups',
    upsertAttributeGroups,
    ATTRIBUTE_GROUP_COLUMNS,
    ofTable('attribute_groups', mapAttributeGroups),
  ),
  phaseOf('optionSets', upsertOptionSets, OPTION_SET_COLUMNS, ({ folder }) => loadOptionSets(folder)),
  phaseOf('options', upsertOptions, OPTION_COLUMNS, ofTable('attribute_options', mapOptions)),
  phaseOf(
    'attributes',
    upsertAttributes,
    ATTRIBUTE_COLUMNS,
    ofTable('attributes', (table) => mapAttributes(table).attributes),
  ),
  phaseOf('families', upsertAttributeSets, FAMILY_COLUMNS, async (run) => {
    const table = await run.folder.readTable('families');
    return { table, mapping: mapFamilies(table, await familyLookups(run)) };
  }),
  {
    name: 'familyVariants',
    async open(run) {
      const table = await run.folder.readTable('family_variants');
      const mapping = mapFamilyVariants(table, await familyLookups(run));
      const { sets } = await run.readStructure();
      return layoutPhase({ table, mapping, sets }, run.batchRows);
    },
  },
  phaseOf(
    'associationTypes',
    upsertAssociationTypes,
    ASSOCIATION_TYPE_COLUMNS,
    ofTable('association_types', mapAssociationTypes),
  ),
];

/**
 * Returns the attributes of the catalogue that families are mapped with. Call it after the attributes of the files are
 * written.
 */
async function familyLookups({ folder, readStructure }: FolderRun) {
  const { attributes } = await readStructure();
  return { identifier: identifierColumn(await folder.readTable('attributes')), attributes };
}

/** Loads option sets, which stand in the rows of select attributes. */
export async function loadOptionSets(folder: AkeneoFolder): Promise<Loaded> {
  const table = await folder.readTable('attributes');
  const { optionSets: mapping } = mapAttributes(table);
  // Only the select attributes count here; all rows of the file are counted and reported with the attributes.
  const selects = new Set(mapping.items.map(({ row }) => row));
  const rows = table.rows.filter(({ number }) => selects.has(number));
  return { table: { ...table, rows, faultyRows: 0, notes: [] }, mapping };
}

interface LoadedGroups extends GroupMappings {
  readonly table: CsvTable;
  readonly groupTable: CsvTable;
  readonly categories: CsvTable;
}

async function loadGroups(folder: AkeneoFolder): Promise<LoadedGroups> {
  const categories = await folder.readTable('categories');
  const table = await folder.readTable('group_types');
  const groupTable = await folder.readTable('groups');
  return { ...mapGroups(table, groupTable, categories), table, groupTable, categories };
}

/** The groups of products stand below a root of their own, which is made when it is needed. */
function writeGroupsRoot(categories: CsvTable, groupTable: CsvTable): NonNullable<Loaded['before']> {
  // Groups come after the trees of the file; without trees their position is not set.
  const sortOrder = categories.rows.filter((row) => row.get('parent') === '').length;
  const patch = sortOrder > 0 ? { code: GROUPS_ROOT, sortOrder } : { code: GROUPS_ROOT };
  return async (context, draft) => {
    const input = { items: [{ patch }], mode: 'upsert', errorPolicy: 'reject_failed' } as const;
    const [root] = (await upsertCategories.handler(context, input)).results;
    if (root?.outcome !== 'failed') return;
    draft.notes.push(...notesOfRejection(root.refusal, groupTable.name, () => ({ row: null, column: null })));
  };
}
