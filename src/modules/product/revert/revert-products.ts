import { storedValueBefore } from '../../../kernel/change.ts';
import { DomainError, detailOf } from '../../../kernel/errors.ts';
import { type FieldProblem, textOf } from '../../../kernel/field-problem.ts';
import { encodeId } from '../../../kernel/ids.ts';
import { isJsonArray, type JsonValue } from '../../../kernel/json.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import type {
  RevertItem,
  RevertProblem,
  RevertResult,
  RevertSettings,
} from '../../../platform/ledger/revert.ts';
import { isChanged } from '../../../platform/resource/write-resources.ts';
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts';
import { findPending, type PlannedWrite, type WriteBatch } from '../model/write-batch.ts';
import { applyWrite } from '../write/apply.ts';
import { emitChanges } from '../write/emit.ts';
import { loadBatch } from '../write/load.ts';
import { deriveBatch, persistProducts } from '../write/persist.ts';
import { planWrite } from '../write/plan.ts';
import {
  type InversePart,
  type InvertContext,
  inversePartsOf,
  invert,
  lockingPatch,
  toPatch,
} from './inverse-patch.ts';

/**
 * Takes changes of products back, in the order of the items: newest first. Each is compared with the product as it is
 * under its lock and as earlier items leave it. What a rule rejects stays and is reported; the rest of the item is
 * written. Products that are deleted are reported as such.
 */
export async function revertProducts(
  context: WriteContext,
  items: readonly RevertItem[],
  { onConflict, onPlanned, lists = new Map() }: RevertSettings,
): Promise<readonly RevertResult[]> {
  if (items.length === 0) return [];
  const writes = items.map(({ objectId, changes }) => ({
    ref: encodeId('Product', objectId),
    patch: lockingPatch(changes),
  }));
  const loaded = await loadBatch(context, writes, 'update', { invalidCells: 'skip', anyTransition: true });
  // Items are applied one after the other: an id elsewhere is free when the item that releases it is applied.
  const batch: WriteBatch = { ...loaded, refReleases: new Map() };
  const results: RevertResult[] = [];
  for (const item of items) {
    await yieldToEventLoop();
    results.push(await revertItem(context, batch, item, { onConflict, lists }));
  }
  onPlanned?.(results);
  const part = await deriveBatch(context, batch, [...batch.products.values()].filter(isChanged));
  await persistProducts(context, batch, part);
  await emitChanges(context, batch, part);
  return results;
}

async function revertItem(
  context: WriteContext,
  batch: WriteBatch,
  item: RevertItem,
  { onConflict, lists }: Pick<InvertContext, 'onConflict' | 'lists'>,
): Promise<RevertResult> {
  const ref = encodeId('Product', item.objectId);
  const current = findPending(batch, ref);
  if (current === undefined) {
    const message = localized('deleted', { kind: 'product', ref: item.ref });
    return { item, isApplied: false, problems: [{ change: null, code: 'deleted', message, present: null }] };
  }
  const problems: RevertProblem[] = [];
  let parts: readonly InversePart[] = item.changes.flatMap((change) => {
    const inverse = invert(change, { batch, current, onConflict, lists });
    if (inverse === null) return [];
    if ('problem' in inverse) {
      problems.push(inverse.problem);
      return [];
    }
    if (inverse.stays !== undefined) problems.push(inverse.stays);
    return [inverse];
  });
  while (parts.length > 0) {
    try {
      const planned = await planWrite(context, batch, { ref, patch: toPatch(parts) });
      applyWrite(batch, planned);
      problems.push(...skippedProblems(parts, planned));
      return { item, isApplied: planned.changes.length > 0, problems };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const stripped = strip(parts, error);
      problems.push(...stripped.problems);
      parts = stripped.parts;
    }
  }
  return { item, isApplied: false, problems };
}

/** Returns the problems of cells that were left out, and of a status that stays. */
const skippedProblems = (parts: readonly InversePart[], { cellProblems, statusProblems }: PlannedWrite) =>
  [...cellProblems, ...statusProblems].map((problem) => toProblem(problem, partOf(parts, problem) ?? null));

const toProblem = (problem: FieldProblem, part: InversePart | null): RevertProblem => ({
  change: part?.change ?? null,
  code: problem.code,
  message: textOf(problem),
  present: null,
});

/** Returns the parts without those that a rejection is about; no parts where it names none. */
function strip(
  parts: readonly InversePart[],
  rejection: DomainError,
): { readonly parts: readonly InversePart[]; readonly problems: readonly RevertProblem[] } {
  const problemParts = rejection.errors.flatMap((problem) => {
    const part = partOf(parts, problem);
    return part === undefined ? [] : [{ problem, part }];
  });
  if (problemParts.length === 0) {
    const { code } = rejection;
    return {
      parts: [],
      problems: parts.map(({ change }) => ({ change, code, message: detailOf(rejection), present: null })),
    };
  }
  const byPart = Map.groupBy(problemParts, ({ part }) => part);
  return {
    parts: parts.flatMap((part) => {
      const problems = byPart.get(part)?.map(({ problem }) => problem);
      return problems === undefined ? [part] : (withoutLinks(part, problems) ?? []);
    }),
    problems: problemParts.map(({ problem, part }) => ({
      ...toProblem(problem, part),
      isHidden: problem.code === 'product-not-found' && areHiddenLinks(part, byPart.get(part)?.length ?? 0),
    })),
  };
}

/**
 * Returns true if links that cannot come back were hidden before the change: their products were deleted then, as they
 * are now.
 */
function areHiddenLinks({ change, association }: InversePart, rejectedCount: number): boolean {
  const lengthOf = (list: JsonValue) => (isJsonArray(list) ? list.length : 0);
  return (
    association !== undefined && rejectedCount <= lengthOf(storedValueBefore(change)) - lengthOf(change.old)
  );
}

/** Returns the part of a patch that a problem is about. */
function partOf(parts: readonly InversePart[], { path, attribute }: FieldProblem): InversePart | undefined {
  const [key = '', index = ''] = path;
  if (key === 'cells') return inversePartsOf(parts, 'cell')[Number(index)];
  if (key === 'associations') return inversePartsOf(parts, 'association')[Number(index)];
  if (key === 'externalRefs') return inversePartsOf(parts, 'externalRef')[Number(index)];
  // These are axes and values that have no cell where the product would stand.
  if (key === 'values') return parts.find(({ cell }) => cell !== undefined && cell.attribute === attribute);
  const property = key === 'sku' ? 'rename' : key;
  return parts.find(({ properties }) => properties !== undefined && property in properties);
}

/** Returns a list without the links that problems are about; null for other parts, and where nothing is left. */
function withoutLinks(part: InversePart, problems: readonly FieldProblem[]): InversePart | null {
  const { association } = part;
  if (association === undefined) return null;
  const rejectedPaths = new Set(problems.map(({ path }) => path.slice(2, 5).join('/')));
  const remainingLinks = (['products', 'entities'] as const).flatMap((kind) => {
    const links = association[kind];
    if (!links) return [];
    const keep = (key: 'set' | 'add') =>
      links[key]?.filter((_link, index) => !rejectedPaths.has(`${kind}/${key}/${index}`));
    const keptLinks = { ...links, set: keep('set'), add: keep('add') };
    const isLess =
      (keptLinks.set?.length ?? 0) + (keptLinks.add?.length ?? 0) <
      (links.set?.length ?? 0) + (links.add?.length ?? 0);
    return isLess ? [{ [kind]: keptLinks }] : [];
  });
  const [kept] = remainingLinks;
  return kept === undefined ? null : { ...part, association: { type: association.type, ...kept } };
}
