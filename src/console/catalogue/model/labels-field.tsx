import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { localeName } from '../../i18n/locale-name.ts';
import { t } from '../../i18n/translate.ts';
import { DescriptionList } from '../../ui/layout/description-list.tsx';
import type { ConfigField, EditorProps } from './config-page-types.ts';
import { enabledLocalesQuery } from './enabled-objects.ts';

/** Labels by locale. */
export type Labels = Readonly<Record<string, string>>;

interface Labelled {
  readonly labels: readonly { readonly locale: string; readonly text: string }[];
}

/** Returns labels by locale. */
export const toLabels = (labels: Labelled['labels']): Labels =>
  Object.fromEntries(labels.map(({ locale, text }) => [locale, text]));

/** Returns the labels that differ from the stored ones, as the input takes them: null removes one. */
export const changedLabels = (labels: Labels, stored: Labels) =>
  [...new Set([...Object.keys(labels), ...Object.keys(stored)])]
    .map((locale) => ({ locale, text: labels[locale]?.trim() || null }))
    .filter(({ locale, text }) => (stored[locale] ?? null) !== text);

/** Merges labels of different locales; undefined if both changed the same one. */
function mergeLabels(base: Labels, typed: Labels, stored: Labels): Labels | undefined {
  const merged: Record<string, string> = { ...stored };
  for (const { locale, text } of changedLabels(typed, base)) {
    const now = stored[locale] ?? null;
    if (now !== (base[locale] ?? null) && now !== text) return undefined;
    if (text === null) delete merged[locale];
    else merged[locale] = typed[locale] ?? text;
  }
  return merged;
}

/** Edits the labels of an object, an input for each locale. */
function LabelInputs({ label, value, error, isDisabled, onChange }: EditorProps<Labels>) {
  const locales = useQuery(enabledLocalesQuery).data ?? [];
  return (
    <fieldset className="config-labels" aria-label={label}>
      {locales.map(({ code }) => (
        <TextInput
          key={code}
          label={localeName(code)}
          maxLength={255}
          value={value[code] ?? ''}
          disabled={isDisabled}
          error={error}
          onChange={({ currentTarget }) => {
            const { [code]: _previous, ...others } = value;
            onChange(currentTarget.value === '' ? others : { ...others, [code]: currentTarget.value });
          }}
        />
      ))}
    </fieldset>
  );
}

/** Returns the field of the labels, in all enabled locales. */
export const labelsField = <Item extends Labelled>(): ConfigField<Item, Labels> => ({
  name: 'labels',
  label: t('Labels'),
  initial: {},
  read: ({ labels }) => toLabels(labels),
  write: changedLabels,
  merge: mergeLabels,
  format: (labels) => (
    <DescriptionList
      items={Object.fromEntries(Object.entries(labels).map(([code, text]) => [localeName(code), text]))}
    />
  ),
  Editor: LabelInputs,
});
