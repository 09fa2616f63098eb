import type { Labels } from '../kernel/labels.ts';
import { builder } from './builder.ts';
import type { TypeExtensions } from './extensions.ts';

const BY_LOCALE = { keyedList: { by: 'locale', value: 'text' } } satisfies TypeExtensions;

export interface LabelText {
  readonly locale: string;
  readonly text: string;
}

export const LabelType = builder.objectRef<LabelText>('Label').implement({
  description: 'A label in one locale.',
  extensions: BY_LOCALE,
  fields: (t) => ({
    locale: t.exposeString('locale', { description: 'Locale code: `de_DE`.' }),
    text: t.exposeString('text', { description: 'Label in this locale.' }),
  }),
});

export const LabelInput = builder.inputType('LabelInput', {
  description: 'A label in one locale. Other locales keep their label.',
  extensions: BY_LOCALE,
  fields: (t) => ({
    locale: t.string({ required: true, description: 'Locale code: `de_DE`.' }),
    text: t.string({ description: 'The label; null or an empty text removes it.' }),
  }),
});

/** Converts stored labels to the list that GraphQL shows, in locale order. */
export function toLabelList(labels: unknown): LabelText[] {
  return Object.entries((labels ?? {}) as Labels)
    .map(([locale, text]) => ({ locale, text }))
    .sort((a, b) => (a.locale < b.locale ? -1 : 1));
}

/** Converts a list of label inputs to a patch by locale; undefined stays undefined (unchanged), null clears all. */
export function toLabelPatch(
  labels:
    | readonly { readonly locale: string; readonly text?: string | null | undefined }[]
    | null
    | undefined,
): { readonly [locale: string]: string | null } | null | undefined {
  if (labels === undefined || labels === null) return labels;
  return Object.fromEntries(labels.map(({ locale, text }) => [locale, text ?? null]));
}
