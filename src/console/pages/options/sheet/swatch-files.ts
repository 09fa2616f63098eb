import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { request } from '../../../api/request.ts';
import { stripBrackets } from '../../../ui/labels/plain-label.ts';
import type { OptionValues } from '../content/option-values.ts';
import type { StoredOption } from '../option-documents.ts';

const IMAGES = graphql(`
  query SwatchImages($search: String, $words: String) {
    mediaFiles(search: $search, kind: IMAGE, first: 20) {
      nodes { code label(locale: $words) url(width: 32, height: 32, fit: COVER, format: WEBP) }
    }
  }
`);

type SwatchFile = Pick<ResultOf<typeof IMAGES>['mediaFiles']['nodes'][number], 'code' | 'label' | 'url'>;

/** Pictures that were listed in this visit, so that a selected one is shown before it is saved. */
const filesByCode = new Map<string, SwatchFile>();

/** Returns true for the code of a picture that was listed in this visit. */
export const isListedFile = (code: string): boolean => filesByCode.has(code);

/** Loads the first images that a search finds. */
export async function findSwatchFiles(search: string, signal: AbortSignal): Promise<readonly SwatchFile[]> {
  const { nodes } = (await request(IMAGES, { search: search.trim() || null }, signal)).mediaFiles;
  const files = nodes.map((file) => ({ ...file, label: stripBrackets(file.label) }));
  for (const file of files) filesByCode.set(file.code, file);
  return files;
}

const NO_SWATCH = { color: null, image: null, name: '' };

/** Returns the swatch of a row: its color, or its picture with the name of the file. */
export function swatchOf({
  values: { swatch },
  stored,
}: {
  readonly values: OptionValues;
  readonly stored: StoredOption | null;
}): {
  readonly color: string | null;
  readonly image: string | null;
  readonly name: string;
} {
  if (swatch === '') return NO_SWATCH;
  if (swatch.startsWith('#')) return { color: swatch, image: null, name: swatch };
  const storedFile = stored?.swatch?.media;
  const file = storedFile?.code === swatch ? storedFile : filesByCode.get(swatch);
  return { color: null, image: file?.url ?? null, name: stripBrackets(file?.label ?? swatch) };
}
