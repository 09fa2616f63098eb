import { localeName } from '../../../i18n/locale-name.ts';
import { t } from '../../../i18n/translate.ts';
import type { EntityEffect, ProductEffect } from './effect-documents.ts';

/** Returns an effect on products in a sentence. */
export function productSentence(
  { kind, locale: code, currency, count, valueCount }: ProductEffect,
  channel: string | null,
  attribute: string,
): string {
  const scope = [channel, code === null ? currency : localeName(code)].filter((part) => part !== null);
  const values = { count, locale: scope.join(' · '), attribute };
  switch (kind) {
    case 'LEAVES_LIVE':
      return t('{count, plural, one {# product leaves} other {# products leave}} {locale}.', values);
    case 'NOT_LIVE':
      return t('{count, plural, one {# product} other {# products}} will not be live in {locale}.', values);
    case 'BECOMES_LIVE':
      return t(
        '{count, plural, one {# product becomes} other {# products become}} live in {locale}.',
        values,
      );
    case 'COMPLETE':
      return t(
        '{count, plural, one {# product becomes} other {# products become}} complete in {locale}.',
        values,
      );
    case 'INCOMPLETE':
      return t(
        '{count, plural, one {# product becomes} other {# products become}} incomplete in {locale}.',
        values,
      );
    case 'HIDDEN_VALUES':
      return t(
        '{count, plural, one {# product has} other {# products have}} values of {attribute} that will not be shown.',
        values,
      );
    case 'INVALID_VALUES':
      return t(
        '{count, plural, one {# product has} other {# products have}} values of {attribute} that break the new rules.',
        values,
      );
    case 'EMPTY_TEXTS':
      return t('{count, plural, one {# text is} other {# texts are}} empty in {locale}.', {
        ...values,
        count: valueCount,
      });
    case 'NO_CATEGORY':
      return channel === null
        ? t(
            '{count, plural, one {# product} other {# products}} will be in no category of this channel.',
            values,
          )
        : t(
            '{count, plural, one {# product} other {# products}} will be in no category of {locale}.',
            values,
          );
    case 'INACTIVE_OPTION':
      return t('{count, plural, one {# product keeps} other {# products keep}} the option.', values);
    case 'LABEL_CHANGES':
      return t('{count, plural, one {# product gets} other {# products get}} another name.', values);
    case 'URL_CHANGES':
      return t(
        '{count, plural, one {# product gets} other {# products get}} another address; the old one redirects.',
        values,
      );
    default:
      return t(
        '{count, plural, one {# product has} other {# products have}} values in {locale}. They stay stored, but cannot be changed.',
        values,
      );
  }
}

/** Returns an effect on the entities of a type in a sentence. */
export const entitySentence = ({ kind, count }: EntityEffect, type: string, attribute: string): string =>
  kind === 'INVALID_VALUES'
    ? t(
        '{type}: {count, plural, one {# entity has} other {# entities have}} values of {attribute} that break the new rules.',
        { type, count, attribute },
      )
    : t(
        '{type}: {count, plural, one {# entity has} other {# entities have}} values of {attribute} that will not be shown.',
        { type, count, attribute },
      );
