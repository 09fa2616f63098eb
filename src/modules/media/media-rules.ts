import { CODE_PATTERN_WITH_DASH } from '../../kernel/codes.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { decodeId } from '../../kernel/ids.ts';
import { checkLabels, type Labels } from '../../kernel/labels.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import type { FocalPoint } from '../../platform/image/rendition.ts';

/** Metadata of a file for the validation of values that refer to it. */
export interface MediaMetadata {
  /** Code in its stored case. */
  readonly code: string;
  readonly mimeType: string;
  readonly filename: string;
  readonly sizeBytes: number;
  /** Pixels; null when the file is not an image. */
  readonly width: number | null;
  readonly height: number | null;
}

export type MediaVisibility = 'private' | 'public';

/** Editable fields of a file; its bytes never change. */
export interface MediaDocument {
  readonly code: string;
  readonly filename: string;
  readonly labels: Labels;
  /** Description of the image for people who cannot see it, by locale. */
  readonly alt: Labels;
  readonly tags: readonly string[];
  readonly visibility: MediaVisibility;
  /** Position of the important part of an image; null for its center. */
  readonly focalPoint: FocalPoint | null;
}

/** Fields that a file gets together with its bytes. */
export interface MediaContentFields extends Omit<MediaMetadata, 'code'>, Pick<MediaDocument, 'focalPoint'> {
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Kinds of files, with the beginning of their media types; all others are `other`. */
export const MEDIA_KINDS = { image: 'image/', video: 'video/', pdf: 'application/pdf' } as const;
type NamedKind = keyof typeof MEDIA_KINDS;
export type MediaKind = NamedKind | 'other';

/** Returns the kind of a file, by its media type. */
export const mediaKindOf = (mimeType: string): MediaKind =>
  (Object.keys(MEDIA_KINDS) as NamedKind[]).find((kind) => mimeType.startsWith(MEDIA_KINDS[kind])) ?? 'other';

/** Fields that are texts by locale. */
export const LOCALIZED = ['labels', 'alt'] as const;

const MAX_FILENAME_LENGTH = 255;
const MAX_ALT_LENGTH = 1_000;
const MAX_TAG_LENGTH = 50;
const MAX_TAGS = 100;

/** Returns the name alone, as browsers and old systems send it: no folders, no control characters. */
export function toFilename(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  return last
    .replace(/\p{Cc}/gu, '')
    .trim()
    .normalize('NFC');
}

/** Returns all faults of a document. */
export function checkMedia({ filename, labels, alt, tags, focalPoint }: MediaDocument): FieldProblem[] {
  return [
    ...checkFilename(filename),
    ...checkLabels(labels, ['labels']),
    ...checkLabels(alt, ['alt'], MAX_ALT_LENGTH),
    ...checkTags(tags),
    ...checkFocalPoint(focalPoint),
  ];
}

function checkFilename(filename: string): FieldProblem[] {
  const path = ['filename'];
  if (filename === '') return [fieldProblem('required', path, localized('filename-required'))];
  if (filename !== toFilename(filename)) {
    const message = localized('filename-invalid');
    return [fieldProblem('invalid-format', path, message, { value: filename })];
  }
  const length = [...filename].length;
  if (length <= MAX_FILENAME_LENGTH) return [];
  const message = localized('filename-too-long', { count: length, max: MAX_FILENAME_LENGTH });
  return [fieldProblem('too-long', path, message, { value: filename })];
}

function checkTags(tags: readonly string[]): FieldProblem[] {
  if (tags.length > MAX_TAGS) {
    const message = localized('too-many-tags', { count: tags.length, max: MAX_TAGS });
    return [fieldProblem('too-many-items', ['tags'], message, { value: tags.length })];
  }
  return tags.flatMap((tag, index) => {
    if (tag !== '' && tag === tag.trim() && [...tag].length <= MAX_TAG_LENGTH) return [];
    const message = localized('tag-invalid', { max: MAX_TAG_LENGTH });
    return [fieldProblem('invalid-format', ['tags', String(index)], message, { value: tag })];
  });
}

function checkFocalPoint(point: FocalPoint | null): FieldProblem[] {
  if (point === null) return [];
  return (['x', 'y'] as const).flatMap((axis) => {
    const value = point[axis];
    if (value >= 0 && value <= 1) return [];
    const message = localized('focal-point-range');
    const code = value < 0 ? 'below-minimum' : 'above-maximum';
    return [fieldProblem(code, ['focalPoint', axis], message, { value })];
  });
}

/** Returns the faults of a code that a client chose. */
export function checkCode(code: string): FieldProblem[] {
  if (!CODE_PATTERN_WITH_DASH.test(code)) {
    const message = localized('code-invalid', { ref: code });
    return [fieldProblem('invalid-code', ['code'], message, { value: code })];
  }
  if (decodeId(code) === null) return [];
  return [fieldProblem('reserved-code', ['code'], localized('code-like-id', { ref: code }), { value: code })];
}

/**
 * Returns codes to try for a file nobody has named, best first: its name in plain letters, then the same with a part of
 * its hash, then with one of its own id, which no other has.
 */
export function candidateCodes(filename: string, sha256: string, id: string): readonly string[] {
  const stem = filename.replace(/\.[^.]*$/, '');
  const plain = stem
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/[^A-Za-z0-9_]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80)
    .toLowerCase();
  const name = plain === '' || checkCode(plain).length > 0 ? 'file' : plain;
  return [name, `${name}-${sha256.slice(0, 8)}`, `${name}-${id.slice(-12)}`];
}

const RESTORABLE_DAYS = 30;

/** Returns the time before which a deleted file can no longer be restored. */
export function restorableSince(now: Date): Date {
  return new Date(now.getTime() - RESTORABLE_DAYS * 86_400_000);
}

/** The first word of the keys of contents. */
export const CONTENT_KEYS = 'media';

/** Returns the storage key of the bytes of a content; one content of an organization is stored once. */
export function contentKey(organizationId: string, sha256: string): string {
  return `${CONTENT_KEYS}/${organizationId}/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
}

/** The bytes of one content in one organization. */
export interface Content {
  readonly organizationId: string;
  /** Hexadecimal. */
  readonly sha256: string;
}

const CONTENT_KEY = /^media\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/..\/..\/([0-9a-f]{64})$/;

/** Returns the content that a key of {@link contentKey} stands for; null for any other key. */
export function parseContentKey(key: string): Content | null {
  const [, organizationId = '', sha256 = ''] = CONTENT_KEY.exec(key) ?? [];
  return contentKey(organizationId, sha256) === key ? { organizationId, sha256 } : null;
}
