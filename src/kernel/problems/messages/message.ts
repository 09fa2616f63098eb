import { truncateText } from '../../text/truncate-text.ts';
import type { MessageKey, MessageParameters } from './message-parameters.ts';

/** A text of the catalogue with its values; it is stored and sent as JSON, and rendered in the language of its reader. */
export interface Message {
  readonly key: MessageKey;
  readonly params: Readonly<Record<string, MessageParameter>>;
}

/**
 * A value in a text. A message stands inside another one. A list is joined by commas; one that is called `suggestions`
 * is quoted and joined by "or".
 */
export type MessageParameter = string | number | Message | readonly string[];

type Parameters<Key extends MessageKey> =
  Record<never, never> extends MessageParameters<MessageParameter>[Key]
    ? readonly []
    : readonly [params: MessageParameters<MessageParameter>[Key]];

/**
 * Returns a message of the catalogue.
 *
 * @param key a key of `en.json`
 * @param params what stands in the text, under the names that it uses
 */
export function localized<Key extends MessageKey>(key: Key, ...[params]: Parameters<Key>): Message {
  const entries = Object.entries<MessageParameter>(params ?? {}).map(
    ([name, value]) => [name, shortened(value)] as const,
  );
  return { key, params: Object.fromEntries(entries) };
}

/** Returns a text that has no translation: that of a library, of a protocol, or one stored without its key. */
export const verbatim = (text: string): Message => localized('verbatim', { text });

/** Returns true if the catalogue has a text of its own for a message, by which it is rendered in other languages. */
export const isTranslated = ({ key }: Message): boolean => key !== 'verbatim';

/** Cuts values that quote what was sent, as texts are, and takes the text out of a message that is nothing else. */
function shortened(value: MessageParameter): MessageParameter {
  if (typeof value === 'string') return truncateText(value);
  const isVerbatim = typeof value === 'object' && 'key' in value && !isTranslated(value);
  return isVerbatim ? (value.params.text ?? '') : value;
}
