import { localeName } from '../../language/locale-name.ts';

/** Where a product is live, as the API answers it. */
interface LivePlace {
  readonly channel: { readonly code: string; readonly label: string };
  readonly locale: { readonly code: string };
}

/** Channels and locales in words, by their codes: `webshop de_DE` is `German (Web shop)`. */
export const placesOf = (live: readonly LivePlace[]): ReadonlyMap<string, string> =>
  new Map(
    live.map(({ channel, locale }) => [
      `${channel.code} ${locale.code}`,
      `${localeName(locale.code)} (${channel.label})`,
    ]),
  );
