import { Failure, reach } from '../../api/failure.ts';
import { t } from '../../language/t.ts';
import type { ShownFile } from './media-choices.tsx';

/** Files that were seen in this visit, so that chosen ones keep their images. */
const seen = new Map<string, ShownFile>();

export const rememberFiles = (files: readonly ShownFile[]): void => {
  for (const file of files) seen.set(file.code, file);
};

/** Returns a file by its code, with its image if it was seen in this visit. */
export const fileOfCode = (code: string): ShownFile => seen.get(code) ?? { code, label: code, url: null };

/** Returns the text and the value of a field with these files. */
export const filesChange = (codes: readonly string[], isMany: boolean) => ({
  text: codes.map((code) => fileOfCode(code).label).join(', '),
  value: codes.length === 0 ? null : isMany ? codes : (codes.at(-1) ?? null),
});

/** Uploads a file; one with the same content that exists is used instead. */
async function uploadFile(file: File): Promise<ShownFile> {
  const body = new FormData();
  body.append('file', file, file.name);
  const response = await reach('/api/v1/media', { method: 'POST', body });
  const answer = (await response.json().catch(() => ({}))) as {
    code?: string;
    url?: string;
    detail?: string;
  };
  if (!response.ok || answer.code === undefined)
    throw new Failure('upload', answer.detail ?? t('The upload failed. Try again.'));
  return {
    code: answer.code,
    label: file.name,
    url: file.type.startsWith('image/') ? (answer.url ?? null) : null,
  };
}

/** Uploads files one after the other, of a field for one file the first, and remembers them. */
export async function uploadFiles(files: readonly File[], isMany: boolean): Promise<readonly ShownFile[]> {
  const uploaded: ShownFile[] = [];
  for (const file of isMany ? files : files.slice(0, 1)) uploaded.push(await uploadFile(file));
  rememberFiles(uploaded);
  return uploaded;
}
