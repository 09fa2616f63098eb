import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { localized } from '../../kernel/problems/messages/message.ts';

/** Small sample of an option: a color or a media file. */
export interface Swatch {
  /** `#1E90FF`, also with 3, 4 or 8 digits. */
  readonly color?: string;
  /** Code of a media file. */
  readonly media?: string;
}

const COLOR_PATTERN = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const MAX_SYNONYMS = 100;
const MAX_SYNONYM_LENGTH = 255;

/** Keeps the keys that say something; a swatch without any is none. */
export function canonicalSwatch(
  swatch: { readonly color?: string | null; readonly media?: string | null } | null,
): Swatch | null {
  const color = swatch?.color ?? '';
  const media = swatch?.media ?? '';
  if (color === '' && media === '') return null;
  return { ...(color !== '' && { color }), ...(media !== '' && { media }) };
}

/** @param knowsMedia whether there is a file of a code */
export function checkSwatch(swatch: Swatch | null, knowsMedia: (code: string) => boolean): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const { color, media } = swatch ?? {};
  if (color !== undefined && !COLOR_PATTERN.test(color)) {
    const message = localized('color-form');
    problems.push(fieldProblem('invalid-format', ['swatch', 'color'], message, { value: color }));
  }
  if (color !== undefined && media !== undefined) {
    const message = localized('swatch-either');
    problems.push(fieldProblem('value-not-allowed', ['swatch', 'media'], message, { value: media }));
  } else if (media !== undefined && !knowsMedia(media)) {
    const message = localized('not-found', { kind: 'media file', ref: media });
    problems.push(fieldProblem('media-not-found', ['swatch', 'media'], message, { value: media }));
  }
  return problems;
}

/** Returns other words for an option: without blanks around them, none empty, none twice whatever its case. */
export function checkSynonyms(synonyms: readonly string[]): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (synonyms.length > MAX_SYNONYMS) {
    const message = localized('too-many-synonyms', { count: synonyms.length, max: MAX_SYNONYMS });
    problems.push(fieldProblem('too-many-items', ['synonyms'], message, { value: synonyms.length }));
  }
  const seenSynonyms = new Set<string>();
  synonyms.forEach((synonym, index) => {
    const path = ['synonyms', String(index)];
    const folded = synonym.toLowerCase();
    if (synonym === '') problems.push(fieldProblem('too-short', path, localized('synonym-empty')));
    if ([...synonym].length > MAX_SYNONYM_LENGTH) {
      const message = localized('synonym-too-long', { max: MAX_SYNONYM_LENGTH });
      problems.push(fieldProblem('too-long', path, message, { value: synonym }));
    }
    if (seenSynonyms.has(folded)) {
      const message = localized('synonym-twice', { synonym });
      problems.push(fieldProblem('duplicate-item', path, message, { value: synonym }));
    }
    seenSynonyms.add(folded);
  });
  return problems;
}
