// Risk: a comment mentions somebody else than it says, or loses what was typed.
import { describe, expect, test } from 'vitest';
import {
  findMentionQuery,
  insertMention,
  serializeDraft,
  splitMentions,
  toCommentDraft,
} from '../../../src/console/catalogue/comments/mentions.ts';
import { groupIntoThreads } from '../../../src/console/pages/product/comments/comment-documents.ts';
import { readDraft, storeDraft } from '../../../src/console/pages/product/comments/comment-draft-storage.ts';

const idOf = (digit: string) => `usr_${digit.repeat(32)}`;
const ANN = { id: idOf('a'), name: 'Ann' };
const ANNA = { id: idOf('b'), name: 'Ann Lee' };
const GONE = { id: idOf('c'), name: null };

describe('a mention', () => {
  test('is a name while it is typed and an id when it is stored, and comes back as it was', () => {
    const draft = { text: 'Hi @Ann, @Ann Lee and @Anne', members: { Ann: ANN.id, 'Ann Lee': ANNA.id } };
    const body = serializeDraft(draft);
    expect(body).toBe(`Hi @${ANN.id}, @${ANNA.id} and @Anne`);
    expect(toCommentDraft(body, [ANN, ANNA])).toEqual(draft);
    expect(toCommentDraft(`@${GONE.id}`, [GONE])).toEqual({ text: `@${GONE.id}`, members: {} });
    // Of two with one name the second stays an id.
    const namesake = { id: idOf('d'), name: 'Ann' };
    expect(toCommentDraft(`@${namesake.id} @${ANN.id}`, [ANN, namesake]).text).toBe(`@${namesake.id} @Ann`);
    expect(splitMentions(`@${ANN.id}!`, [ANN])).toEqual([
      { text: `@${ANN.id}`, mention: ANN },
      { text: '!', mention: null },
    ]);
  });

  test('is looked for behind an @ only, and not once it is chosen', () => {
    const at = (text: string, members = {}) => findMentionQuery({ text, members }, text.length);
    expect(at('Hi @an')).toEqual({ start: 3, name: 'an' });
    expect(at('@Ann L')).toEqual({ start: 0, name: 'Ann L' });
    expect([at('Hi an'), at('mail@an'), at('@Ann ', { Ann: ANN.id }), at('@a b c')]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    const draft = { text: 'Hi @an there', members: {} };
    expect(insertMention(draft, { start: 3, caret: 6 }, ANN)).toEqual({
      draft: { text: 'Hi @Ann there', members: { Ann: ANN.id } },
      caret: 8,
    });
    const twice = insertMention(
      { text: '@an', members: { Ann: ANN.id } },
      { start: 0, caret: 3 },
      { ...ANN, id: GONE.id },
    );
    expect(twice.draft.text).toBe(`@${GONE.id} `);
  });
});

test('what is typed is kept by person, product and thread, until it is sent', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
  const place = { userId: 'u', productId: 'p', of: 'new' };
  const draft = { text: 'Hi @Ann', members: { Ann: ANN.id } };
  storeDraft(storage, place, draft);
  expect(readDraft(storage, place)).toEqual(draft);
  expect(readDraft(storage, { ...place, userId: 'other' }).text).toBe('');
  storeDraft(storage, place, { text: ' ', members: {} });
  expect(kept.size).toBe(0);
  kept.set('catalograph-comment u p new', 'not JSON');
  expect(readDraft(storage, place).text).toBe('');
});

test('comments are grouped by thread in the order in which they come; a part of a thread alone is left out', () => {
  const comment = (id: string, thread: string) => ({ id, thread }) as never;
  const threads = groupIntoThreads([
    comment('b', 'b'),
    comment('c', 'b'),
    comment('a', 'a'),
    comment('z', 'y'),
  ]);
  expect(threads.map(({ id, replies }) => [id, replies.length])).toEqual([
    ['b', 1],
    ['a', 0],
  ]);
});
