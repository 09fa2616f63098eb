/**
 * Returns SQL for the lower case of a text, of all letters: `lower` alone maps those of ASCII only where the locale
 * of the database is C. Plain ASCII, where bytes are characters, is spared the slower way.
 *
 * @param text an expression or a parameter; it stands several times in the result
 */
export const lowerCaseSql = (text: string): string =>
  `CASE WHEN octet_length(${text}) = char_length(${text}) THEN lower(${text})
    ELSE lower(${text} COLLATE "und-x-icu") END`;
