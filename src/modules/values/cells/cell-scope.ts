import { foldKey } from '../../../kernel/codes.ts';
import { type FieldProblem, type FieldProblemCode, fieldProblem } from '../../../kernel/field-problem.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import type { AttributeDefinition } from '../../attribute/index.ts';
import type { CellAssignment } from './cells.ts';
import type { ChannelMetadata, ValueContext } from './value-context.ts';

/** Target cell of a write, in stored case as far as it is known. */
export interface ResolvedScope {
  readonly channel: string | null;
  readonly locale: string | null;
  /** Undefined: no channel named, or one that does not exist. */
  readonly channelFacts: ChannelMetadata | undefined;
  readonly localeEnabled: boolean;
}

/** Returns channel and locale of a write, resolved case-insensitively; unknown codes stay as they were sent. */
export function resolveCellScope(write: CellAssignment, context: ValueContext): ResolvedScope {
  const channelFacts = write.channel === null ? undefined : context.channels.get(foldKey(write.channel));
  const locale = write.locale === null ? undefined : context.locales.get(foldKey(write.locale));
  return {
    channel: channelFacts?.code ?? write.channel,
    locale: locale ?? write.locale,
    channelFacts,
    localeEnabled: locale !== undefined,
  };
}

/** Returns the fault in the scope itself: a channel or locale too many, too few, or not enabled. */
export function checkScope(
  write: CellAssignment,
  scope: ResolvedScope,
  attribute: AttributeDefinition,
  context: ValueContext,
): FieldProblem[] {
  const channelProblem = checkChannel(write, scope, attribute, context);
  const localeProblem = checkLocale(write, scope, attribute, context);
  return [channelProblem, localeProblem].filter((problem) => problem !== null);
}

function checkChannel(
  write: CellAssignment,
  { channel, channelFacts }: ResolvedScope,
  attribute: AttributeDefinition,
  context: ValueContext,
): FieldProblem | null {
  const refuse = refuseScope(write, attribute, 'channel');
  if (!attribute.scopable) {
    if (channel === null) return null;
    return refuse('channel-not-allowed', localized('channel-not-allowed', { attribute: attribute.code }));
  }
  if (channelFacts !== undefined) return null;
  const channels = [...context.channels.values()].map(({ code }) => code);
  if (channel === null) {
    return refuse(
      'channel-required',
      localized('channel-required', { attribute: attribute.code }),
      channels.slice(0, 3),
    );
  }
  const suggestions = suggest(channel, channels);
  return refuse(
    'reference-not-found',
    withSuggestions(localized('not-found', { kind: 'channel', ref: channel }), suggestions),
    suggestions,
  );
}

function checkLocale(
  write: CellAssignment,
  { channelFacts, locale, localeEnabled }: ResolvedScope,
  attribute: AttributeDefinition,
  context: ValueContext,
): FieldProblem | null {
  const refuse = refuseScope(write, attribute, 'locale');
  const { code, localizable, scopable, availableLocales } = attribute;
  if (!localizable) {
    if (locale === null) return null;
    return refuse('locale-not-allowed', localized('locale-not-allowed', { attribute: code }));
  }
  if (locale === null) {
    const some = availableLocales ?? [...context.locales.values()];
    return refuse('locale-required', localized('locale-required', { attribute: code }), some.slice(0, 3));
  }
  if (!localeEnabled) {
    const suggestions = suggest(locale, context.locales.values());
    return refuse(
      'locale-not-enabled',
      withSuggestions(localized('locale-not-enabled', { locale }), suggestions),
      suggestions,
    );
  }
  if (availableLocales !== null && !availableLocales.includes(locale)) {
    const message = localized('only-in-locales', { attribute: code, locales: availableLocales.join(', ') });
    return refuse('locale-not-allowed', message, suggest(locale, availableLocales));
  }
  if (!scopable || channelFacts === undefined || channelFacts.locales.has(locale)) return null;
  const suggestions = suggest(locale, channelFacts.locales);
  return refuse(
    'locale-not-in-channel',
    localized('locale-not-in-channel', { channel: channelFacts.code, locale }),
    suggestions,
  );
}

function refuseScope(write: CellAssignment, attribute: AttributeDefinition, key: 'channel' | 'locale') {
  return (code: FieldProblemCode, message: Message, suggestions: readonly string[] = []): FieldProblem => {
    const { channel, locale, path } = write;
    const keyPath = path.at(-1) === 'value' ? [...path.slice(0, -1), key] : path;
    return fieldProblem(code, keyPath, message, {
      attribute: attribute.code,
      channel,
      locale,
      value: write[key],
      suggestions,
    });
  };
}
