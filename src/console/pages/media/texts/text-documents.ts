import { fetchAllPages } from '../../../api/fetch-all-pages.ts';
import { graphql } from '../../../api/graphql.ts';
import { requestEach } from '../../../api/request-each.ts';
import type { LabelObject } from '../../../catalogue/labels/label-object.ts';
import { loadFiles, type MediaFile, type MediaFilter } from '../media-documents.ts';

const TEXTS = graphql(`
  query MediaTexts($ref: ID!) {
    media(ref: $ref) {
      id code version filename mimeType width
      alt { locale text }
      thumbnail: url(width: 320, height: 320, fit: INSIDE, format: WEBP)
    }
  }
`);

/** A file with its alternative texts. */
export interface FileTexts extends LabelObject {
  readonly file: Pick<MediaFile, 'id' | 'filename' | 'mimeType' | 'width' | 'thumbnail'>;
}

type StoredFile = FileTexts['file'] & Pick<MediaFile, 'code' | 'version' | 'alt'>;

const toTexts = (file: StoredFile): FileTexts => ({
  kind: 'MEDIA',
  code: file.code,
  owner: null,
  version: file.version,
  labels: file.alt,
  file,
});

/** Loads a page of files with their texts, newest first. */
export async function loadTexts(filter: MediaFilter, after: string | null, signal?: AbortSignal) {
  const { nodes, pageInfo } = await loadFiles(filter, null, after, signal);
  return { nodes: nodes.map(toTexts), pageInfo };
}

export const loadAllTexts = (filter: MediaFilter): Promise<readonly FileTexts[]> =>
  fetchAllPages((after) => loadTexts(filter, after));

/** Returns the files with some codes, as they are stored now. */
export async function findTexts(codes: readonly string[]): Promise<readonly FileTexts[]> {
  const { results, error } = await requestEach(
    TEXTS,
    codes.map((ref) => ({ ref })),
  );
  if (error !== null) throw error;
  return results.flatMap((file) => (file === null ? [] : [toTexts(file)]));
}
