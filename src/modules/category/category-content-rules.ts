import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { checkLabels, type Labels } from '../../kernel/labels.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { slugify } from '../../kernel/text/slug.ts';
import type { MediaMetadata } from '../media/index.ts';

const MAX_DESCRIPTION_LENGTH = 65_535;
const MAX_SEO_DESCRIPTION_LENGTH = 1_000;

/** Content of a category that storefronts show. */
export interface CategoryContent {
  readonly labels: Labels;
  /** Texts or HTML by locale. */
  readonly descriptions: Labels;
  /** Code of a media file with an image; null for none. */
  readonly image: string | null;
  /** Slugs by locale; where there is none, the label supplies it. */
  readonly slugs: Labels;
  readonly seoTitles: Labels;
  readonly seoDescriptions: Labels;
}

/** Returns the faults in the content of a category; `image` is the file that it names. */
export function checkCategoryContent(
  next: CategoryContent,
  image: MediaMetadata | undefined,
): FieldProblem[] {
  return [
    ...checkLabels(next.labels, ['labels']),
    ...checkLabels(next.descriptions, ['descriptions'], MAX_DESCRIPTION_LENGTH),
    ...checkSlugs(next.slugs),
    ...checkLabels(next.seoTitles, ['seoTitles']),
    ...checkLabels(next.seoDescriptions, ['seoDescriptions'], MAX_SEO_DESCRIPTION_LENGTH),
    ...checkImage(next.image, image),
  ];
}

function checkSlugs(slugs: Labels): FieldProblem[] {
  const problems = checkLabels(slugs, ['slugs']);
  if (problems.length > 0) return problems;
  return Object.entries(slugs).flatMap(([locale, slug]) => {
    const expected = slugify(slug, locale);
    if (slug === expected) return [];
    const message =
      expected === '' ? localized('slug-form') : localized('slug-form-such-as', { slug: expected });
    const suggestions = expected === '' ? [] : [expected];
    return [fieldProblem('invalid-format', ['slugs', locale], message, { locale, value: slug, suggestions })];
  });
}

function checkImage(code: string | null, file: MediaMetadata | undefined): FieldProblem[] {
  if (code === null || code === '') return [];
  if (file === undefined) {
    const message = localized('not-found', { kind: 'media file', ref: code });
    return [fieldProblem('media-not-found', ['image'], message, { value: code })];
  }
  if (file.mimeType.startsWith('image/')) return [];
  const message = localized('image-required', { ref: file.code, mime: file.mimeType });
  return [fieldProblem('value-not-allowed', ['image'], message, { value: code })];
}
