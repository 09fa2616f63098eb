import { LRUCache } from 'lru-cache';

/** Locale that is used if Intl supports none of the locales. */
const LAST_RESORT = 'en';

/** Formatters are made once for each form: making one takes longer than using it a hundred times. */
const MAX_FORMATTERS = 500;

/** "yes" and "no" by language (CLDR, posix messages), which Intl does not tell. */
const YES_AND_NO: Readonly<Record<string, readonly [yes: string, no: string]>> = {
  ar: ['نعم', 'لا'],
  bg: ['Да', 'Не'],
  ca: ['Sí', 'No'],
  cs: ['Ano', 'Ne'],
  da: ['Ja', 'Nej'],
  de: ['Ja', 'Nein'],
  el: ['Ναι', 'Όχι'],
  en: ['Yes', 'No'],
  es: ['Sí', 'No'],
  et: ['Jah', 'Ei'],
  fi: ['Kyllä', 'Ei'],
  fr: ['Oui', 'Non'],
  he: ['כן', 'לא'],
  hr: ['Da', 'Ne'],
  hu: ['Igen', 'Nem'],
  id: ['Ya', 'Tidak'],
  it: ['Sì', 'No'],
  ja: ['はい', 'いいえ'],
  ko: ['예', '아니요'],
  lt: ['Taip', 'Ne'],
  lv: ['Jā', 'Nē'],
  nb: ['Ja', 'Nei'],
  nl: ['Ja', 'Nee'],
  nn: ['Ja', 'Nei'],
  no: ['Ja', 'Nei'],
  pl: ['Tak', 'Nie'],
  pt: ['Sim', 'Não'],
  ro: ['Da', 'Nu'],
  ru: ['Да', 'Нет'],
  sk: ['Áno', 'Nie'],
  sl: ['Da', 'Ne'],
  sv: ['Ja', 'Nej'],
  th: ['ใช่', 'ไม่ใช่'],
  tr: ['Evet', 'Hayır'],
  uk: ['Так', 'Ні'],
  vi: ['Có', 'Không'],
  zh: ['是', '否'],
};

/** Writes values as people of a locale do. */
export interface LocalizedFormat {
  /** Formats an exact decimal ("1234.50") with its own number of decimals: "1234,50". */
  number(decimal: string): string;
  /** @param currency ISO 4217 */
  money(decimal: string, currency: string): string;
  /** @param day `YYYY-MM-DD` */
  date(day: string): string;
  /** Formats a time (RFC 3339), in UTC. */
  dateTime(moment: string): string;
  boolean(value: boolean): string;
}

/** @param locales the wanted one, then those that stand in: `de_AT`, `de_DE` */
export function localizedFormat(locales: readonly string[]): LocalizedFormat {
  const tags = [...locales.map((code) => code.replaceAll('_', '-')), LAST_RESORT];
  const day = dateFormatter(tags, { dateStyle: 'medium' });
  const dateTimeFormatter = dateFormatter(tags, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  const language = tags.map((tag) => tag.split('-')[0] ?? '').find((one) => one in YES_AND_NO);
  const [yes, no] = YES_AND_NO[language ?? ''] ?? ['', ''];
  return {
    number: (decimal) => numberFormatter(tags, decimal)(decimal),
    money: (decimal, currency) => numberFormatter(tags, decimal, currency)(decimal),
    date: (text) => formatTime(day(), text),
    dateTime: (text) => formatTime(dateTimeFormatter(), text),
    boolean: (value) => (value ? yes : no),
  };
}

const formatters = new LRUCache<string, Intl.NumberFormat | Intl.DateTimeFormat>({ max: MAX_FORMATTERS });

function cached<Formatter extends Intl.NumberFormat | Intl.DateTimeFormat>(
  key: string,
  make: () => Formatter,
): Formatter {
  const cachedFormatter = formatters.get(key) as Formatter | undefined;
  if (cachedFormatter !== undefined) return cachedFormatter;
  const newFormatter = make();
  formatters.set(key, newFormatter);
  return newFormatter;
}

function numberFormatter(tags: readonly string[], decimal: string, currency?: string) {
  const decimals = decimal.split('.')[1]?.length ?? 0;
  const form = cached(`${tags.join()} ${decimals} ${currency ?? ''}`, () => {
    const style = currency === undefined ? {} : ({ style: 'currency', currency } as const);
    const usual = new Intl.NumberFormat(LAST_RESORT, style).resolvedOptions().minimumFractionDigits ?? 0;
    const digits = Math.max(decimals, currency === undefined ? 0 : usual);
    return new Intl.NumberFormat([...tags], {
      ...style,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      // A year is not "2,026".
      useGrouping: 'min2',
    });
  });
  // A number in the form of a text keeps every digit (ECMA-402, StringNumericLiteral).
  return (text: string) => form.format(text as Intl.StringNumericLiteral);
}

const dateFormatter = (tags: readonly string[], form: Intl.DateTimeFormatOptions) => () =>
  cached(
    `${tags.join()} ${Object.keys(form).join()}`,
    () => new Intl.DateTimeFormat([...tags], { ...form, timeZone: 'UTC' }),
  );

/** A text that is no time stays as it is. */
function formatTime(formatter: Intl.DateTimeFormat, text: string): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : formatter.format(time);
}
