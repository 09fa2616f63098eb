import type { CellChange } from '../../../kernel/change.ts';
import { CODE_PATTERN_WITH_DASH, foldKey } from '../../../kernel/codes.ts';
import { ValidationFailed } from '../../../kernel/errors.ts';
import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { unprintableReason } from '../../../kernel/text/unprintable-reason.ts';
import type { ExternalRef } from '../../property/index.ts';
import { compareCodes } from '../../values/index.ts';
import { type ExternalRefClaim, externalRefKey } from '../model/links.ts';
import type { ExternalRefInput } from '../model/product-input.ts';
import type { BatchItem, WriteBatch } from '../model/write-batch.ts';

const MAXIMUM_REFS = 100;
const MAXIMUM_ID_LENGTH = 255;

export interface AppliedExternalRefs {
  /** External references by system. */
  readonly refs: readonly ExternalRef[];
  readonly problems: readonly FieldProblem[];
  readonly claims: readonly ExternalRefClaim[];
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
  const claims: ExternalRefClaim[] = [];
  const systemKeys = new Set<string>();
  for (const [index, { system, id }] of (patch ?? []).entries()) {
    const path = ['externalRefs', String(index)];
    const key = foldKey(system);
    const faulty = systemProblem(system, systemKeys, path) ?? idProblem(id, path);
    systemKeys.add(key);
    if (faulty !== null) {
      problems.push(faulty);
    } else if (id === null || id === undefined) {
      refs.delete(key);
    } else {
      const ref = { system: refs.get(key)?.system ?? system, id };
      refs.set(key, ref);
      const conflictingClaim = takenBy(batch, productId, ref, path);
      if (conflictingClaim === null) continue;
      if (batch.refReleases.get(externalRefKey(ref))?.holderId === conflictingClaim.holderId)
        claims.push(conflictingClaim);
      else problems.push(conflictingClaim.problem);
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
  systemKeys: ReadonlySet<string>,
  path: readonly string[],
): FieldProblem | null {
  if (!CODE_PATTERN_WITH_DASH.test(system)) {
    const message = localized('system-code-invalid', { system });
    return fieldProblem('invalid-code', [...path, 'system'], message, { value: system });
  }
  if (!systemKeys.has(foldKey(system))) return null;
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
  const fault = unprintableReason(id, 'An external id');
  return fault === null ? null : problem('invalid-format', fault);
}

/** Returns the product that has an id, when that is another one. */
function takenBy(
  batch: WriteBatch,
  productId: string,
  ref: ExternalRef,
  path: readonly string[],
): ExternalRefClaim | null {
  const holderId = batch.refOwners.get(externalRefKey(ref));
  if (holderId === undefined || holderId === productId) return null;
  const sku = batch.products.get(holderId)?.row.sku ?? batch.skuById.get(holderId) ?? '';
  const problem = fieldProblem('not-unique', [...path, 'id'], idInUseMessage(ref, sku), { value: ref.id });
  return { ref, holderId, problem };
}

/** Returns the message that explains why an id cannot be used. */
export const idInUseMessage = ({ system, id }: ExternalRef, holderSku: string): Message =>
  localized('external-id-taken', { sku: holderSku, id, system });

/** Assigns the ids that a product has now to it, and takes from it those it had, unless they are another's by now. */
export function reassignExternalRefs(
  owners: Map<string, string>,
  productId: string,
  before: readonly ExternalRef[],
  after: readonly ExternalRef[],
): void {
  if (before === after) return;
  for (const key of before.map(externalRefKey)) if (owners.get(key) === productId) owners.delete(key);
  for (const key of after.map(externalRefKey)) owners.set(key, productId);
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
export function findLostClaims(
  batch: WriteBatch,
  items: readonly BatchItem[],
): { readonly index: number; readonly refusal: ValidationFailed }[] {
  const claims = items.flatMap(({ index, planned }) =>
    (planned?.claims ?? []).map((claim) => ({ ...claim, index })),
  );
  const lost = new Map<number, FieldProblem[]>();
  const isKept = ({ ref, holderId }: ExternalRefClaim) => {
    const key = externalRefKey(ref);
    const holderRefs = batch.products.get(holderId)?.row.externalRefs ?? [];
    return (
      holderRefs.some((other) => externalRefKey(other) === key) ||
      lost.has(batch.refReleases.get(key)?.index ?? -1)
    );
  };
  for (let lostCount = -1; lostCount !== lost.size; ) {
    lostCount = lost.size;
    for (const claim of claims) {
      const problems = lost.get(claim.index) ?? [];
      if (!problems.includes(claim.problem) && isKept(claim))
        lost.set(claim.index, [...problems, claim.problem]);
    }
  }
  return [...lost].map(([index, problems]) => ({ index, refusal: ValidationFailed.of(problems) }));
}
