import { t } from '../../i18n/translate.ts';

/** Maximum number of channels that the button names. */
const MAX_NAMED_CHANNELS = 2;

/**
 * Returns the label and the title of the button that saves a product.
 *
 * @param liveIn the labels of the channels in which the product is live
 */
export function saveButtonLabel(liveIn: readonly string[]): {
  readonly words: string;
  readonly title: string;
} {
  if (liveIn.length === 0) return { words: t('Save'), title: t('Save') };
  const title = t('Save and update {channels}', { channels: liveIn.join(', ') });
  // Many names would make a sentence of the button.
  const label =
    liveIn.length <= MAX_NAMED_CHANNELS
      ? title
      : t('Save and update {count} channels', { count: liveIn.length });
  return { words: label, title };
}
