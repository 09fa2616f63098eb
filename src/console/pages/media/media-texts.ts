import { t } from '../../i18n/translate.ts';
import { bracketedCode } from '../../ui/labels/plain-label.ts';
import type { MediaFile } from './media-documents.ts';

/** Maximum length of a tag. */
export const MAX_TAG_LENGTH = 50;

type Named = Pick<MediaFile, 'label' | 'filename'>;

/** Returns the label of a file; its file name where it has none. */
export const nameOf = ({ label, filename }: Named): string =>
  bracketedCode(label) === null ? label : filename;

/** Returns the format of a file in a word: `PNG`. */
export const formatOf = ({ filename, mimeType }: Pick<MediaFile, 'filename' | 'mimeType'>): string => {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(filename)?.[1] ?? mimeType.split('/').at(-1) ?? '';
  return extension.toUpperCase();
};

export const isImage = ({ mimeType }: Pick<MediaFile, 'mimeType'>): boolean => mimeType.startsWith('image/');

/** Returns true for an image without an alternative text of its own in a locale. */
export const isAltMissing = (file: Pick<MediaFile, 'mimeType' | 'alt'>, locale: string | null): boolean =>
  locale !== null && isImage(file) && !file.alt.some((text) => text.locale === locale);

/** Returns the number of products that use a file, in words; null for none. */
export const usesOf = ({ usedByCount, usedByCountExact }: MediaFile): string | null =>
  usedByCount === 0
    ? null
    : usedByCountExact
      ? t('{count, plural, one {# product} other {# products}}', { count: usedByCount })
      : t('more than {count} products', { count: usedByCount });

/** Kinds of files, as filters list them. */
export const KIND_CHOICES = [
  { value: 'image', label: t('Images') },
  { value: 'video', label: t('Videos') },
  { value: 'pdf', label: t('PDF') },
  { value: 'other', label: t('Other files') },
];
