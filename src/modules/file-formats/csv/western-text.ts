/** Evidence for and against a text being one of a Western European language. */
export interface WesternRating {
  /** Letters and signs where such languages have them. */
  readonly fitting: number;
  /** Different ones of these. */
  readonly distinct: number;
  /** Letters and signs where none of these languages has them. */
  readonly misplaced: number;
}

/** Replaces `L` by the class of letters in the sources of a pattern. */
const pattern = (sources: readonly string[], flags: string) =>
  new RegExp(sources.join('|').replaceAll('L', '\\p{L}'), flags);

/** Letters in their usual surroundings, such as `ç` before `a`, and signs beside the words and numbers they belong to. */
const FITTING = pattern(
  [
    '(?<=L)[äåéßáó]|[äåéôáó](?=L)|(?<=L)ú(?![aeiou])|ú(?=[bcdfghjklmnpqrstvxz])',
    '(?<![aou])[öü](?=[bcdefghijklmnpqrstvwyzß])|(?<=[bcdfghjklmnpqrstvwxyz])[öü](?![aou])|(?<=co)ö',
    // `día`, `línea`, but not what MacRoman reads in `don’t` and `l’olio` of Windows-1252.
    '(?<=L)í(?![eéèhíuúy]|[stdm](?!L)|(?:re|ve|ll)(?!L)|[ao](?:[^smn]|[smn](?=[^aio])))|(?<=pa|par|an|lu)ís(?!L)',
    '(?<!L)[àè](?!L)|(?<=[a-z])[àìòù](?!L|’)|(?<=L)è(?=(?:[bcdfglmnprstv]|[bcgpt][rl]|qu|ch|gn)e|s?(?!L))',
    'ê(?=[cmnptv])|[ao]î|îl|(?<=L)â(?=[bcdglmnpstv])|(?<=o)û(?=t)|(?<=[bdflr])û(?=[lt]|che)|(?<=[smq])û(?=r)',
    '(?<=[aeiou])[ëï]|ñ(?=[aeiouóáéí])|ç(?=[aouãõóáâôú])|ã(?=[oe])|õ(?=e)|œ(?=[ui])',
    '(?<![aeiou])ø(?=[bdfghjklmnprstvy])|(?<![aeiouy])æ(?=[bdfghjklmnprstv])',
    '(?<=L)’(?=(?:[stdm]|re|ve|ll)(?!L)|[aeiouhyàâéèêîôœ])|(?<!L|\\d)[“„«](?=[L\\d\u00a0])|(?<=[L\\d.,!?\u00a0])[”“»](?!L|\\d)|(?<=[L\\d])…(?!L)',
    '(?<=\\s)[–—•·](?=\\s)|(?<=\\d)[–×](?=\\d)|(?<=\\s)×(?=\\s?\\d)|(?<=\\d\\s?)[€°±]|[€£](?=\\s?\\d)',
    '(?<=[L\\d])[™®](?!L)|(?<!L)[½¼¾±©](?!L)|(?<=(?<!L)[cdmk]?m)[²³](?!L)|¿(?=L.{0,20}\\?)|¡(?=L.{0,20}!)',
  ],
  'iuy',
);

/** Letters and signs in surroundings that several languages have. */
const POSSIBLE = pattern(
  [
    '[\u00a0\u00adšž]|[àâêîçôöüäåáíóúß](?=L)|(?<=L)[çêãáíóúöüäåøæîô]|(?<!L)[éóåö](?!L)',
    '(?<!L)[–—…•·‘’‚“”„‹›«»©§](?!L)|(?<!L)[‘’‚“„‹«»§¿¡](?=L)|(?<=L)[’”“»›…–—](?!L)|(?<=L)[–—·×](?=L)',
    '(?<!L)[€£×°±²³¹ºª½¼¾™®](?!L)|(?<=L)[™®°](?!L)|(?<=\\d|(?<!L)[nm])[ºª]|(?<=\\d\\s?)[‰¥]|¥(?=\\d)',
  ],
  'iuy',
);

/** Capitals after small letters, and the third of three letters beyond ASCII, or the last of two that are a word. */
const IMPOSSIBLE =
  /(?<=\p{Ll})\p{Lu}|(?<=[^\0-\x7f]{2})(?<=\p{L}{2})(?=\p{L})|(?<=(?<!\p{L})(?=\p{L})[^\0-\x7f])(?=\p{L}(?!\p{L}))/uy;

/** Bytes without a character, and a sign of ISO-8859-1 that the Euro sign replaced. */
const UNUSED = /[\x80-\x9f¤]/;

/** Returns how far the letters and signs beyond ASCII of a text are those of a Western language; null for unused ones. */
export function rateAsWestern(text: string): WesternRating | null {
  if (UNUSED.test(text)) return null;
  const signs = new Set<string>();
  let fitting = 0;
  let misplaced = 0;
  for (const { 0: sign, index } of text.matchAll(/[^\0-\x7f]/g)) {
    const matches = (form: RegExp) => {
      form.lastIndex = index;
      return form.test(text);
    };
    if (matches(IMPOSSIBLE)) misplaced += 1;
    else if (matches(FITTING)) {
      fitting += 1;
      signs.add(sign);
    } else if (!matches(POSSIBLE)) misplaced += 1;
  }
  return { fitting, distinct: signs.size, misplaced };
}
