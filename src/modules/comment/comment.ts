/** The cell that a thread is about, in the stored case of its codes; all null for the product as a whole. */
export interface CommentedCell {
  readonly attribute: string | null;
  readonly channel: string | null;
  readonly locale: string | null;
}

/** A comment as its operations see it, with its thread. */
export interface Comment {
  readonly id: string;
  /** The comment that started the thread; its own id for that one. */
  readonly threadId: string;
  readonly productId: string;
  /** UUID of the person behind its author; null where there is none. */
  readonly userId: string | null;
  /** Null once it is deleted or erased. */
  readonly body: string | null;
  readonly version: number;
  readonly resolved: boolean;
  /** Number of replies in the thread. */
  readonly replies: number;
  /** True if the comment that started the thread is deleted or erased. */
  readonly isStartGone: boolean;
}
