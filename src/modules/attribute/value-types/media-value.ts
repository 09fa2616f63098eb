import type { FieldProblemCode } from '../../../kernel/field-problem.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type { MediaMetadata } from '../../media/index.ts';
import type { AttributeDefinition, Validation } from '../attribute-types.ts';
import { codeValues } from './code-value.ts';
import { codeSchema, sentence } from './schema-parts.ts';

/** Stored files that fit the attribute's rules: one, or several. */
export const { one: mediaValue, list: mediaListValue } = codeValues<MediaMetadata>({
  noun: 'media file',
  ownerOf: () => '',
  find: (context, _owner, code) => context.findMedia?.(code),
  // There may be any number of them.
  wordsOf: () => [],
  missing: {
    code: 'media-not-found',
    message: (code) => localized('not-found', { kind: 'media file', ref: code }),
  },
  faults: (media, _owner, attribute) => mediaFaults(media, attribute),
  schemaOf: ({ validation }) => ({ ...codeSchema(), description: mediaWords(validation) }),
  // Only a stored file would be a valid one.
  exampleCodes: () => [],
});

/** Describes the files that the attribute accepts. */
export function mediaWords({
  mimeTypes,
  extensions,
  maxSize,
  minWidth,
  minHeight,
  aspectRatio,
}: Validation): string {
  const words = [
    'code of a media file',
    ...(mimeTypes === undefined ? [] : [`of type ${mimeTypes.join(' or ')}`]),
    ...(extensions === undefined ? [] : [`named .${extensions.join(' or .')}`]),
    ...(maxSize === undefined ? [] : [`at most ${maxSize} bytes`]),
    ...(minWidth === undefined ? [] : [`at least ${minWidth} pixels wide`]),
    ...(minHeight === undefined ? [] : [`at least ${minHeight} pixels high`]),
    ...(aspectRatio === undefined ? [] : [`sides in the ratio ${aspectRatio}`]),
  ];
  return sentence(words);
}

/** One rule that a file breaks. */
interface MediaFault {
  readonly code: FieldProblemCode;
  readonly message: string;
}

/** Everything about a file that the attribute's rules do not allow. */
export function mediaFaults(
  media: MediaMetadata,
  attribute: Pick<AttributeDefinition, 'validation'>,
): MediaFault[] {
  const { mimeTypes, extensions, maxSize } = attribute.validation;
  const faults: MediaFault[] = [];
  const report = (code: FieldProblemCode, message: string) =>
    faults.push({ code, message: `The file '${media.code}' ${message}.` });
  if (mimeTypes !== undefined && !mimeTypes.some((allowed) => fitsMimeType(media.mimeType, allowed))) {
    report('mime-not-allowed', `is of type ${media.mimeType}; allowed: ${mimeTypes.join(', ')}`);
  }
  if (extensions !== undefined && !extensions.includes(extensionOf(media.filename))) {
    report('mime-not-allowed', `is named '${media.filename}'; allowed endings: ${extensions.join(', ')}`);
  }
  if (maxSize !== undefined && media.sizeBytes > maxSize) {
    report('file-too-large', `has ${media.sizeBytes} bytes; at most ${maxSize} are allowed`);
  }
  const pictureProblem = checkPicture(media, attribute);
  if (pictureProblem !== null) report('image-too-small', pictureProblem);
  return faults;
}

/** Returns the fault in the size of an image; files that are no images have no size to check. */
function checkPicture(
  { width, height }: MediaMetadata,
  attribute: Pick<AttributeDefinition, 'validation'>,
): string | null {
  if (width === null || height === null) return null;
  const { minWidth = 0, minHeight = 0, aspectRatio } = attribute.validation;
  if (width < minWidth || height < minHeight) {
    return `is ${width} × ${height} pixels; at least ${minWidth} × ${minHeight} are needed`;
  }
  if (aspectRatio === undefined) return null;
  const [wide = 1, high = 1] = aspectRatio.split(':').map(Number);
  const wanted = wide / high;
  return Math.abs(width / height - wanted) <= wanted * 0.01
    ? null
    : `is ${width} × ${height} pixels; its sides need the ratio ${aspectRatio}`;
}

function fitsMimeType(actual: string, allowed: string): boolean {
  return allowed.endsWith('/*') ? actual.startsWith(allowed.slice(0, -1)) : actual === allowed;
}

function extensionOf(filename: string): string {
  const dot = filename.lastIndexOf('.');
  return dot === -1 ? '' : filename.slice(dot + 1).toLowerCase();
}
