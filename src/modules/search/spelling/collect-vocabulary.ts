import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { decodeAscii } from '../row/ascii-encoding.ts';
import { correctableWords, deletionHashes } from './edit-distance.ts';
import { addToVocabulary, loadCollectedTexts, lockVocabulary } from './vocabulary.store.ts';

/** Products of one transaction. */
const STEP_SIZE = 1_000;

export const VOCABULARY_SETTINGS = {
  /** Time in milliseconds: a later change may belong to a transaction that others of an earlier time still follow. */
  delayMs: 60_000,
  /** Time in milliseconds after which all words are collected anew, so that those of products that are gone go, too. */
  renewedAfterMs: 7 * 86_400_000,
} as const;

/** Collects the words of products that changed, so that misspelled words of queries can be compared with them. */
export const collectVocabulary = defineWrite({
  name: 'collectWords',
  scope: 'products:write',
  effect: 'write',
  retry: 'safe',
  errors: [],
  async handler(context: WriteContext, _input: object): Promise<{ readonly hasMore: boolean }> {
    const now = context.now.getTime();
    const after = await lockVocabulary(context, new Date(now - VOCABULARY_SETTINGS.renewedAfterMs));
    const rows = await loadCollectedTexts(
      context,
      after,
      new Date(now - VOCABULARY_SETTINGS.delayMs),
      STEP_SIZE,
    );
    const last = rows.at(-1);
    if (last === undefined) return { hasMore: false };
    const collectedWords = new Set(rows.flatMap(({ text }) => correctableWords(decodeAscii(text))));
    const { organizationId } = context.session;
    await addToVocabulary(context, [...collectedWords], (word) => deletionHashes(organizationId, word), last);
    return { hasMore: rows.length === STEP_SIZE };
  },
});
