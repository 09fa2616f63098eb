import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import type { KeyedPatch } from '../../../platform/resource/resource-operations.ts';
import { ATTRIBUTE_TYPES, type AttributeType } from '../../attribute/index.ts';
import type { CsvRow, CsvTable } from '../read/csv-file.ts';
import {
  flagOf,
  integerOf,
  type KeyedRow,
  keyedRows,
  labelsOf,
  listOf,
  type Mapping,
  noteUnknownColumns,
  textsOf,
} from '../read/table-rows.ts';
import { type ImportNote, importNote } from '../report/import-note.ts';
import {
  attributeTypeOf,
  IDENTIFIER_TYPE,
  namesForeignFiles,
  namesForeignRecords,
} from './attribute-type-names.ts';
import { mapAttributeRules, notApplicable, RULE_COLUMNS } from './map-attribute-rules.ts';
import type { ColumnsOfFields, MappedResource } from './mapped-resource.ts';

export const ATTRIBUTE_COLUMNS: ColumnsOfFields = {
  code: 'code',
  type: 'type',
  group: 'group',
  sortOrder: 'sort_order',
  localizable: 'localizable',
  scopable: 'scopable',
  unique: 'unique',
  availableLocales: 'available_locales',
  measurementFamily: 'metric_family',
  defaultUnit: 'default_metric_unit',
  optionSet: 'code',
  'validation.extensions': 'allowed_extensions',
  'validation.maxSize': 'max_file_size',
  'validation.decimalPlaces': 'decimals_allowed',
  'validation.negativeAllowed': 'negative_allowed',
  'validation.maxLength': 'max_characters',
  'validation.pattern': 'validation_regexp',
  'validation.format': 'validation_rule',
};

export const OPTION_SET_COLUMNS: ColumnsOfFields = { code: 'code', sort: 'auto_option_sorting' };

const KNOWN_COLUMNS: readonly string[] = [
  ...Object.values(ATTRIBUTE_COLUMNS),
  ...RULE_COLUMNS,
  'auto_option_sorting',
  'minimum_input_length',
  'reference_data_name',
  'useable_as_grid_filter',
  'wysiwyg_enabled',
];

export interface AttributeMappings {
  readonly attributes: Mapping<MappedResource>;
  /** One per select attribute, named like it; sets of equal codes are never one. */
  readonly optionSets: Mapping<MappedResource>;
  /** Code of the identifier attribute, which becomes the SKU; null if there is none. */
  readonly identifier: string | null;
}

const DEFAULT_IDENTIFIER = 'sku';

/** Returns the column of the SKU: the code of the identifier attribute. */
export const identifierOf = (table: CsvTable): string =>
  mapAttributes(table).identifier ?? DEFAULT_IDENTIFIER;

/** Returns attributes, and the option sets that the select ones need. */
export function mapAttributes(table: CsvTable): AttributeMappings {
  const notes: ImportNote[] = [];
  const rows = keyedRows(table, 'code', notes);
  const identifier = rows.find(({ row }) => row.get('type') === IDENTIFIER_TYPE) ?? null;
  const attributes: MappedResource[] = [];
  const optionSets: MappedResource[] = [];
  let skippedRows = 0;
  for (const keyed of rows) {
    const { row } = keyed;
    const type = keyed === identifier ? undefined : usableType(keyed, table.name, notes);
    if (keyed === identifier) notes.push(noteIdentifier(keyed, table));
    if (type === undefined) {
      skippedRows += 1;
      continue;
    }
    attributes.push({ row: row.number, patch: toPatch(keyed, type, table, notes) });
    if (ATTRIBUTE_TYPES[type].needs === 'optionSet') {
      optionSets.push({ row: row.number, patch: toOptionSet(keyed, table, notes) });
    }
  }
  noteUnknownColumns(table, KNOWN_COLUMNS, notes, ['label-', 'guidelines-']);
  return {
    attributes: { items: attributes, skippedRows, notes },
    optionSets: { items: optionSets, skippedRows: 0, notes: [] },
    identifier: identifier?.code ?? null,
  };
}

