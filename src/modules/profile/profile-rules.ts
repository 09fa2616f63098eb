import { z } from 'zod';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { checkLabels } from '../../kernel/labels.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import { messageOfIssue } from '../../platform/catalogue-check.ts';
import {
  type ColumnCondition,
  FILE_RESOURCES,
  FILE_TYPES,
  type FileOptions,
  isDateFormat,
  PATTERN_SHAPE,
  STEP_WITH_SETTINGS,
  TRANSFORM_SHAPE,
  TRANSFORMS,
} from '../file-formats/index.ts';
import { checkExportFilter } from './export-filter.ts';
import { checkExportFormat, checkExportMapping, checkExportOptions } from './export-options.ts';
import { NO_SUCCESS, substituteLastSuccess } from './last-success.ts';
import { DIRECTIONS, ERROR_POLICIES, IMPORT_MODES, type ProfileDocument } from './profile-document.ts';
import { checkSchedule } from './schedule-document.ts';

const MAXIMUM_COLUMNS = 5_000;

/** Returns all faults of a profile. */
export function checkProfile(profile: ProfileDocument): FieldProblem[] {
  const { labels, direction, resource, format, mode, errorPolicy, maxErrors } = profile;
  return [
    ...checkLabels(labels, ['labels']),
    ...checkParameter('direction', direction, DIRECTIONS),
    ...checkParameter('resource', resource, FILE_RESOURCES),
    ...checkParameter('format', format, FILE_TYPES),
    ...checkParameter('mode', mode, IMPORT_MODES),
    ...checkParameter('errorPolicy', errorPolicy, ERROR_POLICIES),
    ...checkOptions(profile.options),
    ...checkMapping(profile.mapping),
    ...(direction !== 'import' && FILE_RESOURCES.includes(resource)
      ? checkExportFilter(resource, substituteLastSuccess(profile.filter, NO_SUCCESS))
      : []),
    ...(direction === 'import' ? [] : checkExportFormat(format)),
    ...(direction === 'export' ? checkUnused(profile) : []),
    ...checkSchedule(profile.schedule, direction),
    ...(maxErrors === null || maxErrors >= 0
      ? []
      : [problem(['maxErrors'], localized('at-least-zero'), maxErrors)]),
  ];
}

/** Lists the settings of a profile of exports alone that no export uses. */
const checkUnused = ({ format, options, mapping }: ProfileDocument): FieldProblem[] => [
  ...(FILE_TYPES.includes(format) ? checkExportOptions(format, options) : []),
  ...checkExportMapping(mapping),
];

const problem = (path: readonly string[], message: Message, value: string | number | null) =>
  fieldProblem('value-not-allowed', path, message, { value });

function checkParameter(field: string, word: string, validWords: readonly string[]): FieldProblem[] {
  if (validWords.includes(word)) return [];
  if (word === '')
    return [
      fieldProblem('required', [field], localized('profile-field-required', { field, list: validWords })),
    ];
  const suggestions = suggest(word, validWords);
  const message = withSuggestions(
    localized('profile-field-unknown', { value: word, list: validWords }),
    suggestions,
  );
  return [fieldProblem('value-not-allowed', [field], message, { value: word, suggestions })];
}

/**
 * Checks of options. Each returns the fault as the rest of the sentence that begins with the option's name, or null.
 */
