import { foldKey } from '../../kernel/codes.ts';
import type { Labels } from '../../kernel/labels.ts';
import type { Transaction, WriteContext } from '../../kernel/operation.ts';
import { lowerCaseSql } from '../../platform/database/lower-case-sql.ts';
import { defineStatement } from '../../platform/database/statement.ts';
import { deletionChanges } from '../../platform/resource/change-document.ts';
import {
  type CodeCandidates,
  defineCandidates,
  loadCandidates,
} from '../../platform/resource/qualified-codes.ts';
import { createTableStore } from '../../platform/resource/table-store.ts';
import { optionKey } from './option-key.ts';
import type { Swatch } from './option-rules.ts';

/** An option as it is written; its key is the set and the code together. */
export interface OptionDocument {
  readonly code: string;
  readonly optionSet: string;
  readonly labels: Labels;
  readonly sortOrder: number;
  readonly swatch: Swatch | null;
  readonly synonyms: readonly string[];
  readonly active: boolean;
}

/** Fields that are texts by locale. */
export const OPTION_LOCALIZED = ['labels'] as const;

export const optionStore = createTableStore<OptionDocument>({
  table: 'option',
  fields: ['optionSet', 'labels', 'sortOrder', 'swatch', 'synonyms', 'active'],
  orderedIn: 'optionSet',
  key: `lower(option_set) || '/' || code_key`,
  // Through the sets, so that the index on set and code serves it however many options there are. OFFSET 0 keeps
  // split_part out of the comparison: row-level security lets no function but `=` itself into an index search.
  keyIn: `(option_set, code_key) IN (
    SELECT owner.code, wanted.code_key
    FROM (SELECT split_part(key, '/', 1) AS set_key, split_part(key, '/', 2) AS code_key
          FROM unnest($2::text[]) AS key OFFSET 0) AS wanted
    JOIN public.option_set AS owner
      ON owner.organization_id = $1::uuid AND owner.code_key = wanted.set_key)`,
});

/** Term that identifies an option of a set: its code or, where people typed it, a synonym or label. */
export interface OptionTerm {
  readonly optionSet: string;
  readonly code: string;
}

/** An option that a reference was resolved to; codes in their stored case. */
export interface ResolvedOption {
  readonly optionSet: string;
  readonly code: string;
  readonly active: boolean;
}

const RESOLVE = defineStatement({
  name: 'option.resolve',
  kind: 'read',
  row: { option_set: 'text', code: 'text', active: 'boolean' },
  sql: `SELECT option.option_set, option.code, option.active
        FROM unnest($2::text[], $3::text[]) AS wanted (set_key, code_key)
        JOIN public.option_set AS owner
          ON owner.organization_id = $1::uuid AND owner.code_key = wanted.set_key
        JOIN public.option
          ON option.organization_id = $1::uuid AND option.option_set = owner.code AND option.code_key = wanted.code_key`,
});

/** Returns the options behind references in either case, by {@link optionKey}; those that do not exist are left out. */
export async function loadOptions(
  transaction: Transaction,
  organizationId: string,
  references: readonly OptionTerm[],
): Promise<ReadonlyMap<string, ResolvedOption>> {
  const keys = [...new Set(references.map(({ optionSet, code }) => optionKey(optionSet, code)))];
  if (keys.length === 0) return new Map();
  const parts = keys.map((key) => key.split('/'));
  const rows = await transaction.execute(RESOLVE, [
    organizationId,
    parts.map(([set]) => set ?? ''),
    parts.map(([, code]) => code ?? ''),
  ]);
  return new Map(
    rows.map(({ option_set, code, active }) => [
      optionKey(option_set, code),
      { optionSet: option_set, code, active },
    ]),
  );
}

const LABELS = defineStatement<OptionTerm & { labels: Labels }>({
  name: 'option.labels',
  kind: 'read',
  row: { optionSet: 'text', code: 'text', labels: 'json' },
  sql: `SELECT option.option_set AS "optionSet", option.code, option.labels
        FROM unnest($2::text[], $3::text[]) AS wanted (option_set, code_key)
        JOIN public.option ON option.organization_id = $1::uuid AND option.option_set = wanted.option_set
          AND option.code_key = wanted.code_key`,
});

