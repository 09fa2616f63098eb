import { foldKey, isReservedSku } from '../../../kernel/codes.ts';
import { Conflict, NotPublishable } from '../../../kernel/errors.ts';
import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../../kernel/suggestion.ts';
import { unprintableReason } from '../../../kernel/text/unprintable-reason.ts';
import type { ProductStatus } from '../../property/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import { incompleteScopes, liveScopes } from './live.ts';
import type { CodesPatch, WrittenPublication } from './product-input.ts';
import type { ProductRow } from './product-row.ts';
import { nextStatuses } from './product-state.ts';

const MAXIMUM_SKU_LENGTH = 255;
/** The same as JSON Schema, but for the SKUs that are reserved. */
export const SKU_SCHEMA = {
  type: 'string',
  maxLength: MAXIMUM_SKU_LENGTH,
  pattern: '^[^\\s\\p{C}](?:[^\\p{C}\\p{Zl}\\p{Zp}]*[^\\s\\p{C}])?$',
} as const;

/** Returns the problem of a SKU, or null. Nothing is trimmed silently: a SKU is a key in other systems too. */
export function skuProblem(sku: string, path: readonly string[] = ['sku']): FieldProblem | null {
  const problem = (code: 'required' | 'too-long' | 'invalid-format' | 'reserved-sku', message: Message) =>
    fieldProblem(code, path, message, { value: sku });
  if (sku === '') return problem('required', localized('sku-required'));
  if ([...sku].length > MAXIMUM_SKU_LENGTH) {
    return problem('too-long', localized('sku-too-long', { max: MAXIMUM_SKU_LENGTH }));
  }
  const fault = unprintableReason(sku, 'A SKU');
  if (fault !== null) return problem('invalid-format', fault);
  if (isReservedSku(sku)) {
    return problem('reserved-sku', localized('sku-reserved', { ref: sku }));
  }
  return null;
}

/** Returns the conflict that another living product has the SKU. */
export function duplicateSkuError(sku: string): Conflict {
  const message = localized('already-exists', { kind: 'product', ref: sku });
  return new Conflict('duplicate-sku', message, {
    errors: [fieldProblem('not-unique', ['sku'], message, { value: sku })],
  });
}

/** @throws Conflict `invalid-transition` naming the statuses that may follow. */
export function checkTransition(from: ProductStatus, to: ProductStatus): void {
  const allowed = nextStatuses(from);
  if (from === to || allowed.includes(to)) return;
  const message = localized('status-transition', { from, to, allowed: allowed.join(' or ') });
  throw new Conflict('invalid-transition', message, {
    allowed,
    errors: [
      fieldProblem('value-not-allowed', ['status'], message, { value: to, suggestions: [...allowed] }),
    ],
  });
}

/**
 * Lets a product be published: it has a set, everything above it is published, and it is complete for at least one
 * locale of a channel that it is sold in. A gap in one locale keeps the product out of that locale only.
 *
 * @throws NotPublishable with what each channel and locale lacks.
 */
export function checkPublishable(
  structure: CatalogueStructure,
  row: ProductRow,
  ancestors: readonly ProductRow[],
): void {
  const refuse = (message: Message, missing: readonly JsonObject[] = []) => {
    throw new NotPublishable(message, missing, [
      fieldProblem('value-not-allowed', ['status'], message, { value: 'published' }),
    ]);
  };
  if (row.attributeSet === null) refuse(localized('publish-without-set', { sku: row.sku }));
  const unpublished = ancestors.find(({ status }) => status !== 'published');
  if (unpublished !== undefined)
    refuse(localized('model-not-published', { model: unpublished.sku, sku: row.sku }));
  const missing = incompleteScopes(structure, row, ancestors);
  if (missing.length === 0 || liveScopes(structure, row, ancestors).length > 0) return;
  const scopes = missing.map(({ channel, locale }) => `${channel} in ${locale}`).join(', ');
  refuse(localized('not-complete', { sku: row.sku, scopes }), missing as unknown as readonly JsonObject[]);
}

/** Returns the problems where a product that a write has published is not live yet, and what it lacks there. */
export const notLiveProblems = (sku: string, publication: WrittenPublication | null): FieldProblem[] =>
  (publication?.blocked ?? []).map(({ channel, locale, missing }) => {
    const message = localized('published-not-live', { sku, channel, locale, attributes: missing.join(', ') });
    return fieldProblem('not-live', ['status'], message, { channel, locale });
  });

/** Returns a set of codes after a patch, sorted; unknown codes become problems and are left out. */
export function patchCodes(
  current: readonly string[],
  patch: CodesPatch,
  find: (code: string) => string | undefined,
  unknown: (code: string, key: string, index: number) => FieldProblem,
): { readonly codes: readonly string[]; readonly problems: readonly FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const resolve = (key: 'set' | 'add' | 'remove') =>
    (patch[key] ?? []).flatMap((code, index) => {
      const resolvedCode = find(code);
      if (resolvedCode === undefined && key !== 'remove') problems.push(unknown(code, key, index));
      return resolvedCode ?? (key === 'remove' ? code : []);
    });
  const next = new Set(patch.set === undefined || patch.set === null ? current : resolve('set'));
  for (const code of resolve('add')) next.add(code);
  const removed = new Set(resolve('remove').map(foldKey));
  return { codes: [...next].filter((code) => !removed.has(foldKey(code))).sort(), problems };
}

/** Returns the problem "There is no attribute set 'shoez'. Did you mean 'shoes'?" at a field. */
export function missingReference(
  what: string,
  path: readonly string[],
  value: string,
  candidates: Iterable<string>,
): FieldProblem {
  const suggestions = suggest(value, candidates);
  const message = withSuggestions(localized('not-found', { kind: what, ref: value }), suggestions);
  return fieldProblem('reference-not-found', path, message, { value, suggestions });
}
