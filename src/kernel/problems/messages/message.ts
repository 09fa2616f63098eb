import { abbreviated } from '../../text/abbreviated.ts';
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

/** A text for people: of the catalogue, or an English one that has no translation. */
export type Text = string | Message;

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

/** Values that quote what was sent are cut, as texts are. */
const shortened = (value: MessageParameter): MessageParameter =>
  typeof value === 'string' ? abbreviated(value) : value;
