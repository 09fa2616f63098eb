import { foldKey } from '../../kernel/codes.ts';
import { detailOf, ValidationFailed } from '../../kernel/errors.ts';
import { type FieldProblem, fieldProblem, textOf } from '../../kernel/field-problem.ts';
import { decodeIdOf, encodeId } from '../../kernel/ids.ts';
import { defineWrite, type WriteContext } from '../../kernel/operation.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import type { AttributeDefinition } from '../attribute/index.ts';
import { findMediaRowsByRef, type MediaRow } from '../media/index.ts';
import { type ProductItemResult, upsertProducts } from '../product/index.ts';
import { type CatalogueStructure, lockStructureForReading } from '../structure/index.ts';
import type { FilenamePattern } from './filename-pattern.ts';
import { type MatchedFile, matchFiles, parsePatterns } from './match-files.ts';

/** Maximum number of files that one request links. */
export const MAX_LINKED_FILES = 1_000;

export interface LinkMediaInput {
  /** Codes or public ids. */
  readonly files: readonly string[];
  /** See `parsePattern`; the first one whose product exists counts. */
  readonly patterns: readonly string[];
  /** Code of the attribute that gets the files; null where patterns read it. */
  readonly attribute: string | null;
  readonly channel: string | null;
  readonly locale: string | null;
  /** `keep` adds to lists and leaves single files that a product has; `replace` replaces both. */
  readonly existing: 'keep' | 'replace';
}

/** Outcome of a file. A type, so that it is a JSON value. */
export type LinkedFile = {
  readonly code: string;
  readonly filename: string;
  readonly outcome: 'linked' | 'unchanged' | 'unknown' | 'ambiguous' | 'rejected';
  /** SKU and attribute; null where the name leads to none. */
  readonly sku: string | null;
  readonly attribute: string | null;
  /** Reason why it is not linked; null for others. */
  readonly message: Message | null;
};

export type LinkMediaResult = {
  /** Number of products that changed. */
  readonly products: number;
  /** In the order of the request, each file once. */
  readonly files: readonly LinkedFile[];
};

/** A file with the value that gets it. */
interface Target extends MatchedFile {
  readonly attribute: AttributeDefinition;
  readonly locale: string | null;
}

/**
 * Links files to the products that their names lead to, in one transaction. Files that lead to none are reported, and
 * rejected ones with the reason; the others are linked.
 *
 * @throws ValidationFailed for files and attributes that do not exist, and patterns that cannot be read
 */
export const linkMedia = defineWrite({
  name: 'linkMedia',
  // Names of products that have something are for those who may read them.
  scope: { allOf: ['media:read', 'products:read', 'products:write'] },
  effect: 'write',
  retry: 'safe',
  errors: ['invalid'],
  async handler(context: WriteContext, input: LinkMediaInput): Promise<LinkMediaResult> {
    const structure = await lockStructureForReading(context);
    const patterns = parsePatterns(input.patterns, structure);
    checkAttribute(input, patterns, structure);
    const files = await loadFiles(context, input.files);
    const { matched, unknown } = await matchFiles(context, structure, patterns, files);
    const results = new Map<MediaRow, LinkedFile>(
      unknown.map(({ file, reason }) => [file, toResult(file, 'unknown', null, reason)]),
    );
    const targets = matched.flatMap((match) => {
      const target = toTarget(match, input, structure);
      if ('attribute' in target) return [target];
      results.set(match.file, toResult(match.file, 'unknown', null, target));
      return [];
    });
    const byProduct = Map.groupBy(targets, ({ product }) => product.id);
    const items = [...byProduct].map(([id, ofProduct]) => {
      const { accepted, ambiguous } = splitAmbiguous(ofProduct);
      for (const target of ambiguous)
        results.set(
          target.file,
          toResult(target.file, 'ambiguous', target, localized('linked-file-ambiguous')),
        );
      return { id, accepted, patch: toPatch(accepted, input) };
    });
    const written = items.filter(({ accepted }) => accepted.length > 0);
    const { results: products } = await upsertProducts.handler(context, {
      items: written.map(({ id, patch }) => ({ sku: encodeId('Product', id), ...patch })),
      mode: 'update',
      errorPolicy: 'reject_failed',
    });
    for (const [index, { accepted }] of written.entries())
      for (const target of accepted) results.set(target.file, toWrittenResult(target, products[index]));
    return {
      products: products.filter(({ outcome }) => outcome === 'updated').length,
      files: files.flatMap((file) => results.get(file) ?? []),
    };
  },
});

/** @throws ValidationFailed for an attribute that cannot have files, or none */
function checkAttribute(
  { attribute: code, channel, locale }: LinkMediaInput,
  patterns: readonly FilenamePattern[],
  structure: CatalogueStructure,
): void {
  if (code === null) {
    if (patterns.every(({ hasAttribute }) => hasAttribute)) return;
    const message = localized('filename-attribute-required');
    throw ValidationFailed.of([fieldProblem('required', ['attribute'], message)]);
  }
  const attribute = structure.attributes.get(foldKey(code));
  const problems: FieldProblem[] = [];
  if (attribute === undefined) {
    const message = localized('not-found', { kind: 'attribute', ref: code });
    problems.push(fieldProblem('attribute-not-found', ['attribute'], message, { value: code }));
  } else if (!isMediaAttribute(attribute)) {
    const message = localized('attribute-without-files', { attribute: attribute.code });
    problems.push(fieldProblem('value-not-allowed', ['attribute'], message, { value: code }));
  }
  if (channel !== null && !structure.channels.has(foldKey(channel))) {
    const message = localized('not-found', { kind: 'channel', ref: channel });
    problems.push(fieldProblem('reference-not-found', ['channel'], message, { value: channel }));
  }
  if (locale !== null && !structure.locales.has(foldKey(locale))) {
    const message = localized('not-found', { kind: 'locale', ref: locale });
    problems.push(fieldProblem('reference-not-found', ['locale'], message, { value: locale }));
  }
  if (problems.length > 0) throw ValidationFailed.of(problems);
}