/** Returns the labels of options, of those that exist. */
export const loadOptionLabels = (
  transaction: Transaction,
  organizationId: string,
  options: readonly OptionTerm[],
): Promise<readonly (OptionTerm & { readonly labels: Labels })[]> =>
  transaction.execute(LABELS, [
    organizationId,
    options.map(({ optionSet }) => optionSet),
    options.map(({ code }) => foldKey(code)),
  ]);

const FIND_BY_WORD = defineStatement<{ set: string; word: string; codes: string[] }>({
  name: 'option.find_by_word',
  kind: 'read',
  row: { set: 'text', word: 'text', codes: 'text[]' },
  sql: `WITH wanted AS (
          SELECT DISTINCT owner.code AS option_set, wanted.word, ${lowerCaseSql('wanted.word')} AS folded
          FROM unnest($2::text[], $3::text[]) AS wanted (set_key, word)
          JOIN public.option_set AS owner ON owner.organization_id = $1::uuid AND owner.code_key = wanted.set_key
        ), known AS (
          SELECT option_set, code, ${lowerCaseSql('word')} AS word, 1 AS rank FROM public.option, unnest(synonyms) AS word
          WHERE organization_id = $1::uuid AND active AND option_set IN (SELECT option_set FROM wanted)
          UNION ALL
          SELECT option_set, code, ${lowerCaseSql('label.value')}, 2 FROM public.option, jsonb_each_text(labels) AS label
          WHERE organization_id = $1::uuid AND active AND option_set IN (SELECT option_set FROM wanted)
        ), found AS (
          SELECT wanted.option_set, wanted.word, array_agg(DISTINCT known.code) AS codes, known.rank
          FROM wanted JOIN known ON known.option_set = wanted.option_set AND known.word = wanted.folded
          GROUP BY wanted.option_set, wanted.word, known.rank
        )
        SELECT DISTINCT ON (option_set, word) option_set AS "set", word, codes FROM found
        ORDER BY option_set, word, rank`,
});

/**
 * Returns active options by the synonyms and labels that people know them by, in either case: `optionKey` of set and
 * word. A synonym goes before a label; a word that several options share says nothing and is left out.
 */
async function findOptionsByWord(
  transaction: Transaction,
  organizationId: string,
  references: readonly OptionTerm[],
): Promise<ReadonlyMap<string, ResolvedOption>> {
  if (references.length === 0) return new Map();
  const rows = await transaction.execute(FIND_BY_WORD, [
    organizationId,
    references.map(({ optionSet }) => foldKey(optionSet)),
    references.map(({ code }) => code),
  ]);
  return new Map(
    rows.flatMap(({ set, word, codes }) => {
      const [code] = codes;
      if (code === undefined || codes.length > 1) return [];
      return [[optionKey(set, word), { optionSet: set, code, active: true }] as const];
    }),
  );
}

/**
 * Returns the options that words of people mean, by {@link optionKey} of set and word: by code, then synonym, then
 * label. Words that no option or several have are left out.
 */
export async function loadOptionsByTerm(
  transaction: Transaction,
  organizationId: string,
  terms: readonly OptionTerm[],
): Promise<ReadonlyMap<string, ResolvedOption>> {
  const byCode = await loadOptions(transaction, organizationId, terms);
  const others = terms.filter(({ optionSet, code }) => !byCode.has(optionKey(optionSet, code)));
  const byWord = await findOptionsByWord(transaction, organizationId, others);
  return new Map([...byCode, ...byWord]);
}

const OPTION_CHOICES = defineCandidates(
  'option.choices',
  `SELECT option.option_set, option.code, option.sort_order FROM public.option
    JOIN public.option_set AS owner
      ON owner.organization_id = option.organization_id AND owner.code = option.option_set
    WHERE option.organization_id = $1::uuid AND owner.code_key = ANY($2::text[]) AND option.active`,
);

/**
 * Returns active options of sets (codes in either case) in their manual order, up to `limit` of each; by the set's
 * folded code.
 */
