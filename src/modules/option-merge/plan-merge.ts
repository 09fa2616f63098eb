import { foldKey } from '../../kernel/codes.ts';
import { MAX_PROBLEMS, NotFound, ValidationFailed } from '../../kernel/errors.ts';
import { type FieldProblem, type FieldProblemCode, fieldProblem } from '../../kernel/field-problem.ts';
import type { JsonValue } from '../../kernel/json.ts';
import type { WriteContext } from '../../kernel/operation.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import type { AttributeDefinition } from '../attribute/index.ts';
import { type OptionDocument, optionKey, optionSetStore, optionStore } from '../option-set/index.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import type { NamedObjects } from '../value-rewrite/index.ts';
import { type OptionReplacement, replacedValue } from '../values/index.ts';
import { loadVariantKeys, type OptionsOfSet } from './holder-counts.store.ts';

/** Options that are merged into one of their set; codes in either case. */
export type MergeRequest = {
  readonly optionSet: string;
  readonly keep: string;
  readonly merge: readonly string[];
};

/** A merge whose options exist. */
export interface MergePlan {
  readonly keep: OptionDocument & { readonly id: string };
  readonly merged: readonly OptionDocument[];
  /** The attributes whose values are options of the set. */
  readonly attributes: readonly AttributeDefinition[];
  readonly replacement: OptionReplacement;
  /** The merged options as the statements take them. */
  readonly options: OptionsOfSet;
  /** The merged options as values name them. */
  readonly objects: NamedObjects;
}

/** Maximum number of options that are merged at once. */
export const MAX_MERGED = 100;

const problem = (
  path: readonly string[],
  code: FieldProblemCode,
  message: Message,
  value: string | number | null = null,
) => fieldProblem(code, path, message, { value });

/** Looks up the options of a merge and, unless it is a dry run, locks them. @throws NotFound for the set, ValidationFailed for options */
export async function planMerge(
  context: WriteContext,
  structure: CatalogueStructure,
  { optionSet, keep, merge }: MergeRequest,
): Promise<MergePlan> {
  const { organizationId } = context.session;
  const sets = await optionSetStore.load(context, organizationId, [foldKey(optionSet)], false);
  const set = sets.get(foldKey(optionSet))?.document.code;
  if (set === undefined) throw NotFound.of('option set', optionSet);
  if (merge.length === 0) throw ValidationFailed.of([problem(['merge'], 'too-few-items', NONE)]);
  if (merge.length > MAX_MERGED) {
    const message = localized('merge-too-many', { count: merge.length, max: MAX_MERGED });
    throw ValidationFailed.of([problem(['merge'], 'too-many-items', message, merge.length)]);
  }
  const keyOf = (code: string) => optionKey(set, code);
  const stored = await optionStore.load(
    context,
    organizationId,
    [keep, ...merge].map(keyOf),
    !context.dryRun,
  );
  const problems: FieldProblem[] = [];
  const requireOption = (path: readonly string[], code: string) => {
    const option = stored.get(keyOf(code));
    if (option !== undefined) return { ...option.document, id: option.id };
    problems.push(
      problem(path, 'option-not-found', localized('option-not-found', { value: code, set }), code),
    );
    return null;
  };
  const remaining = requireOption(['keep'], keep);
  const merged = new Map<string, OptionDocument>();
  for (const [index, code] of merge.entries()) {
    const path = ['merge', String(index)];
    if (foldKey(code) === foldKey(keep))
      problems.push(problem(path, 'value-not-allowed', localized('merge-into-itself', { code }), code));
    else {
      const option = requireOption(path, code);
      if (option !== null) merged.set(option.code, option);
    }
  }
  if (remaining === null || problems.length > 0) throw ValidationFailed.of(problems);
  const attributes = [...structure.attributes.values()].filter((attribute) => attribute.optionSet === set);
  return {
    keep: remaining,
    merged: [...merged.values()],
    attributes,
    replacement: {
      attributes: new Set(attributes.map(({ code }) => code)),
      merged: new Set(merged.keys()),
      keep: remaining.code,
    },
    options: { organizationId, optionSet: set, codes: [...merged.keys()] },
    objects: { organizationId, kind: 'option', owner: set, codes: [...merged.keys()] },
  };
}

const NONE = localized('merge-required');

/**
 * Rejects a merge after which two variants of a model would have the same axis values, and names them.
 *
 * @throws ValidationFailed
 */
export async function checkVariants(
  context: WriteContext,
  structure: CatalogueStructure,
  { attributes, replacement, options }: MergePlan,
): Promise<void> {
  const layouts = [...structure.sets.values()].flatMap((set) => [...set.layouts.values()]);
  const axes = new Set(layouts.flatMap(({ levels }) => levels.flatMap((level) => level.axes)));
  if (!attributes.some(({ code }) => axes.has(code))) return;
  const skuOf = new Map<string, string>();
  const problems: FieldProblem[] = [];
  for (const { parent, key, sku } of await loadVariantKeys(context, options)) {
    const after = `${parent} ${replacedKey(key, replacement)}`;
    const twin = skuOf.get(after);
    if (twin === undefined) skuOf.set(after, sku);
    else
      problems.push(problem(['merge'], 'axis-duplicate', localized('axis-values-equal', { sku, twin }), sku));
  }
  if (problems.length > 0) throw ValidationFailed.of(problems.slice(0, MAX_PROBLEMS));
}

/** Returns the axis values of a variant after a merge; see `axisKey`. */
function replacedKey(key: string, replacement: OptionReplacement): string {
  const parts = JSON.parse(key) as readonly (readonly [axis: string, value: JsonValue])[];
  return JSON.stringify(
    parts.map(([axis, value]) => [
      axis,
      replacement.attributes.has(axis) ? replacedValue(value, replacement) : value,
    ]),
  );
}

/** Returns the synonyms that the option to keep gets: what the merged ones were called, without what it is called. */
export function mergedSynonyms({ keep, merged }: Pick<MergePlan, 'keep' | 'merged'>): readonly string[] {
  const usedTerms = new Set([keep.code, ...Object.values(keep.labels)].map((term) => term.toLowerCase()));
  const synonyms: string[] = [];
  const terms = merged.flatMap(({ code, labels, synonyms }) => [...Object.values(labels), code, ...synonyms]);
  for (const term of [...keep.synonyms, ...terms].map((text) => text.trim())) {
    if (term === '' || usedTerms.has(term.toLowerCase())) continue;
    usedTerms.add(term.toLowerCase());
    synonyms.push(term);
  }
  return synonyms;
}
