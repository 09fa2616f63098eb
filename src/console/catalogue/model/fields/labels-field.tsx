import { localeName } from '../../../i18n/locale-name.ts';
import { t } from '../../../i18n/translate.ts';
import { DescriptionList } from '../../../ui/layout/description-list.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import type { ConfigField } from '../config-page-types.ts';
import { changedLabels, type Labelled, type Labels, mergeLabels, toLabels } from './labels.ts';

const LabelInputs = lazyComponent(async () => (await import('./label-inputs.tsx')).LabelInputs, null);
const LongTextInputs = lazyComponent(async () => (await import('./label-inputs.tsx')).LongTextInputs, null);
const OpenLineInputs = lazyComponent(async () => (await import('./label-inputs.tsx')).OpenLineInputs, null);
const LineInputs = lazyComponent(async () => (await import('./label-inputs.tsx')).LineInputs, null);

/** Returns the field of the labels, in all enabled locales. */
export const labelsField = <Item extends Labelled>(): ConfigField<Item, Labels> => ({
  ...LOCALIZED,
  name: 'labels',
  label: t('Labels'),
  read: ({ labels }) => toLabels(labels),
  isNotCopied: true,
  Editor: LabelInputs,
});

/** Returns a field with a text in all enabled locales, of several lines or of one. */
export const localizedTextField = <Item,>(
  name: string,
  options: {
    readonly label: string;
    readonly description?: string;
    readonly isLine?: true;
    /** True if it is a line that is never folded. */
    readonly isOpen?: true;
    readonly read: (item: Item) => Labelled['labels'];
  },
): ConfigField<Item, Labels> => ({
  ...LOCALIZED,
  name,
  label: options.label,
  ...(options.description === undefined ? {} : { description: options.description }),
  read: (item) => toLabels(options.read(item)),
  Editor: options.isOpen ? OpenLineInputs : options.isLine ? LineInputs : LongTextInputs,
});

const LOCALIZED = {
  initial: {},
  write: changedLabels,
  merge: mergeLabels,
  describe: (base: Labels, labels: Labels) =>
    changedLabels(labels, base).map(({ locale, text }) => ({
      label: localeName(locale),
      before: base[locale] ?? '',
      after: text,
    })),
  format: (labels: Labels) => (
    <DescriptionList
      items={Object.fromEntries(Object.entries(labels).map(([code, text]) => [localeName(code), text]))}
    />
  ),
};
