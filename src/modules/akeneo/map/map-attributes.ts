import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import type { KeyedPatch } from '../../../platform/resource/resource-operations.ts';
import { ATTRIBUTE_TYPES, type AttributeType } from '../../attribute/index.ts';
import type { CsvRow, CsvTable } from '../read/csv-file.ts';
import {
  booleanOf,
  integerOf,
  type KeyedRow,
  keyedRows,
  labelsOf,
  listOf,
  type Mapping,
  reportUnknownColumns,
  textsOf,
} from '../read/table-rows.ts';
import { type ImportNote, importNote } from '../report/import-note.ts';
import {
  attributeTypeOf,
  IDENTIFIER_TYPE,
  referencesExternalFiles,
  referencesExternalRecords,
} from './attribute-type-names.ts';
import { mapAttributeRules, notApplicableNote, RULE_COLUMNS } from './map-attribute-rules.ts';
import type { ColumnsByField, MappedRow } from './mapping-result.ts';

export const ATTRIBUTE_COLUMNS: ColumnsByField = {
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

export const OPTION_SET_COLUMNS: ColumnsByField = { code: 'code', sort: 'auto_option_sorting' };

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
  readonly attributes: Mapping<MappedRow>;
  /** One per select attribute, named like it; sets of equal codes are never one. */
  readonly optionSets: Mapping<MappedRow>;
  /** Code of the identifier attribute, which becomes the SKU; null if there is none. */
  readonly identifier: string | null;
}

const DEFAULT_IDENTIFIER = 'sku';

/** Returns the column of the SKU: the code of the identifier attribute. */
export const identifierColumn = (table: CsvTable): string =>
  mapAttributes(table).identifier ?? DEFAULT_IDENTIFIER;

/** Returns attributes, and the option sets that the select ones need. */
export function mapAttributes(table: CsvTable): AttributeMappings {
  const notes: ImportNote[] = [];
  const rows = keyedRows(table, 'code', notes);
  const identifier = rows.find(({ row }) => row.get('type') === IDENTIFIER_TYPE) ?? null;
  const attributes: MappedRow[] = [];
  const optionSets: MappedRow[] = [];
  let skippedRows = 0;
  for (const keyedRow of rows) {
    const { row } = keyedRow;
    const type = keyedRow === identifier ? undefined : usableType(keyedRow, table.name, notes);
    if (keyedRow === identifier) notes.push(noteIdentifier(keyedRow, table));
    if (type === undefined) {
      skippedRows += 1;
      continue;
    }
    attributes.push({ row: row.number, patch: toPatch(keyedRow, type, table, notes) });
    if (ATTRIBUTE_TYPES[type].needs === 'optionSet') {
      optionSets.push({ row: row.number, patch: toOptionSet(keyedRow, table, notes) });
    }
  }
  reportUnknownColumns(table, KNOWN_COLUMNS, notes, ['label-', 'guidelines-']);
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
  if (referencesExternalRecords(akeneoType)) {
    const message = localized('akeneo-records-elsewhere', { attribute: code, type });
    const hint = localized('akeneo-records-hint', { set: code });
    notes.push(importNote('warning', file, 'records-became-options', message, { ...details, hint }));
  }
  if (referencesExternalFiles(akeneoType)) {
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
        const value = booleanOf(row, flag, file, notes);
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
  const byLabel = booleanOf(row, 'auto_option_sorting', table.name, notes);
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
    notes.push(notApplicableNote(row, column, file, localized('akeneo-input-setting', { column })));
  }
}
