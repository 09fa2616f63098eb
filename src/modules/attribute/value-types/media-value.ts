import type { FieldProblemCode } from '../../../kernel/field-problem.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import type { MediaMetadata } from '../../media/index.ts';
import type { AttributeDefinition, Validation } from '../attribute-types.ts';
import { codeValueTypes } from './code-value.ts';
import { codeSchema, joinClauses } from './json-schema.ts';

/** Stored files that fit the attribute's rules: one, or several. */
export const { one: mediaValue, list: mediaListValue } = codeValueTypes<MediaMetadata>({
  noun: 'media file',
  ownerOf: () => '',
  find: (context, _owner, code) => context.findMedia?.(code),
  // There may be any number of them.
  wordsOf: () => [],
  missing: {
    code: 'media-not-found',
    message: (code) => localized('not-found', { kind: 'media file', ref: code }),
  },
  faults: (media, _owner, attribute) => checkMediaRules(media, attribute),
  schemaOf: ({ validation }) => ({ ...codeSchema(), description: describeMediaRules(validation) }),
  // Only a stored file would be a valid one.
  exampleCodes: () => [],
});

/** Describes the files that the attribute accepts. */
export function describeMediaRules({
  mimeTypes,
  extensions,
  maxSize,
  minWidth,
  minHeight,
  aspectRatio,
}: Validation): string {
  const constraints = [
    'code of a media file',
    ...(mimeTypes === undefined ? [] : [`of type ${mimeTypes.join(' or ')}`]),
    ...(extensions === undefined ? [] : [`named .${extensions.join(' or .')}`]),
    ...(maxSize === undefined ? [] : [`at most ${maxSize} bytes`]),
    ...(minWidth === undefined ? [] : [`at least ${minWidth} pixels wide`]),
    ...(minHeight === undefined ? [] : [`at least ${minHeight} pixels high`]),
    ...(aspectRatio === undefined ? [] : [`sides in the ratio ${aspectRatio}`]),
  ];
  return joinClauses(constraints);
}

/** One rule that a file breaks. */
interface MediaFault {
  readonly code: FieldProblemCode;
  readonly message: Message;
}

/** Returns everything about a file that the attribute's rules do not allow. */
export function checkMediaRules(
  media: MediaMetadata,
  attribute: Pick<AttributeDefinition, 'validation'>,
): MediaFault[] {
  const { mimeTypes, extensions, maxSize } = attribute.validation;
  const faults: MediaFault[] = [];
  const report = (code: FieldProblemCode, message: Message) => faults.push({ code, message });
  if (mimeTypes !== undefined && !mimeTypes.some((allowed) => fitsMimeType(media.mimeType, allowed))) {
    report(
      'mime-not-allowed',
      localized('media-type-not-allowed', { ref: media.code, mime: media.mimeType, list: mimeTypes }),
    );
  }
  if (extensions !== undefined && !extensions.includes(extensionOf(media.filename))) {
    report(
      'mime-not-allowed',
      localized('media-ending-not-allowed', { ref: media.code, name: media.filename, list: extensions }),
    );
  }
  if (maxSize !== undefined && media.sizeBytes > maxSize) {
    report(
      'file-too-large',
      localized('media-too-large', { ref: media.code, count: media.sizeBytes, max: maxSize }),
    );
  }
  const pictureProblem = checkPicture(media, attribute);
  if (pictureProblem !== null) report('image-too-small', pictureProblem);
  return faults;
}

/** Returns the fault in the size of an image; files that are no images have no size to check. */
function checkPicture(
  { code, width, height }: MediaMetadata,
  attribute: Pick<AttributeDefinition, 'validation'>,
): Message | null {
  if (width === null || height === null) return null;
  const { minWidth = 0, minHeight = 0, aspectRatio } = attribute.validation;
  if (width < minWidth || height < minHeight) {
    return localized('image-too-small', { ref: code, width, height, minWidth, minHeight });
  }
  if (aspectRatio === undefined) return null;
  const [wide = 1, high = 1] = aspectRatio.split(':').map(Number);
  const targetRatio = wide / high;
  return Math.abs(width / height - targetRatio) <= targetRatio * 0.01
    ? null
    : localized('image-ratio', { ref: code, width, height, ratio: aspectRatio });
}

function fitsMimeType(actual: string, allowed: string): boolean {
  return allowed.endsWith('/*') ? actual.startsWith(allowed.slice(0, -1)) : actual === allowed;
}

function extensionOf(filename: string): string {
  const dot = filename.lastIndexOf('.');
  return dot === -1 ? '' : filename.slice(dot + 1).toLowerCase();
}
