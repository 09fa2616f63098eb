import { foldKey } from '../../../kernel/codes.ts';
import type { FieldProblem } from '../../../kernel/field-problem.ts';
import { ValidationFailed } from '../../../kernel/refusal.ts';
import type { ExternalRef } from '../../property/index.ts';
import type { Bench, Draft } from '../write/product-bench.ts';
import type { ExternalRefInput, ProductWrite } from '../write/product-input.ts';
import { idProblem, refKey } from './external-refs.ts';

/** An id that an item takes from a product which, as a later item of the batch says, lets it go. */
export interface RefClaim {
  readonly ref: ExternalRef;
  /** UUID of the product that has the id until then. */
  readonly holderId: string;
  /** What refuses the item when the product keeps it after all. */
  readonly problem: FieldProblem;
}

/** Which item of a batch, by its place, takes an id from the product that is stored with it. */
export interface RefRelease {
  readonly holderId: string;
  readonly index: number;
}

/** The ids that the writes name, for their holders to be looked up. */
export function refsOfWrites(writes: readonly ProductWrite[]): ExternalRef[] {
  return writes.flatMap(({ patch }) =>
    (patch.externalRefs ?? []).flatMap(({ system, id }) =>
      id === null || id === undefined || idProblem(id, []) !== null ? [] : [{ system, id }],
    ),
  );
}

/** The ids that a batch says it takes from the products that are stored with them. */
export function releasesOf(
  writes: readonly ProductWrite[],
  find: (ref: string) => Draft | undefined,
): ReadonlyMap<string, RefRelease> {
  const releases = new Map<string, RefRelease>();
  for (const [index, { ref, patch }] of writes.entries()) {
    const stored = patch.externalRefs === undefined ? undefined : find(ref)?.stored;
    for (const released of releasedRefs(stored?.externalRefs ?? [], patch.externalRefs)) {
      releases.set(refKey(released), { holderId: stored?.id ?? '', index });
    }
  }
  return releases;
}

function releasedRefs(
  stored: readonly ExternalRef[],
  patch: readonly ExternalRefInput[] | null | undefined,
): readonly ExternalRef[] {
  if (!patch) return patch === null ? stored : [];
  const wanted = new Map(patch.map(({ system, id }) => [foldKey(system), id ?? null]));
  return stored.filter(({ system, id }) => {
    const next = wanted.get(foldKey(system));
    return next !== undefined && next !== id;
  });
}

/**
 * The items that claimed an id which its product has kept after all, because the item that lets it go was refused;
 * each with its refusal. What is refused lets go of nothing itself, so one may bring down the next.
 */
export function lostClaims(
  bench: Bench,
  claims: readonly (RefClaim & { readonly index: number })[],
): ReadonlyMap<number, ValidationFailed> {
  const lost = new Map<number, FieldProblem[]>();
  const isKept = ({ ref, holderId }: RefClaim) => {
    const key = refKey(ref);
    const held = bench.drafts.get(holderId)?.row.externalRefs ?? [];
    return held.some((other) => refKey(other) === key) || lost.has(bench.refReleases.get(key)?.index ?? -1);
  };
  for (let known = -1; known !== lost.size; ) {
    known = lost.size;
    for (const claim of claims) {
      const problems = lost.get(claim.index) ?? [];
      if (!problems.includes(claim.problem) && isKept(claim))
        lost.set(claim.index, [...problems, claim.problem]);
    }
  }
  return new Map([...lost].map(([index, problems]) => [index, ValidationFailed.of(problems)]));
}
