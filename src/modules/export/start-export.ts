import { foldKey } from '../../kernel/codes.ts';
import { ValidationFailed } from '../../kernel/errors.ts';
import { fieldProblem } from '../../kernel/field-problem.ts';
import { encodeId } from '../../kernel/ids.ts';
import type { JsonValue } from '../../kernel/json.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import type { HistoryPoint } from '../../kernel/text/history-point.ts';
import { readVisibleUntil } from '../../platform/ledger/visible-until.ts';
import { authorize } from '../../platform/operation/authorize.ts';
import { resolveSequence } from '../event/index.ts';
import { type FileOptions, resolveColumn } from '../file-formats/index.ts';
import { type StartedJob, startJob } from '../job/index.ts';
import {
  checkExportFilter,
  checkExportFormat,
  checkExportMapping,
  checkExportOptions,
  checkMapping,
  checkOptions,
  findProfile,
  NO_SUCCESS,
  type ProfileDocument,
  planExportFilter,
  scopesOfResource,
  substituteLastSuccess,
} from '../profile/index.ts';
import { type CatalogueStructure, readStructure } from '../structure/index.ts';
import { type ExportSettings, type ExportTarget, toJobInput } from './export-input.ts';
import { lastExportWatermark } from './export-watermark.store.ts';
import { supportsAsOf } from './row-source.ts';
import { chooseColumns } from './write-text.ts';

/** Settings of its profile that a run overrides; the profile itself stays unchanged. */
export interface ExportOverrides extends Partial<Omit<ExportSettings, 'asOf' | 'options' | 'resource'>> {
  /** A time or an event: the rows are what was true right after. */
  readonly asOf?: HistoryPoint | undefined;
  readonly options?: Partial<FileOptions> | undefined;
}

export interface StartExportInput {
  /** Code of the profile in either case. */
  readonly profile: string;
  readonly overrides: ExportOverrides;
  readonly target?: ExportTarget | null;
}

/**
 * Makes the job that writes a file.
 *
 * @throws NotFound, Conflict for a profile of imports, ValidationFailed for filters and columns that mean nothing
 */
export const startExport = defineWrite({
  name: 'runProfile',
  scope: 'import-export:write',
  effect: 'write',
  retry: 'with-key',
  errors: ['invalid', 'conflict', 'not-found'],
  async handler(
    context: WriteContext,
    { profile: code, overrides, target = null }: StartExportInput,
  ): Promise<StartedJob> {
    const profile = await findProfile(context, code, 'export');
    const { read } = scopesOfResource(profile.resource);
    authorize(context.session, read, `Exporting ${profile.resource}`);
    const present = await sinceLastSuccess(context, profile.code, resolveExport(profile, overrides));
    const settings = await resolveAsOf(context, present, overrides);
    const structure = await readStructure(context);
    const problems = [
      ...checkOptions(overrides.options ?? {}),
      ...checkMapping(overrides.mapping ?? []),
      ...checkExportFormat(settings.format),
      ...checkExportOptions(settings.format, overrides.options ?? {}),
      ...checkNames(settings, overrides, structure),
      ...checkExportFilter(settings.resource, settings.filter),
      ...checkColumns(settings, structure),
      ...checkScope(settings, structure),
      ...checkInherited(settings),
      ...checkLabels(settings, structure),
    ];
    if (problems.length > 0) throw ValidationFailed.of(problems);
    await planExportFilter(context, settings.resource, settings.filter);
    const input = toJobInput({
      profile: profile.code,
      settings: withStoredCase(settings, structure),
      target,
      day: context.now.toISOString().slice(0, 10),
      seenUntil:
        overrides.filter === undefined && overrides.asOf === undefined
          ? await readVisibleUntil(context)
          : null,
    });
    const scopes = ['import-export:write', read] as const;
    const id = await startJob(context, { type: 'export', subject: profile.code, input, scopes });
    return { id: encodeId('Job', id) };
  },
});

/**
 * Returns the settings with the sequence of the requested time.
 *
 * @throws ValidationFailed for other rows than products and entities, and beside a filter: searches know the present
 * only
 */
async function resolveAsOf(
  context: WriteContext,
  settings: ExportSettings,
  { asOf }: ExportOverrides,
): Promise<ExportSettings> {
  if (asOf === undefined) return settings;
  const refuse = (message: Message) =>
    ValidationFailed.of([fieldProblem('value-not-allowed', ['asOf'], message)]);
  if (!supportsAsOf(settings.resource))
    throw refuse(localized('export-of-present', { resource: settings.resource }));
  if (settings.filter !== null) throw refuse(localized('export-of-past-without-filter'));
  return { ...settings, asOf: await resolveSequence(context, asOf, { parameter: 'asOf' }) };
}

/** Returns the settings with the time of the last success in the filter, where it requests that. */
async function sinceLastSuccess(
  context: WriteContext,
  code: string,
  settings: ExportSettings,
): Promise<ExportSettings> {
  const lastSeenAt = await lastExportWatermark(context, context.session.organizationId, code);
  return { ...settings, filter: substituteLastSuccess(settings.filter, lastSeenAt ?? NO_SUCCESS) };
}

