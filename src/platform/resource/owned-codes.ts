import { foldKey } from '../../kernel/codes.ts';
import type { Transaction } from '../../kernel/operation.ts';

/** A reference by code to what belongs to something: an option of a set, an entity of a type. */
export interface OwnedCode {
  /** Code of what it belongs to. */
  readonly owner: string;
  readonly code: string;
}

/** The folded key of an owned code. */
export const ownedKey = ({ owner, code }: OwnedCode): string => foldKey(`${owner}/${code}`);

/** Answers references from memory, codes in either case. */
export interface OwnedCodes<Found> {
  find(owner: string, code: string): Found | undefined;
  /** Codes to suggest; known for the owners of references that led nowhere. */
  codesOf(owner: string): readonly string[];
}

/**
 * Loads what references lead to by `load` (answering by {@link ownedKey}), and by `loadCodes` the codes of each owner
 * in which some were not found.
 */
export async function loadOwnedCodes<Found>(
  references: readonly OwnedCode[],
  load: (references: readonly OwnedCode[]) => Promise<ReadonlyMap<string, Found>>,
  loadCodes: (owner: string) => Promise<readonly string[]>,
): Promise<OwnedCodes<Found>> {
  const wanted = new Map(references.map((reference) => [ownedKey(reference), reference]));
  const found = await load([...wanted.values()]);
  const codes = new Map<string, readonly string[]>();
  for (const [key, { owner }] of wanted) {
    if (!found.has(key) && !codes.has(foldKey(owner))) codes.set(foldKey(owner), await loadCodes(owner));
  }
  return {
    find: (owner, code) => found.get(ownedKey({ owner, code })),
    codesOf: (owner) => codes.get(foldKey(owner)) ?? [],
  };
}

/** Some of the codes that belong to something, and how many there are in all. */
export interface CodeChoices {
  readonly codes: readonly string[];
  readonly total: number;
}

/**
 * Runs a query for the choices of many owners, given as `SELECT owner, code, place`: the owner's stored code, and the
 * order in which its codes are listed. Answers up to `limit` codes of each by the owner's folded code; owners without
 * any are left out.
 */
export async function loadChoices(
  transaction: Transaction,
  name: string,
  query: string,
  parameters: readonly unknown[],
  limit: number,
): Promise<ReadonlyMap<string, CodeChoices>> {
  const rows = await transaction.execute<{ owner: string; code: string; total: number }>(
    name,
    `SELECT owner, code, total FROM (
       SELECT owner, code, count(*) OVER (PARTITION BY owner)::int AS total,
              row_number() OVER (PARTITION BY owner ORDER BY place, code) AS rank
       FROM (${query}) AS choice (owner, code, place)
     ) AS ranked WHERE rank <= ${limit} ORDER BY owner, rank`,
    parameters,
  );
  return new Map(
    [...Map.groupBy(rows, ({ owner }) => foldKey(owner))].map(([owner, group]) => [
      owner,
      { codes: group.map(({ code }) => code), total: group[0]?.total ?? 0 },
    ]),
  );
}
