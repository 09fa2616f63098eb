import type { CellChange } from '../../../kernel/change.ts';
import { DASHED_CODE_PATTERN, foldKey } from '../../../kernel/codes.ts';
import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { ValidationFailed } from '../../../kernel/refusal.ts';
import { unprintable } from '../../../kernel/text/unprintable.ts';
import type { ExternalRef } from '../../property/index.ts';
import { compareCodes } from '../../values/index.ts';
import { type RefClaim, refKey } from '../model/links.ts';
import type { ExternalRefInput } from '../model/product-input.ts';
import type { BatchItem, WriteBatch } from '../model/write-batch.ts';

const MAXIMUM_REFS = 100;
const MAXIMUM_ID_LENGTH = 255;

export interface AppliedExternalRefs {
  /** External references by system. */
  readonly refs: readonly ExternalRef[];
  readonly problems: readonly FieldProblem[];
  readonly claims: readonly RefClaim[];
}

/** Applies the external references of a patch; null removes all. Pure: the batch is only read. */
export function applyExternalRefs(
  batch: WriteBatch,
  productId: string,
  current: readonly ExternalRef[],
  patch: readonly ExternalRefInput[] | null | undefined,
): AppliedExternalRefs {
  if (patch === undefined) return { refs: current, problems: [], claims: [] };
  const refs = new Map(patch === null ? [] : current.map((ref) => [foldKey(ref.system), ref]));
  const problems: FieldProblem[] = [];
  const claims: RefClaim[] = [];
  const named = new Set<string>();
  for (const [index, { system, id }] of (patch ?? []).entries()) {
    const path = ['externalRefs', String(index)];
    const key = foldKey(system);
    const faulty = systemProblem(system, named, path) ?? idProblem(id, path);
    named.add(key);
    if (faulty !== null) {
      problems.push(faulty);
    } else if (id === null || id === undefined) {
      refs.delete(key);
    } else {
      const ref = { system: refs.get(key)?.system ?? system, id };
      refs.set(key, ref);
      const taken = takenBy(batch, productId, ref, path);
      if (taken === null) continue;
      if (batch.refReleases.get(refKey(ref))?.holderId === taken.holderId) claims.push(taken);
      else problems.push(taken.problem);
    }
  }
  if (refs.size > MAXIMUM_REFS) {
    const message = localized('too-many-external-refs', { max: MAXIMUM_REFS, count: refs.size });
    problems.push(fieldProblem('too-many-items', ['externalRefs'], message, { value: refs.size }));
  }
  const sorted = [...refs].sort(([a], [b]) => compareCodes(a, b)).map(([, ref]) => ref);
  return { refs: sorted, problems, claims };
}

function systemProblem(
  system: string,
  named: ReadonlySet<string>,
  path: readonly string[],
): FieldProblem | null {
  if (!DASHED_CODE_PATTERN.test(system)) {
    const message = localized('system-code-invalid', { system });
    return fieldProblem('invalid-code', [...path, 'system'], message, { value: system });
  }
  if (!named.has(foldKey(system))) return null;
  const message = localized('system-listed-twice', { system });
  return fieldProblem('duplicate-item', [...path, 'system'], message, { value: system });
}

/** Returns the problem of an id, or null. The id is a key of another system: nothing is trimmed or changed silently. */
export function idProblem(id: string | null | undefined, path: readonly string[]): FieldProblem | null {
  if (id === null || id === undefined) return null;
  const problem = (code: 'required' | 'too-long' | 'invalid-format', message: Message) =>
    fieldProblem(code, [...path, 'id'], message, { value: id });
  if (id === '') return problem('required', localized('external-id-required'));
  if ([...id].length > MAXIMUM_ID_LENGTH) {
    return problem('too-long', localized('external-id-too-long', { max: MAXIMUM_ID_LENGTH }));
  }
  const fault = unprintable(id, 'An external id');
  return fault === null ? null : problem('invalid-format', fault);
}

/** Returns the product that has an id, when that is another one. */
function takenBy(
  batch: WriteBatch,
  productId: string,
  ref: ExternalRef,
  path: readonly string[],
): RefClaim | null {
  const holderId = batch.refOwners.get(refKey(ref));
  if (holderId === undefined || holderId === productId) return null;
  const sku = batch.products.get(holderId)?.row.sku ?? batch.skuById.get(holderId) ?? '';
  const problem = fieldProblem('not-unique', [...path, 'id'], takenMessage(ref, sku), { value: ref.id });
  return { ref, holderId, problem };
}

/** Returns the message that explains why an id cannot be used. */
export const takenMessage = ({ system, id }: ExternalRef, holderSku: string): Message =>
  localized('external-id-taken', { sku: holderSku, id, system });

/** Assigns the ids that a product has now to it, and takes from it those it had, unless they are another's by now. */
export function moveExternalRefs(
  owners: Map<string, string>,
  productId: string,
  before: readonly ExternalRef[],
  after: readonly ExternalRef[],
): void {
  if (before === after) return;
  for (const key of before.map(refKey)) if (owners.get(key) === productId) owners.delete(key);
  for (const key of after.map(refKey)) owners.set(key, productId);
}

/** Returns the changes between two states of a product's external references, one per system. */
export function refChanges(before: readonly ExternalRef[], after: readonly ExternalRef[]): CellChange[] {
  if (before === after) return [];
  const systems = [...new Set([...before, ...after].map(({ system }) => system))].sort(compareCodes);
  const idIn = (refs: readonly ExternalRef[], system: string) =>
    refs.find((ref) => ref.system === system)?.id ?? null;
  return systems
    .map((system) => ({ system, old: idIn(before, system), now: idIn(after, system) }))
    .filter(({ old, now }) => old !== now)
    .map(({ system, old, now }) => ({
      path: `external_refs.${system}`,
      channel: null,
      locale: null,
      old,
      new: now,
    }));
}

/**
 * Returns the items that claimed an id which its product has kept after all, because the item that releases it was
 * rejected; each with its rejection. A rejected item releases nothing itself, so one may bring down the next.
 */
export function lostClaims(
  batch: WriteBatch,
  items: readonly BatchItem[],
): { readonly index: number; readonly refusal: ValidationFailed }[] {
  const claims = items.flatMap(({ index, planned }) =>
    (planned?.claims ?? []).map((claim) => ({ ...claim, index })),
  );
  const lost = new Map<number, FieldProblem[]>();
  const isKept = ({ ref, holderId }: RefClaim) => {
    const key = refKey(ref);
    const held = batch.products.get(holderId)?.row.externalRefs ?? [];
    return held.some((other) => refKey(other) === key) || lost.has(batch.refReleases.get(key)?.index ?? -1);
  };
  for (let known = -1; known !== lost.size; ) {
    known = lost.size;
    for (const claim of claims) {
      const problems = lost.get(claim.index) ?? [];
      if (!problems.includes(claim.problem) && isKept(claim))
        lost.set(claim.index, [...problems, claim.problem]);
    }
  }
  return [...lost].map(([index, problems]) => ({ index, refusal: ValidationFailed.of(problems) }));
}
