import { IntlMessageFormat } from 'intl-messageformat';
import { truncateText } from '../../text/truncate-text.ts';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import { DEFAULT_LANGUAGE, type Language } from './language.ts';
import type { Message, MessageParameter } from './message.ts';
import terms from './terms.json' with { type: 'json' };

type Texts = Readonly<Partial<Record<string, string>>>;

const CATALOGUES: Readonly<Record<Language, Texts>> = { en, de, fr };
const TERMS: Readonly<Partial<Record<string, Readonly<Record<string, string>>>>> = terms;

const QUOTES: Readonly<Record<Language, readonly [string, string]>> = {
  en: ["'", "'"],
  de: ['„', '“'],
  fr: ['«\u202f', '\u202f»'],
};
const OR: Readonly<Record<Language, string>> = { en: ' or ', de: ' oder ', fr: ' ou ' };
const AND: Readonly<Record<Language, string>> = { en: ' and ', de: ' und ', fr: ' et ' };

/** Parameters that hold terms of the API, such as kinds of objects, which have translations of their own. */
const TERM_PARAMETERS: ReadonlySet<string> = new Set([
  'kind',
  'noun',
  'resource',
  'from',
  'to',
  'state',
  'allowed',
  'type',
  'property',
  'role',
]);

const formats = new Map<string, IntlMessageFormat>();

/** Returns a text in a language; in English where the catalogue lacks it, which other versions of the program can store. */
export function rendered(text: Message, language: Language = DEFAULT_LANGUAGE): string {
  return truncateText(renderMessage(text, language));
}

/** Returns the stored English text of a message in another language; the stored one where there is no message of it. */
export function renderedOr(english: string, text: Message | null | undefined, language: Language): string {
  return language === DEFAULT_LANGUAGE || text == null || CATALOGUES[language][text.key] === undefined
    ? english
    : rendered(text, language);
}

function renderMessage({ key, params }: Message, language: Language): string {
  const format = formatOf(key, language);
  if (format === null) return key;
  const values = Object.entries(params).map(
    ([name, value]) => [name, renderParameter(name, value, language)] as const,
  );
  return String(format.format(Object.fromEntries(values)));
}

function formatOf(key: string, language: Language): IntlMessageFormat | null {
  const name = `${language} ${key}`;
  const cached = formats.get(name);
  if (cached !== undefined) return cached;
  const text = CATALOGUES[language][key] ?? CATALOGUES[DEFAULT_LANGUAGE][key];
  if (text === undefined) return null;
  const format = new IntlMessageFormat(text, language, undefined, { ignoreTag: true });
  formats.set(name, format);
  return format;
}

function renderParameter(name: string, value: MessageParameter, language: Language): string | number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return TERM_PARAMETERS.has(name) ? termIn(value, language) : value;
  // JSON from storage, or from a request that failed early, can lack a value.
  if (value == null) return '';
  if ('key' in value) return renderMessage(value, language);
  if (name !== 'suggestions') return value.join(', ');
  const [open, close] = QUOTES[language];
  return value.map((one) => `${open}${one}${close}`).join(OR[language]);
}

/** Translates a term, or several that are joined by "or" or "and". */
const termIn = (english: string, language: Language): string =>
  english
    .split(' or ')
    .map((terms) =>
      terms
        .split(' and ')
        .map((term) => TERMS[term]?.[language] ?? term)
        .join(AND[language]),
    )
    .join(OR[language]);
