/** An object with a text in each of several locales: a label, or the alternative text of a file. */
export interface LabelObject {
  /** Kind of the object: `ATTRIBUTE`, `MEDIA`. Together with owner and code it is the key. */
  readonly kind: string;
  readonly code: string;
  /** Code of the set or family that it belongs to; null for none. */
  readonly owner: string | null;
  readonly version: number;
  readonly labels: readonly { readonly locale: string; readonly text: string }[];
}