/** Returns the settings of an export from its profile and overrides. */
function resolveExport(profile: ProfileDocument, overrides: ExportOverrides): ExportSettings {
  const { filter, columns, channel, locales, options } = overrides;
  return {
    resource: profile.resource,
    format: overrides.format ?? profile.format,
    options: { ...profile.options, ...options },
    mapping: overrides.mapping ?? profile.mapping,
    filter: filter ?? profile.filter,
    columns: columns ?? profile.columns,
    channel: channel ?? null,
    locales: locales ?? null,
    includeInherited: overrides.includeInherited ?? false,
    labelLocale: overrides.labelLocale ?? null,
  };
}

/** A mapping gives columns their names; the rest of it is for imports. */
function checkNames(
  { resource, format, labelLocale = null }: ExportSettings,
  { mapping = [] }: ExportOverrides,
  structure: CatalogueStructure,
) {
  if (mapping.length === 0) return [];
  const refuse = (path: readonly string[], message: Message, value: string | null = null) =>
    fieldProblem('value-not-allowed', ['mapping', ...path], message, { value });
  if (format === 'jsonl') return [refuse([], localized('json-names-fixed'))];
  if (labelLocale !== null) return [refuse([], localized('labels-name-columns'))];
  const columns = mapping.flatMap(({ column, target }, index) => {
    const at = String(index);
    if (target === null) {
      const message = localized('mapping-entry-without-column');
      return [refuse([at, 'target'], message)];
    }
    const resolved = resolveColumn(target ?? column, resource, structure);
    if (!('reason' in resolved)) return [];
    const message = withSuggestions(
      localized('column-refused', { column: target ?? column, reason: resolved.reason }),
      resolved.suggestions,
    );
    const details = { value: target ?? column, suggestions: resolved.suggestions };
    return [fieldProblem('unknown-column', ['mapping', at, 'target'], message, details)];
  });
  return [...checkExportMapping(mapping), ...columns];
}

/** Rejects inherited values for other resources than products, and for a past time, for which they are not stored. */
function checkInherited({ resource, includeInherited, asOf = null }: ExportSettings) {
  if (includeInherited !== true || (resource === 'products' && asOf === null)) return [];
  const message = localized('inherited-of-present-products');
  return [fieldProblem('value-not-allowed', ['includeInherited'], message, { value: true })];
}

/** Labels are for people, so not for lines of JSON; imports read them of products. */
function checkLabels(
  { resource, format, labelLocale = null }: ExportSettings,
  structure: CatalogueStructure,
) {
  if (labelLocale === null) return [];
  if (resource !== 'products' || format === 'jsonl') {
    const message = localized('labels-of-product-tables');
    return [fieldProblem('value-not-allowed', ['labelLocale'], message, { value: labelLocale })];
  }
  if (structure.locales.has(foldKey(labelLocale))) return [];
  return [unknown(['labelLocale'], 'enabled locale', labelLocale, [...structure.locales.values()])];
}

const unknown = (path: readonly string[], noun: string, value: string, validValues: readonly string[]) => {
  const suggestions = suggest(value, validValues);
  const message = withSuggestions(localized('not-found', { kind: noun, ref: value }), suggestions);
  return fieldProblem('reference-not-found', path, message, { value: value as JsonValue, suggestions });
};

function checkColumns(settings: ExportSettings, structure: CatalogueStructure) {
  const { columns } = settings;
  if (columns === null) return [];
  if (columns.length === 0)
    return [fieldProblem('too-few-items', ['columns'], localized('columns-required'))];
  return chooseColumns(settings, columns, structure).flatMap((target, index) => {
    if (!('reason' in target)) return [];
    const name = columns[index] ?? '';
    const message = withSuggestions(
      localized('column-refused', { column: name, reason: target.reason }),
      target.suggestions,
    );
    const details = { value: name, suggestions: target.suggestions };
    return [fieldProblem('unknown-column', ['columns', String(index)], message, details)];
  });
}

function checkScope({ channel, locales }: ExportSettings, structure: CatalogueStructure) {
  const channels = [...structure.channels.values()].map(({ code }) => code);
  return [
    ...(channel === null || structure.channels.has(foldKey(channel))
      ? []
      : [unknown(['channel'], 'channel', channel, channels)]),
    ...(locales ?? []).flatMap((locale, index) =>
      structure.locales.has(foldKey(locale))
        ? []
        : [unknown(['locales', String(index)], 'enabled locale', locale, [...structure.locales.values()])],
    ),
  ];
}

function withStoredCase(settings: ExportSettings, { channels, locales }: CatalogueStructure): ExportSettings {
  const { channel, labelLocale = null } = settings;
  return {
    ...settings,
    channel: channel === null ? null : (channels.get(foldKey(channel))?.code ?? channel),
    labelLocale: labelLocale === null ? null : (locales.get(foldKey(labelLocale)) ?? labelLocale),
    locales: settings.locales?.map((locale) => locales.get(foldKey(locale)) ?? locale) ?? null,
  };
}
