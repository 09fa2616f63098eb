import { foldKey } from '../../kernel/codes.ts';
import { ValidationFailed } from '../../kernel/errors.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';
import type { MediaRow } from '../media/index.ts';
import { findReferred, productUniqueValues } from '../product/index.ts';
import { productKey } from '../product-reference/index.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import { uniqueValueKey, uniqueValuesOf } from '../values/index.ts';
import { type FilenamePattern, type MatchedName, matchName, parsePattern } from './filename-pattern.ts';

/** Maximum number of patterns of one request. */
export const MAX_PATTERNS = 10;

/** A file whose name leads to a product. */
export interface MatchedFile {
  readonly file: MediaRow;
  readonly name: MatchedName;
  readonly product: { readonly id: string; readonly sku: string };
}

/** A file whose name leads to no product. */
export interface UnknownFile {
  readonly file: MediaRow;
  readonly reason: Message;
}

/** @throws ValidationFailed for patterns that cannot be read, or identify products by what is not unique */
export function parsePatterns(
  sources: readonly string[],
  structure: CatalogueStructure,
): readonly FilenamePattern[] {
  if (sources.length === 0 || sources.length > MAX_PATTERNS) {
    const code = sources.length === 0 ? 'too-few-items' : 'too-many-items';
    const message = localized('filename-patterns-count', { max: MAX_PATTERNS });
    throw ValidationFailed.of([fieldProblem(code, ['patterns'], message, { value: sources.length })]);
  }
  const isIdentifier = (part: string) =>
    /^ext:[a-z0-9_-]{1,100}$/i.test(part) || isUniqueText(structure, part);
  const patterns: FilenamePattern[] = [];
  const problems: FieldProblem[] = [];
  for (const [index, source] of sources.entries()) {
    const pattern = parsePattern(source, isIdentifier);
    if ('expression' in pattern) patterns.push(pattern);
    else
      problems.push(fieldProblem('invalid-format', ['patterns', String(index)], pattern, { value: source }));
  }
  if (problems.length > 0) throw ValidationFailed.of(problems);
  return patterns;
}

function isUniqueText(structure: CatalogueStructure, code: string): boolean {
  const attribute = structure.attributes.get(foldKey(code));
  return (
    attribute?.unique === true && attribute.type === 'text' && !attribute.localizable && !attribute.scopable
  );
}

/** Returns the products that files lead to: the first of the patterns whose product exists counts. */
export async function matchFiles(
  context: WriteContext,
  structure: CatalogueStructure,
  patterns: readonly FilenamePattern[],
  files: readonly MediaRow[],
): Promise<{ readonly matched: readonly MatchedFile[]; readonly unknown: readonly UnknownFile[] }> {
  const candidates: { readonly file: MediaRow; readonly names: readonly MatchedName[] }[] = [];
  for (const file of files) {
    await yieldToEventLoop();
    candidates.push({ file, names: patterns.flatMap((pattern) => matchName(pattern, file.filename) ?? []) });
  }
  const names = candidates.flatMap((candidate) => candidate.names);
  const find = await loadProducts(context, structure, names);
  const matched: MatchedFile[] = [];
  const unknown: UnknownFile[] = [];
  for (const { file, names: ofFile } of candidates) {
    const [first] = ofFile;
    const name = ofFile.find((one) => find(one) !== undefined);
    const product = name && find(name);
    if (name !== undefined && product !== undefined) matched.push({ file, name, product });
    else if (first === undefined) unknown.push({ file, reason: localized('filename-without-pattern') });
    else
      unknown.push({
        file,
        reason: localized('filename-without-product', {
          identifier: first.identifier === 'sku' ? 'SKU' : first.identifier,
          value: first.text,
        }),
      });
  }
  return { matched, unknown };
}

/** Returns the look-up of the products that names identify. */
async function loadProducts(
  context: WriteContext,
  structure: CatalogueStructure,
  names: readonly MatchedName[],
): Promise<(name: MatchedName) => MatchedFile['product'] | undefined> {
  const refOf = ({ identifier, text }: MatchedName) => {
    if (identifier === 'sku') return text;
    return identifier.startsWith('ext:') ? `${identifier}:${text}` : null;
  };
  const refs = names.flatMap((name) => refOf(name) ?? []);
  const referred = await findReferred(context, context.session.organizationId, refs);
  const uniqueKeyOf = ({ identifier, text }: MatchedName) => {
    const code = structure.attributes.get(foldKey(identifier))?.code ?? '';
    const [key] = uniqueValuesOf(structure, { [code]: [{ value: text }] });
    return key;
  };
  const keys = names.filter((name) => refOf(name) === null).flatMap((name) => uniqueKeyOf(name) ?? []);
  const owners = keys.length === 0 ? new Map() : await productUniqueValues.loadOwners(context, keys);
  return (name) => {
    const ref = refOf(name);
    if (ref !== null) return referred.get(productKey(ref));
    const key = uniqueKeyOf(name);
    const owner = key === undefined ? undefined : owners.get(uniqueValueKey(key));
    return owner === undefined ? undefined : { id: owner.id, sku: owner.name ?? '' };
  };
}