const isMediaAttribute = ({ type }: AttributeDefinition) => type === 'media' || type === 'media_list';

/** @throws ValidationFailed for too many files, and for those that do not exist */
async function loadFiles(context: WriteContext, refs: readonly string[]): Promise<readonly MediaRow[]> {
  if (refs.length === 0 || refs.length > MAX_LINKED_FILES) {
    const message = localized('linked-files-count', { max: MAX_LINKED_FILES });
    const code = refs.length === 0 ? 'too-few-items' : 'too-many-items';
    throw ValidationFailed.of([fieldProblem(code, ['files'], message, { value: refs.length })]);
  }
  const rows = await findMediaRowsByRef(context, context.session.organizationId, refs);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byCode = new Map(rows.map((row) => [foldKey(row.code), row]));
  const problems: FieldProblem[] = [];
  const files = new Set<MediaRow>();
  for (const [index, ref] of refs.entries()) {
    const id = decodeIdOf('Media', ref);
    const file = id === null ? byCode.get(foldKey(ref)) : byId.get(id);
    if (file !== undefined) files.add(file);
    else {
      const message = localized('not-found', { kind: 'media', ref });
      problems.push(fieldProblem('reference-not-found', ['files', String(index)], message, { value: ref }));
    }
  }
  if (problems.length > 0) throw ValidationFailed.of(problems);
  return [...files];
}

/** Returns the value that gets a file, or the reason why there is none. */
function toTarget(
  match: MatchedFile,
  input: LinkMediaInput,
  structure: CatalogueStructure,
): Target | Message {
  const { name } = match;
  const code = name.attribute ?? input.attribute ?? '';
  const attribute = structure.attributes.get(foldKey(code));
  if (attribute === undefined) return localized('not-found', { kind: 'attribute', ref: code });
  if (!isMediaAttribute(attribute))
    return localized('attribute-without-files', { attribute: attribute.code });
  if (name.locale === null) return { ...match, attribute, locale: input.locale };
  const locale = structure.locales.get(foldKey(name.locale));
  if (locale === undefined) return localized('not-found', { kind: 'locale', ref: name.locale });
  return { ...match, attribute, locale };
}

const byName = new Intl.Collator('en', { numeric: true });

/** Returns the position of a file; those without one are the last ones. */
const positionOf = ({ name }: Target) => name.position ?? Number.MAX_SAFE_INTEGER;

/** Compares files by position, then by name. */
const inOrder = (one: Target, other: Target) =>
  positionOf(one) - positionOf(other) || byName.compare(one.file.filename, other.file.filename);

/** Splits off the files of values for one file that several lead to, unless one has a lower position than the others. */
function splitAmbiguous(targets: readonly Target[]): {
  readonly accepted: readonly Target[];
  readonly ambiguous: readonly Target[];
} {
  const accepted: Target[] = [];
  const ambiguous: Target[] = [];
  for (const ofValue of Map.groupBy(targets, keyOfValue).values()) {
    const sorted = ofValue.toSorted(inOrder);
    const [first, second] = sorted;
    if (first === undefined) continue;
    const isFirst = second === undefined || positionOf(first) < positionOf(second);
    const ofOne = isFirst ? [first] : [];
    const ofList = first.attribute.type === 'media_list' ? sorted : ofOne;
    accepted.push(...ofList);
    ambiguous.push(...sorted.filter((target) => !ofList.includes(target)));
  }
  return { accepted, ambiguous };
}

const keyOfValue = ({ attribute, locale }: Target) => `${attribute.code} ${locale ?? ''}`;

/** Returns the change of a product; the files of each value are in order. */
function toPatch(targets: readonly Target[], { channel, existing }: LinkMediaInput) {
  const values = [];
  const adjust = [];
  for (const ofValue of Map.groupBy(targets, keyOfValue).values()) {
    const [first] = ofValue;
    if (first === undefined) continue;
    const { attribute, locale } = first;
    const codes = ofValue.map(({ file }) => file.code);
    const cell = { attribute: attribute.code, channel, locale, path: ['attribute'] };
    const isList = attribute.type === 'media_list';
    if (existing === 'replace') values.push({ ...cell, value: isList ? codes : first.file.code });
    else if (isList) values.push({ ...cell, value: null, add: codes });
    else adjust.push({ attribute: attribute.code, channel, locale, fill: first.file.code });
  }
  return { values, adjust };
}

const toResult = (
  { code, filename }: MediaRow,
  outcome: LinkedFile['outcome'],
  target: Target | null,
  message: Message | null = null,
): LinkedFile => ({
  code,
  filename,
  outcome,
  sku: target?.product.sku ?? null,
  attribute: target?.attribute.code ?? null,
  message,
});

function toWrittenResult(target: Target, result: ProductItemResult | undefined): LinkedFile {
  if (result === undefined) throw new Error('Linking a file gave no result.');
  const { outcome, refusal } = result;
  if (refusal === null)
    return toResult(target.file, outcome === 'unchanged' ? 'unchanged' : 'linked', target);
  const [problem] = refusal.errors;
  const message = problem === undefined ? detailOf(refusal) : textOf(problem);
  return toResult(target.file, 'rejected', target, message);
}