const OPTION_FAULTS: {
  readonly [Name in keyof FileOptions]?: (value: FileOptions[Name]) => Message | null;
} = {
  delimiter: (text) => (text === null || /^[^"\r\n]$/u.test(text) ? null : localized('option-delimiter')),
  enclosure: (text) => (/^["']?$/.test(text) ? null : localized('option-enclosure')),
  sheet: (name) => (name === null || /^[^[\]*?/\\:]{1,31}$/u.test(name) ? null : localized('option-sheet')),
  headerRow: (row) => (row >= 1 && row <= 1_000 ? null : localized('option-header-row')),
  decimalSeparator: (text) => (text === '.' || text === ',' ? null : localized('option-decimal-separator')),
  dateFormat: (text) => (isDateFormat(text) ? null : localized('option-date-format')),
  listSeparator: (text) => (/^[^"\s]$|^[^"]{2,5}$/u.test(text) ? null : localized('option-list-separator')),
  clearMarker: (text) => (/^\S.{0,99}$/u.test(text) ? null : localized('option-clear-marker')),
  headerContains: (names) => columnNames(names),
  fillDown: (names) => columnNames(names),
  variantColumns: (names) => columnNames(names),
  localeColumn: (name) => columnName(name),
  channelColumn: (name) => columnName(name),
  groupColumn: (name) => columnName(name),
  rowPath: (path) => (path === null || /^[^[\]]{1,500}$/.test(path) ? null : localized('option-row-path')),
  singleWhen: (condition) => (condition === null ? null : conditionFault(condition)),
};

const columnName = (name: string | null): Message | null =>
  name === null || name.trim() !== '' ? null : localized('option-column-name');

const MAXIMUM_NAMES = 50;

/** Returns the fault in a list of names of columns. */
const columnNames = (names: readonly string[]): Message | null =>
  names.length <= MAXIMUM_NAMES && names.every((name) => name.trim() !== '')
    ? null
    : localized('option-column-names', { max: MAXIMUM_NAMES });

/** Returns the faults in the options of a file. */
export function checkOptions(options: Partial<FileOptions>): FieldProblem[] {
  const problems = Object.entries(options).flatMap(([name, value]) => {
    const faultOf = OPTION_FAULTS[name as keyof FileOptions] as
      | ((value: unknown) => Message | null)
      | undefined;
    const fault = value === null ? null : (faultOf?.(value) ?? null);
    const shownValue = typeof value === 'string' || typeof value === 'number' ? value : null;
    return fault === null
      ? []
      : [problem(['options', name], localized('field-refused', { field: name, fault }), shownValue)];
  });
  const { delimiter, decimalSeparator = '.', listSeparator = ',' } = options;
  if (decimalSeparator === listSeparator && decimalSeparator === ',' && options.listSeparator !== undefined) {
    const message = localized('comma-twice');
    problems.push(problem(['options', 'listSeparator'], message, listSeparator));
  }
  if (delimiter !== undefined && delimiter !== null && delimiter === options.enclosure) {
    problems.push(problem(['options', 'enclosure'], localized('enclosure-is-delimiter'), delimiter));
  }
  return problems;
}

/** Returns the faults in a mapping. */
export function checkMapping(mapping: ProfileDocument['mapping']): FieldProblem[] {
  if (mapping.length > MAXIMUM_COLUMNS) {
    const message = localized('mapping-too-long', { max: MAXIMUM_COLUMNS, count: mapping.length });
    return [fieldProblem('too-many-items', ['mapping'], message, { value: mapping.length })];
  }
  return mapping.flatMap(({ column, target, when, transform = [] }, index) => {
    const at = ['mapping', String(index)];
    const isOpenPattern = column.includes('*') && (target === undefined || target === '');
    const nameless =
      column === ''
        ? [fieldProblem('required', [...at, 'column'], localized('mapping-column-required'))]
        : [];
    return [
      ...nameless,
      ...(isOpenPattern
        ? [fieldProblem('required', [...at, 'target'], localized('mapping-pattern-target-required'))]
        : []),
      ...checkConditions(when ?? [], [...at, 'when']),
      ...transform.flatMap((step, position) => checkStep(step, [...at, 'transform', String(position)])),
    ];
  });
}

const CONDITION_EXAMPLE = JSON.stringify({ column: 'type', values: ['variation'] });

function checkConditions(when: readonly ColumnCondition[], path: readonly string[]): FieldProblem[] {
  return when.flatMap((condition, index) => {
    const fault = conditionFault(condition);
    return fault === null ? [] : [fieldProblem('value-not-allowed', [...path, String(index)], fault)];
  });
}

function conditionFault({ column, values, pattern }: ColumnCondition): Message | null {
  const isStated = column !== '' && ((values ?? null) === null) !== ((pattern ?? null) === null);
  if (isStated && ((pattern ?? null) === null || PATTERN_SHAPE.safeParse(pattern).success)) return null;
  return localized('mapping-when-invalid', { form: CONDITION_EXAMPLE });
}

function checkStep(step: unknown, path: readonly string[]): FieldProblem[] {
  const parsed = TRANSFORM_SHAPE.safeParse(step);
  if (parsed.success) return [];
  const name = typeof step === 'string' ? step : Object.keys(z.looseObject({}).safeParse(step).data ?? {})[0];
  const isKnown = name !== undefined && TRANSFORMS.includes(name);
  if (isKnown) return checkStepSettings(step, name, path);
  const suggestions = name === undefined ? [] : suggest(name, TRANSFORMS);
  const message = withSuggestions(localized('transform-unknown', { list: TRANSFORMS }), suggestions);
  return [fieldProblem('value-not-allowed', path, message, { value: name ?? null, suggestions })];
}

/** Returns the faults in the settings of a step, each with its path. */
function checkStepSettings(step: unknown, name: string, path: readonly string[]): FieldProblem[] {
  const issues = typeof step === 'string' ? [] : (STEP_WITH_SETTINGS.safeParse(step).error?.issues ?? []);
  const located = issues.filter(({ path: { length } }) => length > 0);
  if (located.length === 0) {
    const message = localized('transform-invalid', {
      transform: name,
      step: JSON.stringify(step).slice(0, 200),
      example: exampleOf(name),
    });
    return [fieldProblem('value-not-allowed', path, message, { value: name })];
  }
  return located.map((issue) => {
    const setting = issue.path.map(String);
    const details = { transform: name, reason: messageOfIssue(issue) };
    const message =
      setting.length > 1
        ? localized('transform-setting-invalid', { ...details, setting: setting.slice(1).join('.') })
        : localized('transform-refused', { ...details, example: exampleOf(name) });
    return fieldProblem('value-not-allowed', [...path, ...setting], message, { value: name });
  });
}

const EXAMPLES: Readonly<Record<string, object>> = {
  concat: { columns: ['a', 'b'] },
  date: { format: 'DD.MM.YYYY' },
  map: { values: { Rot: 'red' } },
  number: { decimal_separator: ',' },
  replace: { pattern: '\\s+', with: ' ' },
  split: { separator: ';' },
  unit: { default: 'GRAM' },
};

/**
 * Returns a valid form of a transform: its settings by its name, a text for `default`, the name alone for the others.
 */
function exampleOf(name: string): Message {
  const settings = name === 'default' ? 'draft' : EXAMPLES[name];
  const form = JSON.stringify(settings === undefined ? name : { [name]: settings });
  return localized('transform-example', { form });
}
