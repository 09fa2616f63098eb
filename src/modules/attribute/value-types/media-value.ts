import type { FieldProblem } from '../../../kernel/field-problem.ts';
import type { AttributeDefinition } from '../attribute-types.ts';
import { type CellPlace, EMPTY_VALUE, type MediaFacts, problemAt, type ValueType } from './value-type.ts';

/** The code of a stored file that fits the attribute's rules. */
export const mediaValue: ValueType = {
  parse(value, attribute, context, place) {
    if (value === '') return EMPTY_VALUE;
    if (typeof value !== 'string') {
      const message = `'${attribute.code}' takes the code of a media file in quotes.`;
      return { problems: [problemAt(place, attribute, 'wrong-type', message, { value })] };
    }
    const media = context.findMedia?.(value);
    if (media === undefined) {
      const message = `There is no media file '${value}'.`;
      return { problems: [problemAt(place, attribute, 'media-not-found', message, { value })] };
    }
    const problems = checkMedia(media, attribute, place);
    return problems.length === 0 ? { value: media.code } : { problems };
  },
  same: (a, b) => a === b,
};

function checkMedia(media: MediaFacts, attribute: AttributeDefinition, place: CellPlace): FieldProblem[] {
  const { mimeTypes, extensions, maxSize } = attribute.validation;
  const problems: FieldProblem[] = [];
  const report = (code: FieldProblem['code'], message: string) =>
    problems.push(
      problemAt(place, attribute, code, `The file '${media.code}' ${message}.`, { value: media.code }),
    );
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
  return problems;
}

/** What is wrong with the picture's measures; files that are no pictures have none to check. */
function checkPicture({ width, height }: MediaFacts, attribute: AttributeDefinition): string | null {
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
