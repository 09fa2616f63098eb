import { isTranslated, type Message } from '../../../kernel/problems/messages/message.ts';
import { rendered } from '../../../kernel/problems/messages/render-message.ts';

/**
 * `error`: a row or cell that breaks a rule and is not in the catalogue. `warning`: something was left out or changed
 * that the file itself says right. `info`: carried over in another form than the file's, as documented.
 */
export type NoteLevel = 'error' | 'warning' | 'info';

/** An error, warning or note about a file, row or cell, as the report lists it. */
export interface ImportNote {
  readonly level: NoteLevel;
  /** Name of the file: `products.csv`. */
  readonly file: string;
  /**
   * Number of the row as a spreadsheet counts, the header being row 1; null when the note concerns the file or a column
   * as a whole.
   */
  readonly row: number | null;
  /** Name of the column as the header has it. */
  readonly column: string | null;
  /** Stable identifier of the kind of note; scripts may rely on it. */
  readonly code: string;
  /** The message in English. */
  readonly message: string;
  /** The message in the catalogue; null where it is English alone. */
  readonly text: Message | null;
  /** Fix for the cause of the note, in English; null if there is none. */
  readonly hint: string | null;
  /** The hint in the catalogue; null where it is English alone, or there is none. */
  readonly hintText: Message | null;
  /** The cell, cut to 200 characters. */
  readonly value: string | null;
}

type NoteDetails = Partial<Pick<ImportNote, 'row' | 'column' | 'value'>> & { readonly hint?: Message | null };

/** Builds an {@link ImportNote}; what is left out is null. */
export function importNote(
  level: NoteLevel,
  file: string,
  code: string,
  message: Message,
  { row = null, column = null, hint = null, value = null }: NoteDetails = {},
): ImportNote {
  return {
    level,
    file,
    row,
    column,
    code,
    message: rendered(message),
    text: isTranslated(message) ? message : null,
    hint: hint === null ? null : rendered(hint),
    hintText: hint !== null && isTranslated(hint) ? hint : null,
    value: value === null ? null : cut(value),
  };
}

const MAXIMUM_VALUE_LENGTH = 200;

function cut(text: string): string {
  return text.length > MAXIMUM_VALUE_LENGTH ? `${text.slice(0, MAXIMUM_VALUE_LENGTH)}…` : text;
}
