import { localeName } from '../../i18n/locale-name.ts';

/** Channel and locale where a product is live, as the API returns it. */
interface LiveScope {
  readonly channel: { readonly code: string; readonly label: string };
  readonly locale: { readonly code: string };
}

/** Returns the labels of channels and locales by their codes: `webshop de_DE` is `German (Web shop)`. */
export const liveScopeLabels = (live: readonly LiveScope[]): ReadonlyMap<string, string> =>
  new Map(
    live.map(({ channel, locale }) => [
      `${channel.code} ${locale.code}`,
      `${localeName(locale.code)} (${channel.label})`,
    ]),
  );
