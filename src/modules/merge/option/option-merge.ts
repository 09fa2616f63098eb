import { foldKey } from '../../../kernel/codes.ts';
import { NotFound } from '../../../kernel/errors.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import {
  deleteOptions,
  type OptionDocument,
  optionKey,
  optionSetStore,
  optionStore,
  upsertOptions,
} from '../../option-set/index.ts';
import { moveDefaults } from '../default-values.ts';
import { checkMergedCount, type MergeKind, type MergePlan, resolveMerged } from '../merge-kind.ts';

type StoredOption = OptionDocument & { readonly id: string };

/** A merge of options. */
export interface OptionMergePlan extends MergePlan {
  readonly keep: StoredOption;
  readonly merged: readonly StoredOption[];
}

/** Merges options of a set: the names of the merged ones become synonyms. */
export const optionMerge: MergeKind<OptionMergePlan> = {
  name: 'option',
  async plan(context, structure, request, isPreview) {
    const { organizationId } = context.session;
    const { owner, keep: keepCode, merge } = request;
    const sets = await optionSetStore.load(context, organizationId, [foldKey(owner)], false);
    const set = sets.get(foldKey(owner))?.document.code;
    if (set === undefined) throw NotFound.of('option set', owner);
    checkMergedCount(request);
    const keys = [keepCode, ...merge].map((code) => optionKey(set, code));
    const stored = await optionStore.load(context, organizationId, keys, !isPreview);
    const { keep, merged } = resolveMerged(
      request,
      (code): StoredOption | undefined => {
        const option = stored.get(optionKey(set, code));
        return option === undefined ? undefined : { ...option.document, id: option.id };
      },
      (code) => ({ code: 'option-not-found', message: localized('option-not-found', { value: code, set }) }),
    );
    const attributes = [...structure.attributes.values()].filter(({ optionSet }) => optionSet === set);
    const codes = merged.map(({ code }) => code);
    const replace = {
      attributes: new Set(attributes.map(({ code }) => code)),
      merged: new Set(codes),
      keep: keep.code,
    };
    return {
      keep,
      merged,
      attributes,
      objects: { kind: 'option', owner: set, codes, ids: [] },
      rewrite: { values: { replace }, entities: null },
    };
  },
  async remove(context: WriteContext, plan) {
    const { keep, merged, objects } = plan;
    const optionSet = objects.owner;
    const settings = { mode: 'update', errorPolicy: 'reject_all' } as const;
    await moveDefaults(context, plan);
    await upsertOptions.handler(context, {
      items: [{ patch: { optionSet, code: keep.code, synonyms: [...mergedSynonyms(plan)] } }],
      ...settings,
    });
    const { results } = await deleteOptions.handler(context, {
      items: merged.map(({ code }) => ({ patch: { optionSet, code } })),
    });
    const retained = results.filter(({ outcome }) => outcome === 'failed').map(({ code }) => code);
    if (retained.length > 0)
      await upsertOptions.handler(context, {
        items: retained.map((code) => ({ patch: { optionSet, code, active: false } })),
        ...settings,
      });
    return retained;
  },
};

/** Returns the synonyms that the option to keep gets: what the merged ones were called, without what it is called. */
export function mergedSynonyms({
  keep,
  merged,
}: Pick<OptionMergePlan, 'keep' | 'merged'>): readonly string[] {
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
