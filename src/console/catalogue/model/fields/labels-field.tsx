import { localeName } from '../../../i18n/locale-name.ts';
import { t } from '../../../i18n/translate.ts';
import { DescriptionList } from '../../../ui/layout/description-list.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import type { ConfigField } from '../config-page-types.ts';
import { changedLabels, type Labelled, type Labels, mergeLabels, toLabels } from './labels.ts';

const LabelInputs = lazyComponent(async () => (await import('./label-inputs.tsx')).LabelInputs, null);

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