/** Returns the type of an attribute; undefined, reported, when there is none like it. */
function usableType({ row, code }: KeyedRow, file: string, notes: ImportNote[]): AttributeType | undefined {
  const akeneoType = row.get('type');
  const details = { row: row.number, column: 'type', value: akeneoType };
  const type = attributeTypeOf(akeneoType, row.get('wysiwyg_enabled') === '1');
  if (type === undefined) {
    const message = localized('akeneo-type-not-supported', { attribute: code, type: akeneoType });
    notes.push(importNote('warning', file, 'attribute-type-not-supported', message, details));
    return undefined;
  }
  if (namesForeignRecords(akeneoType)) {
    const message = localized('akeneo-records-elsewhere', { attribute: code, type });
    const hint = localized('akeneo-records-hint', { set: code });
    notes.push(importNote('warning', file, 'records-became-options', message, { ...details, hint }));
  }
  if (namesForeignFiles(akeneoType)) {
    const message = localized('akeneo-assets-elsewhere', { attribute: code, type });
    const hint = localized('akeneo-assets-hint');
    notes.push(importNote('warning', file, 'assets-became-media', message, { ...details, hint }));
  }
  return type;
}

function noteIdentifier({ row, code }: KeyedRow, table: CsvTable): ImportNote {
  const labels = Object.entries(textsOf(row, table.columns, 'label-')).map(
    ([locale, text]) => `${locale} '${text}'`,
  );
  const message = identifierMessage({ attribute: code, group: row.get('group'), labels });
  const details = { row: row.number, column: 'type', value: code };
  return importNote('info', table.name, 'identifier-became-sku', message, details);
}

function identifierMessage(values: {
  readonly attribute: string;
  readonly group: string;
  readonly labels: readonly string[];
}): Message {
  const { attribute, group, labels } = values;
  if (group === '')
    return labels.length === 0
      ? localized('akeneo-identifier', { attribute })
      : localized('akeneo-identifier-labels', { attribute, labels });
  return labels.length === 0
    ? localized('akeneo-identifier-in-group', { attribute, group })
    : localized('akeneo-identifier-in-group-labels', values);
}

function toPatch(
  { row, code }: KeyedRow,
  type: AttributeType,
  table: CsvTable,
  notes: ImportNote[],
): KeyedPatch {
  const file = table.name;
  const typeRules = ATTRIBUTE_TYPES[type];
  const flags = ['localizable', 'scopable', 'unique'] as const;
  const guidelines = textsOf(row, table.columns, 'guidelines-');
  const availableLocales = listOf(row.get('available_locales'));
  const sortOrder = integerOf(row, 'sort_order', file, notes);
  const validation = mapAttributeRules(row, type, file, notes);
  const group = row.get('group');
  noteWidgetSettings(row, file, notes);
  return {
    code,
    type,
    ...labelsOf(row, table.columns),
    ...(Object.keys(guidelines).length > 0 && { guidelines }),
    ...(group !== '' && { group }),
    ...(sortOrder !== undefined && { sortOrder }),
    ...Object.fromEntries(
      flags.flatMap((flag) => {
        const value = flagOf(row, flag, file, notes);
        return value === undefined ? [] : [[flag, value]];
      }),
    ),
    // Akeneo's own search finds products by all short texts.
    ...(type === 'text' && { searchable: true }),
    ...(typeRules.alwaysUnique && { unique: true }),
    ...(availableLocales.length > 0 && { availableLocales }),
    ...(Object.keys(validation).length > 0 && { validation }),
    ...(typeRules.needs === 'optionSet' && { optionSet: code }),
    ...(typeRules.needs === 'measurementFamily' && measurementOf(row)),
  };
}

function measurementOf(row: CsvRow): { measurementFamily?: string; defaultUnit?: string } {
  const measurementFamily = row.get('metric_family');
  const defaultUnit = row.get('default_metric_unit');
  return {
    ...(measurementFamily !== '' && { measurementFamily }),
    ...(defaultUnit !== '' && { defaultUnit }),
  };
}

function toOptionSet({ row, code }: KeyedRow, table: CsvTable, notes: ImportNote[]): KeyedPatch {
  const byLabel = flagOf(row, 'auto_option_sorting', table.name, notes);
  return {
    code,
    ...labelsOf(row, table.columns),
    ...(byLabel !== undefined && { sort: byLabel ? 'label' : 'manual' }),
  };
}

/** Notes two settings of Akeneo's own screens, which have no counterpart. */
function noteWidgetSettings(row: CsvRow, file: string, notes: ImportNote[]): void {
  if (row.get('useable_as_grid_filter') === '0') {
    const message = localized('akeneo-grid-filter', { attribute: row.get('code') });
    const details = { row: row.number, column: 'useable_as_grid_filter', value: '0' };
    notes.push(importNote('info', file, 'grid-filter-ignored', message, details));
  }
  if (row.get('minimum_input_length') !== '') {
    const column = 'minimum_input_length';
    notes.push(notApplicable(row, column, file, localized('akeneo-input-setting', { column })));
  }
}
