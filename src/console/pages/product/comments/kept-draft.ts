import { type Draft, NO_DRAFT } from '../../../catalogue/comments/mention-text.ts';

/** Owner of a comment that is being written: a person, a product, and a thread or a comment. */
export interface DraftPlace {
  readonly userId: string;
  readonly productId: string;
  /** Id of the thread to reply in or of the comment to change; `new` for a new thread. */
  readonly of: string;
}

const storedAs = ({ userId, productId, of }: DraftPlace) =>
  `catalograph-comment ${userId} ${productId} ${of}`;

/** Returns the text that was typed before and not sent. */
export function readDraft(storage: Pick<Storage, 'getItem'>, place: DraftPlace): Draft {
  try {
    const kept = JSON.parse(storage.getItem(storedAs(place)) ?? 'null') as Draft | null;
    return typeof kept?.text === 'string' && typeof kept.members === 'object' ? kept : NO_DRAFT;
  } catch {
    return NO_DRAFT;
  }
}

/** Keeps what is typed in the browser; nothing for an empty text. Throws where the browser can keep no more. */
export function keepDraft(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  place: DraftPlace,
  draft: Draft,
): void {
  if (draft.text.trim() === '') storage.removeItem(storedAs(place));
  else storage.setItem(storedAs(place), JSON.stringify(draft));
}
