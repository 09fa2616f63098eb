import { uploadMedia } from '../../api/upload.ts';
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
  const { code, url } = await uploadMedia(file);
  return { code, label: file.name, url: file.type.startsWith('image/') ? url : null };
}

/** Uploads files one after the other, of a field for one file the first, and remembers them. */
export async function uploadFiles(files: readonly File[], isMany: boolean): Promise<readonly MediaFile[]> {
  const uploaded: MediaFile[] = [];
  for (const file of isMany ? files : files.slice(0, 1)) uploaded.push(await uploadFile(file));
  rememberFiles(uploaded);
  return uploaded;
}
