import type { Transaction, WriteContext } from '../../../kernel/operation.ts';
import { defineStatement } from '../../../platform/database/statement.ts';

const NEAR = defineStatement({
  name: 'search.near_words',
  kind: 'read',
  row: { word: 'text' },
  // One variant after the other: for many together PostgreSQL expects a large part of all words.
  sql: `SELECT near.word FROM unnest($2::bigint[]) AS asked (variant) CROSS JOIN LATERAL (
          SELECT word FROM search.word
          WHERE organization_id = $1::uuid AND variants @> ARRAY[asked.variant] LIMIT 100) AS near
        GROUP BY near.word ORDER BY near.word`,
});

/** Returns words that have a variant in common with others. */
export async function findSimilarWords(
  transaction: Transaction,
  organizationId: string,
  variants: readonly string[],
): Promise<readonly string[]> {
  if (variants.length === 0) return [];
  const rows = await transaction.execute(NEAR, [organizationId, [...variants]]);
  return rows.map(({ word }) => word);
}

/** The row of a product up to which words have been collected. */
export interface VocabularyOffset {
  readonly updatedAt: number;
  readonly id: string;
}

const BEGIN = defineStatement({
  name: 'search.begin_word_collection',
  kind: 'write',
  sql: `INSERT INTO search.word_collection (organization_id, began_at, updated_at, id)
        VALUES ($1::uuid, '-infinity', 0, '00000000-0000-0000-0000-000000000000')
        ON CONFLICT (organization_id) DO NOTHING`,
});

const COLLECTION = defineStatement<VocabularyOffset & { readonly isOver: boolean }>({
  name: 'search.lock_word_collection',
  kind: 'write',
  row: { updatedAt: 'float', id: 'text', isOver: 'boolean' },
  sql: `SELECT updated_at AS "updatedAt", id::text AS id, began_at < $2::timestamptz AS "isOver"
        FROM search.word_collection WHERE organization_id = $1::uuid FOR UPDATE`,
});

const FORGET = defineStatement({
  name: 'search.forget_words',
  kind: 'write',
  sql: 'DELETE FROM search.word WHERE organization_id = $1::uuid',
});

const RENEW = defineStatement({
  name: 'search.renew_word_collection',
  kind: 'write',
  sql: `UPDATE search.word_collection
        SET began_at = $2::timestamptz, updated_at = 0, id = '00000000-0000-0000-0000-000000000000'
        WHERE organization_id = $1::uuid`,
});

const AT_START: VocabularyOffset = { updatedAt: 0, id: '00000000-0000-0000-0000-000000000000' };

/** Locks the collection of words; one that began before a time begins anew, without any word. */
export async function lockVocabulary(context: WriteContext, renewedBefore: Date): Promise<VocabularyOffset> {
  const { organizationId } = context.session;
  await context.execute(BEGIN, [organizationId]);
  const [found] = await context.execute(COLLECTION, [organizationId, renewedBefore.toISOString()]);
  if (found?.isOver !== true) return found ?? AT_START;
  await context.execute(FORGET, [organizationId]);
  await context.execute(RENEW, [organizationId, context.now.toISOString()]);
  return AT_START;
}

const EXPIRE = defineStatement({
  name: 'search.expire_words',
  kind: 'write',
  sql: `UPDATE search.word_collection SET began_at = '-infinity' WHERE organization_id = $1::uuid`,
});

/** Lets the words be collected anew, because other texts are searched. */
export async function expireVocabulary(context: WriteContext): Promise<void> {
  await context.execute(EXPIRE, [context.session.organizationId]);
}

const TEXTS = defineStatement<VocabularyOffset & { readonly text: string }>({
  name: 'search.collected_texts',
  kind: 'read',
  row: { updatedAt: 'float', id: 'text', text: 'text' },
  sql: `SELECT updated_at AS "updatedAt", id::text AS id, left(search_text, 20000) AS text FROM search.product
        WHERE organization_id = $1::uuid AND (updated_at, id) > ($2::float8, $3::uuid) AND updated_at < $4::float8
        ORDER BY updated_at, id LIMIT $5::int`,
});

/** Returns the searched texts of the next products, by their last change, as far as that is before a time. */
export async function loadCollectedTexts(
  context: WriteContext,
  after: VocabularyOffset,
  before: Date,
  limit: number,
): Promise<readonly (VocabularyOffset & { readonly text: string })[]> {
  const parameters = [context.session.organizationId, after.updatedAt, after.id, before.getTime(), limit];
  return context.execute(TEXTS, parameters);
}

const UNKNOWN = defineStatement({
  name: 'search.unknown_words',
  kind: 'read',
  row: { word: 'text' },
  sql: `SELECT word FROM unnest($2::text[]) AS asked (word)
        WHERE NOT EXISTS (SELECT FROM search.word WHERE organization_id = $1::uuid AND word.word = asked.word)`,
});

const ADD = defineStatement({
  name: 'search.add_words',
  kind: 'write',
  sql: `INSERT INTO search.word (organization_id, word, variants)
        SELECT $1::uuid, word, variants::bigint[] FROM unnest($2::text[], $3::text[]) AS added (word, variants)
        ON CONFLICT DO NOTHING`,
});

const ADVANCE = defineStatement({
  name: 'search.advance_word_collection',
  kind: 'write',
  sql: `UPDATE search.word_collection SET updated_at = $2::float8, id = $3::uuid WHERE organization_id = $1::uuid`,
});

/** Stores those of some words that are not there, and up to where they were collected. */
export async function addToVocabulary(
  context: WriteContext,
  terms: readonly string[],
  variantsOf: (word: string) => readonly string[],
  { updatedAt, id }: VocabularyOffset,
): Promise<void> {
  const { organizationId } = context.session;
  const unknown = await context.execute(UNKNOWN, [organizationId, [...terms]]);
  const added = unknown.map(({ word }) => word);
  const variants = added.map((word) => `{${variantsOf(word).join(',')}}`);
  if (added.length > 0) await context.execute(ADD, [organizationId, added, variants]);
  await context.execute(ADVANCE, [organizationId, updatedAt, id]);
}
