import { IntlMessageFormat } from 'intl-messageformat';
import { Children, type ReactNode } from 'react';
import type { Message } from './de.ts';
import { localeTag, translate } from './translate.ts';

/** Shows a text with elements in it, such as a date or a link, in the language of the page. */
export function FormattedMessage(props: {
  readonly message: Message;
  readonly values: Readonly<Record<string, ReactNode>>;
}) {
  const parts = new IntlMessageFormat(translate(props.message), localeTag).format<ReactNode>(props.values);
  return <>{Array.isArray(parts) ? Children.toArray(parts as ReactNode[]) : parts}</>;
}
