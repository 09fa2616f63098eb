import { type CommentDraft, EMPTY_DRAFT } from '../../../catalogue/comments/mentions.ts';

/** Owner of a comment that is being written: a person, a product, and a thread or a comment. */
export interface CommentDraftKey {
  readonly userId: string;
  readonly productId: string;
  /** Id of the thread to reply in or of the comment to change; `new` for a new thread. */
  readonly of: string;
}

const storageKey = ({ userId, productId, of }: CommentDraftKey) =>
  `catalograph-comment ${userId} ${productId} ${of}`;

/** Returns the text that was typed before and not sent. */
export function readDraft(storage: Pick<Storage, 'getItem'>, draftKey: CommentDraftKey): CommentDraft {
  try {
    const storedDraft = JSON.parse(storage.getItem(storageKey(draftKey)) ?? 'null') as CommentDraft | null;
    return typeof storedDraft?.text === 'string' && typeof storedDraft.members === 'object'
      ? storedDraft
      : EMPTY_DRAFT;
  } catch {
    return EMPTY_DRAFT;
  }
}

/** Keeps what is typed in the browser; nothing for an empty text. Throws where the browser can keep no more. */
export function storeDraft(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  draftKey: CommentDraftKey,
  draft: CommentDraft,
): void {
  if (draft.text.trim() === '') storage.removeItem(storageKey(draftKey));
  else storage.setItem(storageKey(draftKey), JSON.stringify(draft));
}
