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
    checkValue(input, patterns, structure);
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
      // A file that one value cannot have keeps no other value of the product from its files.
      invalidCells: 'skip',
    });
    for (const [index, { accepted }] of written.entries())
      for (const target of accepted) results.set(target.file, toWrittenResult(target, products[index]));
    return {
      products: products.filter(({ outcome }) => outcome === 'updated').length,
      files: files.flatMap((file) => results.get(file) ?? []),
    };
  },
});

/** @throws ValidationFailed for an attribute that cannot have files, or none, and for an unknown channel or locale */
function checkValue(
  { attribute: code, channel, locale }: LinkMediaInput,
  patterns: readonly FilenamePattern[],
  structure: CatalogueStructure,
): void {
  const problems: FieldProblem[] = [];
  const attribute = findMediaAttribute(structure, code);
  if (code === null) {
    if (!patterns.every(({ hasAttribute }) => hasAttribute))
      problems.push(fieldProblem('required', ['attribute'], localized('filename-attribute-required')));
  } else if ('key' in attribute) {
    const problemCode = structure.attributes.has(foldKey(code)) ? 'value-not-allowed' : 'attribute-not-found';
    problems.push(fieldProblem(problemCode, ['attribute'], attribute, { value: code }));
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

/** Returns an attribute (code in either case) that can have files, or the reason why there is none. */
function findMediaAttribute(
  structure: CatalogueStructure,
  code: string | null,
): AttributeDefinition | Message {
  const attribute = structure.attributes.get(foldKey(code ?? ''));
  if (attribute === undefined) return localized('not-found', { kind: 'attribute', ref: code ?? '' });
  return attribute.type === 'media' || attribute.type === 'media_list'
    ? attribute
    : localized('attribute-without-files', { attribute: attribute.code });
}

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
  const attribute = findMediaAttribute(structure, name.attribute ?? input.attribute);
  if ('key' in attribute) return attribute;
  const requestedLocale = name.locale ?? input.locale;
  if (requestedLocale === null) return { ...match, attribute, locale: null };
  const locale = structure.locales.get(foldKey(requestedLocale));
  if (locale === undefined) return localized('not-found', { kind: 'locale', ref: requestedLocale });
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
  const { refusal, cellProblems, changes } = result;
  const { file, attribute, locale } = target;
  const [first] = refusal?.errors ?? [];
  const problem =
    first ?? cellProblems.find((one) => one.attribute === attribute.code && one.locale === locale);
  if (problem !== undefined) return toResult(file, 'rejected', target, textOf(problem));
  if (refusal !== null) return toResult(file, 'rejected', target, detailOf(refusal));
  const change = changes.find((one) => one.path === `values.${attribute.code}` && one.locale === locale);
  const filesBefore = [change?.old ?? null].flat();
  const isLinked = change !== undefined && !filesBefore.includes(file.code);
  return toResult(file, isLinked ? 'linked' : 'unchanged', target);
}