export function loadActiveOptions(
  transaction: Transaction,
  organizationId: string,
  optionSets: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, CodeCandidates>> {
  return loadCandidates(transaction, OPTION_CHOICES, organizationId, optionSets, limit);
}

const OPTION_NAMES = defineStatement<{ owner: string; word: string; code: string }>({
  name: 'option.names',
  kind: 'read',
  row: { owner: 'text', word: 'text', code: 'text' },
  sql: `SELECT owner.code_key AS owner, name.word, option.code FROM public.option
        JOIN public.option_set AS owner
          ON owner.organization_id = option.organization_id AND owner.code = option.option_set
        CROSS JOIN LATERAL (
          SELECT value AS word FROM jsonb_each_text(option.labels) UNION SELECT unnest(option.synonyms)
        ) AS name
        WHERE option.organization_id = $1::uuid AND owner.code_key = ANY($2::text[]) AND option.active
        ORDER BY owner.code_key, option.sort_order, option.code, name.word
        LIMIT $3::int`,
});

/** Returns the same with their labels and synonyms, for suggestions to people. */
export async function loadLabelledOptions(
  transaction: Transaction,
  organizationId: string,
  optionSets: readonly string[],
  limit: number,
): Promise<ReadonlyMap<string, CodeCandidates>> {
  const choices = await loadActiveOptions(transaction, organizationId, optionSets, limit);
  if (choices.size === 0) return choices;
  const rows = await transaction.execute(OPTION_NAMES, [organizationId, [...choices.keys()], limit]);
  const rowsByOwner = Map.groupBy(rows, ({ owner }) => owner);
  return new Map(
    [...choices].map(([owner, choice]) => [
      owner,
      { ...choice, words: (rowsByOwner.get(owner) ?? []).map(({ word, code }) => [word, code] as const) },
    ]),
  );
}

const ORDER = defineStatement({
  name: 'option.order',
  kind: 'read',
  row: { code: 'text', sortOrder: 'int' },
  sql: `SELECT option.code, option.sort_order AS "sortOrder" FROM public.option
        JOIN public.option_set AS owner
          ON owner.organization_id = option.organization_id AND owner.code = option.option_set
        WHERE option.organization_id = $1::uuid AND owner.code_key = $2
        ORDER BY option.sort_order, option.code`,
});

/** Returns the options of a set (its code in either case) with their positions, in their manual order. */
export const loadOptionOrder = (
  transaction: Transaction,
  organizationId: string,
  optionSet: string,
): Promise<readonly { readonly code: string; readonly sortOrder: number }[]> =>
  transaction.execute(ORDER, [organizationId, foldKey(optionSet)]);

const DELETE_OF_SET = defineStatement<OptionDocument & { readonly id: string; readonly version: number }>({
  name: 'option.delete_of_set',
  kind: 'write',
  row: {
    id: 'text',
    version: 'int',
    code: 'text',
    optionSet: 'text',
    labels: 'json',
    sortOrder: 'int',
    swatch: 'json | null',
    synonyms: 'text[]',
    active: 'boolean',
  },
  sql: `DELETE FROM public.option WHERE organization_id = $1::uuid AND option_set = $2
        RETURNING id::text AS id, version, code, option_set AS "optionSet", labels, sort_order AS "sortOrder", swatch,
                  synonyms, active`,
});

/** Deletes the options of a set that is about to go, each with its event. */
export async function deleteOptionsOf(
  context: WriteContext,
  optionSet: { readonly code: string },
): Promise<void> {
  const rows = await context.execute(DELETE_OF_SET, [context.session.organizationId, optionSet.code]);
  for (const { id, version, ...document } of rows) {
    context.emit({
      resource: 'option',
      verb: 'deleted',
      objectId: id,
      ref: document.code,
      version: version + 1,
      changes: deletionChanges(document, OPTION_LOCALIZED),
      data: optionEventData(document),
    });
  }
}

/** Returns the data of events of options besides the code, which identifies an option only within its set. */
export function optionEventData({ optionSet }: { readonly optionSet: string }): { option_set: string } {
  return { option_set: optionSet };
}
