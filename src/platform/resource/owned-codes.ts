import { foldKey } from '../../kernel/codes.ts';
import type { Transaction } from '../../kernel/operation.ts';
import type { Statement } from '../../kernel/statement.ts';
import { defineStatement } from '../../platform/database/statement.ts';

/** A reference by code to an object that belongs to another: an option of a set, an entity of a type. */
export interface OwnedCode {
  /** Code of its owner. */
  readonly owner: string;
  readonly code: string;
}

/** Returns the folded key of an owned code. */
export const ownedKey = ({ owner, code }: OwnedCode): string => foldKey(`${owner}/${code}`);

/** Resolves references from memory, codes in either case. */
export interface OwnedCodes<Found> {
  find(owner: string, code: string): Found | undefined;
  /** Returns the codes to suggest, for the owners of references that lead nowhere. */
  codesOf(owner: string): readonly string[];
  /** Returns the same with the terms that people use for them; lazily, as suggestions often read none. */
  wordsOf(owner: string): Iterable<CodeWord>;
}

/** A term and the code that it stands for; of a code itself, twice the same. */
export type CodeWord = readonly [word: string, code: string];

/** Number of codes of an owner among which suggestions are looked for at most. */
export const MAX_SUGGESTED_FROM = 10_000;

/**
 * Loads the targets of references by `load` (with {@link ownedKey} as key), and by `choices` the codes of all owners
 * in which some were missing: one statement each.
 */
export async function loadOwnedCodes<Found>(
  references: readonly OwnedCode[],
  load: (references: readonly OwnedCode[]) => Promise<ReadonlyMap<string, Found>>,
  choices: (owners: readonly string[], limit: number) => Promise<ReadonlyMap<string, CodeChoices>>,
): Promise<OwnedCodes<Found>> {
  const wanted = new Map(references.map((reference) => [ownedKey(reference), reference]));
  const found = await load([...wanted.values()]);
  const missing = [...wanted].filter(([key]) => !found.has(key)).map(([, { owner }]) => owner);
  const codes = await choices(missing, MAX_SUGGESTED_FROM);
  return {
    find: (owner, code) => found.get(ownedKey({ owner, code })),
    codesOf: (owner) => codes.get(foldKey(owner))?.codes ?? [],
    *wordsOf(owner) {
      const { codes: known = [], words = [] } = codes.get(foldKey(owner)) ?? {};
      for (const code of known) yield [code, code];
      yield* words;
    },
  };
}

/** Some of the codes of an owner, and their total number. */
export interface CodeChoices {
  readonly codes: readonly string[];
  readonly total: number;
  /** Other terms for them. */
  readonly words?: readonly CodeWord[];
}

interface Choice {
  readonly owner: string;
  readonly code: string;
  readonly total: number;
}

/**
 * Defines the statement for the choices of owners, of a query `SELECT owner, code, place` over `$1`, the
 * organization, and `$2`, the folded owners: the owner's code, and the order in which its codes are listed.
 */
export const defineChoices = (name: string, query: string): Statement<Choice> =>
  defineStatement<Choice>({
    name,
    kind: 'read',
    row: { owner: 'text', code: 'text', total: 'int' },
    sql: `SELECT owner, code, total FROM (
            SELECT owner, code, count(*) OVER (PARTITION BY owner)::int AS total,
                   row_number() OVER (PARTITION BY owner ORDER BY place, code) AS rank
            FROM (${query}) AS choice (owner, code, place)
          ) AS ranked WHERE rank <= $3::int ORDER BY owner, rank`,
  });

/**
 * Loads the choices of owners (codes in either case): up to `limit` codes of each by the owner's folded code; owners
 * without any are left out.
 */
export async function loadChoices(
  transaction: Transaction,
  choices: Statement<Choice>,
  organizationId: string,
  owners: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, CodeChoices>> {
  if (owners.length === 0) return new Map();
  const rows = await transaction.execute(choices, [organizationId, [...new Set(owners.map(foldKey))], limit]);
  return new Map(
    [...Map.groupBy(rows, ({ owner }) => foldKey(owner))].map(([owner, group]) => [
      owner,
      { codes: group.map(({ code }) => code), total: group[0]?.total ?? 0 },
    ]),
  );
}
