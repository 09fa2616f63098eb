import { builder, type InputFields } from '../../graphql/builder.ts';
import {
  ErrorPolicyType,
  FileOptionsInput,
  FileTypeType,
  ImportModeType,
  MappingInput,
  toMapping,
} from '../profile/profile-types.graphql.ts';
import type { ResolvedSource } from './source/import-source.ts';
import type { ImportOverrides } from './start-import.ts';

/** Returns the settings of a profile that one run may override. */
export const overrideFields = (t: InputFields) => ({
  mode: t.field({ type: ImportModeType, description: 'Overrides the profile.' }),
  errorPolicy: t.field({ type: ErrorPolicyType, description: 'Overrides the profile.' }),
  maxErrors: t.int({ description: 'Overrides the profile; null for no limit.' }),
  mapping: t.field({ type: [MappingInput], description: 'Overrides the profile.' }),
  options: t.field({ type: FileOptionsInput, description: 'Override the options of the profile.' }),
  format: t.field({ type: FileTypeType, description: 'Overrides the profile.' }),
});

interface OverridesShape {
  readonly resource?: ImportOverrides['resource'] | null | undefined;
  readonly mode?: ImportOverrides['mode'] | null | undefined;
  readonly errorPolicy?: ImportOverrides['errorPolicy'] | null | undefined;
  readonly maxErrors?: number | null | undefined;
  readonly mapping?: Parameters<typeof toMapping>[0];
  readonly options?: object | null | undefined;
  readonly format?: ImportOverrides['format'] | null | undefined;
}

/** Returns an input as the operations take it: what is not said is left to the profile. */
export function toOverrides(input: OverridesShape): ImportOverrides {
  const { maxErrors, mapping, options, resource, mode, errorPolicy, format } = input;
  const stated = { resource, mode, errorPolicy, format, options, mapping: toMapping(mapping) };
  const statedEntries = Object.entries(stated).filter(([, value]) => value !== null && value !== undefined);
  return { ...Object.fromEntries(statedEntries), ...(maxErrors === undefined ? {} : { maxErrors }) };
}

export const WebhookChoiceType = builder.enumType('ImportWebhooks', {
  description:
    'Webhook deliveries that an import causes. The change feed and the revisions always contain every change.',
  values: {
    EACH: { value: 'each', description: 'One delivery per changed object, as usual.' },
    SUMMARY: { value: 'summary', description: 'Only the event that the import has finished.' },
    NONE: { value: 'none', description: 'No deliveries.' },
  } as const,
});

/** Returns the options with the form of rows that came with the request, which overrides everything else. */
export function withRowFormat(
  overrides: ImportOverrides,
  { format, delimiter }: Pick<ResolvedSource, 'format' | 'delimiter'>,
): ImportOverrides {
  if (format === undefined) return overrides;
  const options = {
    ...overrides.options,
    delimiter: delimiter ?? null,
    enclosure: '"',
    headerRow: 1,
    encoding: null,
  };
  return { ...overrides, format, options };
}

/** Returns the source of the rows of an import. */
export const sourceOf = ({ file, source }: ResolvedSource) => ({
  file,
  ...(source === undefined ? {} : { source }),
});
