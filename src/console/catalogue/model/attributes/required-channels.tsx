import { formatList } from '../../../i18n/format-list.ts';
import { t } from '../../../i18n/translate.ts';
import { useChannelChoices } from '../fields/choices.ts';
import { ALL_CHANNELS } from './all-channels.ts';

/** Names the channels in which an attribute is required. */
export function RequiredChannels({ channels }: { readonly channels: readonly string[] }) {
  const choices = useChannelChoices();
  if (channels.includes(ALL_CHANNELS)) return t('All channels');
  return formatList(channels.map((code) => choices.find(({ value }) => value === code)?.label ?? code));
}
