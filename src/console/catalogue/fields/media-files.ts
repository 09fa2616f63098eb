import { ApiError, fetchApi } from '../../api/api-error.ts';
import { t } from '../../i18n/translate.ts';
import type { MediaFile } from './media-picker.tsx';

/** Files that were seen in this visit, so that chosen ones keep their images. */
const filesByKey = new Map<string, MediaFile>();

export const rememberFiles = (files: readonly MediaFile[]): void => {
  for (const file of files) filesByKey.set(file.code, file);
};

/** Returns a file by its code, with its image if it was seen in this visit. */
export const fileOfCode = (code: string): MediaFile =>
  filesByKey.get(code) ?? { code, label: code, url: null };

/** Returns the text and the value of a field with these files. */
export const filesChange = (codes: readonly string[], isMany: boolean) => ({
  text: codes.map((code) => fileOfCode(code).label).join(', '),
  value: codes.length === 0 ? null : isMany ? codes : (codes.at(-1) ?? null),
});

/** Uploads a file; one with the same content that exists is used instead. */
async function uploadFile(file: File): Promise<MediaFile> {
  const body = new FormData();
  body.append('file', file, file.name);
  const response = await fetchApi('/api/v1/media', { method: 'POST', body });
  const payload = (await response.json().catch(() => ({}))) as {
    code?: string;
    url?: string;
    detail?: string;
  };
  if (!response.ok || payload.code === undefined)
    throw new ApiError('upload', payload.detail ?? t('The upload failed. Try again.'));
  return {
    code: payload.code,
    label: file.name,
    url: file.type.startsWith('image/') ? (payload.url ?? null) : null,
  };
}

/** Uploads files one after the other, of a field for one file the first, and remembers them. */
export async function uploadFiles(files: readonly File[], isMany: boolean): Promise<readonly MediaFile[]> {
  const uploaded: MediaFile[] = [];
  for (const file of isMany ? files : files.slice(0, 1)) uploaded.push(await uploadFile(file));
  rememberFiles(uploaded);
  return uploaded;
}
