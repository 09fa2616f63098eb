import { foldKey } from '../../kernel/codes.ts';
import type { Transaction } from '../../kernel/operation.ts';
import type { Statement } from '../../kernel/statement.ts';
import { defineStatement } from '../database/statement.ts';

/** A reference by code to an object that belongs to another: an option of a set, an entity of a type. */
export interface QualifiedCode {
  /** Code of its owner. */
  readonly owner: string;
  readonly code: string;
}

/** Returns the folded key of an owned code. */
export const qualifiedKey = ({ owner, code }: QualifiedCode): string => foldKey(`${owner}/${code}`);

/** Resolves references from memory, codes in either case. */
export interface QualifiedCodes<Found> {
  find(owner: string, code: string): Found | undefined;
  /** Returns the codes to suggest, for the owners of references that lead nowhere. */
  codesOf(owner: string): readonly string[];
  /** Returns the same with the terms that people use for them; lazily, as suggestions often read none. */
  labelledCodesOf(owner: string): Iterable<LabelledCode>;
}

/** A term and the code that it stands for; of a code itself, twice the same. */
export type LabelledCode = readonly [word: string, code: string];

/** Number of codes of an owner among which suggestions are looked for at most. */
export const MAX_SUGGESTION_CANDIDATES = 10_000;

/**
 * Loads the targets of references by `load` (with {@link qualifiedKey} as key), and by `choices` the codes of all owners
 * in which some were missing: one statement each.
 */
export async function loadQualifiedCodes<Found>(
  references: readonly QualifiedCode[],
  load: (references: readonly QualifiedCode[]) => Promise<ReadonlyMap<string, Found>>,
  choices: (owners: readonly string[], limit: number) => Promise<ReadonlyMap<string, CodeCandidates>>,
): Promise<QualifiedCodes<Found>> {
  const referencesByKey = new Map(references.map((reference) => [qualifiedKey(reference), reference]));
  const codesByKey = await load([...referencesByKey.values()]);
  const missing = [...referencesByKey].filter(([key]) => !codesByKey.has(key)).map(([, { owner }]) => owner);
  const codes = await choices(missing, MAX_SUGGESTION_CANDIDATES);
  return {
    find: (owner, code) => codesByKey.get(qualifiedKey({ owner, code })),
    codesOf: (owner) => codes.get(foldKey(owner))?.codes ?? [],
    *labelledCodesOf(owner) {
      const { codes: ownerCodes = [], words = [] } = codes.get(foldKey(owner)) ?? {};
      for (const code of ownerCodes) yield [code, code];
      yield* words;
    },
  };
}

/** Some of the codes of an owner, and their total number. */
export interface CodeCandidates {
  readonly codes: readonly string[];
  readonly total: number;
  /** Other terms for them. */
  readonly words?: readonly LabelledCode[];
}

interface CodeCandidate {
  readonly owner: string;
  readonly code: string;
  readonly total: number;
}

/**
 * Defines the statement for the choices of owners, of a query `SELECT owner, code, place` over `$1`, the
 * organization, and `$2`, the folded owners: the owner's code, and the order in which its codes are listed.
 */
export const defineCandidates = (name: string, query: string): Statement<CodeCandidate> =>
  defineStatement<CodeCandidate>({
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
export async function loadCandidates(
  transaction: Transaction,
  choices: Statement<CodeCandidate>,
  organizationId: string,
  owners: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, CodeCandidates>> {
  if (owners.length === 0) return new Map();
  const rows = await transaction.execute(choices, [organizationId, [...new Set(owners.map(foldKey))], limit]);
  return new Map(
    [...Map.groupBy(rows, ({ owner }) => foldKey(owner))].map(([owner, group]) => [
      owner,
      { codes: group.map(({ code }) => code), total: group[0]?.total ?? 0 },
    ]),
  );
}
