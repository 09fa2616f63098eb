import type { WriteContext } from '../../../kernel/operation.ts';
import { isTranslated, localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { rendered } from '../../../kernel/problems/messages/render-message.ts';
import { storableJson } from '../../../kernel/text/storable-text.ts';
import { defineStatement } from '../../../platform/database/statement.ts';

/** An error of a row as it is kept. */
export interface NewJobError {
  readonly row: number;
  readonly ordinal: number;
  readonly column: string | null;
  readonly ref: string | null;
  readonly code: string;
  readonly attribute: string | null;
  readonly channel: string | null;
  readonly locale: string | null;
  readonly value: string | null;
  /** In English. */
  readonly message: string;
  /** The message in the catalogue; absent or null where it is English alone. */
  readonly text?: Message | null;
  readonly hint: string | null;
  /** The hint in the catalogue; absent or null where it is English alone. */
  readonly hintText?: Message | null;
  /** `error` without it. */
  readonly level?: 'warning';
}

/** Returns the texts of an error as they are stored: in English, and by their keys for other languages. */
export const errorTexts = (message: Message, hint: Message) => ({
  message: rendered(message),
  text: isTranslated(message) ? message : null,
  hint: rendered(hint),
  hintText: isTranslated(hint) ? hint : null,
});

/** Returns what to do about an error: to use what may have been meant, else `fix`. */
export const hintOf = (suggestions: readonly string[], fix: Message): Message =>
  suggestions.length === 0 ? fix : localized('did-you-mean-alone', { suggestions });

const INSERT_ERRORS = defineStatement({
  name: 'job.insert_errors',
  kind: 'write',
  sql: `INSERT INTO public.job_error (organization_id, job_id, "row", ordinal, "column", ref, code, attribute, channel,
                                      locale, value, message, text, hint, hint_text, level)
        SELECT $1::uuid, $2::uuid, "row", ordinal, "column", ref, code, attribute, channel, locale, value, message, text,
               hint, hint_text, coalesce(level, 'error')
        FROM jsonb_populate_recordset(NULL::public.job_error, $3::jsonb)
        ON CONFLICT (organization_id, job_id, "row", ordinal) DO NOTHING`,
});

/** Stores errors; errors of the same row and ordinal, from an earlier pass, stay. */
export async function insertErrors(
  context: WriteContext,
  jobId: string,
  errors: readonly NewJobError[],
): Promise<void> {
  if (errors.length === 0) return;
  await context.execute(INSERT_ERRORS, [
    context.session.organizationId,
    jobId,
    storableJson(errors.map(({ hintText, ...error }) => ({ ...error, hint_text: hintText }))),
  ]);
}

/** An error, warning or note about one of several files. */
export interface FileError {
  readonly file: string;
  /** Position of the file in the order of the import. */
  readonly filePosition: number;
  /** 0 for the whole file. */
  readonly row: number;
  readonly level: 'error' | 'warning' | 'info';
  readonly column: string | null;
  readonly code: string;
  readonly value: string | null;
  /** In English. */
  readonly message: string;
  /** The message in the catalogue; null where it is English alone. */
  readonly text: Message | null;
  readonly hint: string | null;
  readonly hintText: Message | null;
}

/** Ordinals of each file: the key of errors is row and ordinal. */
const ORDINALS_OF_FILE = 100_000_000;

const ADD_FILE_ERRORS = defineStatement({
  name: 'job.add_file_errors',
  kind: 'write',
  sql: `INSERT INTO public.job_error (organization_id, job_id, file_position, "row", ordinal, file, level, "column", code,
                                      value, message, text, hint, hint_text)
        SELECT $1::uuid, $2::uuid, added."filePosition", added."row",
               (SELECT coalesce(max(known.ordinal), added."filePosition" * $4::int - 1) FROM public.job_error AS known
                WHERE known.organization_id = $1::uuid AND known.job_id = $2::uuid
                  AND known.file_position = added."filePosition" AND known."row" = added."row")
                 + row_number() OVER (PARTITION BY added."filePosition", added."row" ORDER BY added.index),
               added.file, added.level, added."column", added.code, added.value, added.message,
               added.text, added.hint, added."hintText"
        FROM jsonb_to_recordset($3::jsonb)
          AS added (index int, "filePosition" int, "row" int, file text, level text, "column" text, code text, value text,
                    message text, text jsonb, hint text, "hintText" jsonb)`,
});

/** Adds errors of files, after those of the same row. */
export async function addFileErrors(
  context: WriteContext,
  jobId: string,
  errors: readonly FileError[],
): Promise<void> {
  if (errors.length === 0) return;
  await context.execute(ADD_FILE_ERRORS, [
    context.session.organizationId,
    jobId,
    storableJson(errors.map((error, index) => ({ ...error, index }))),
    ORDINALS_OF_FILE,
  ]);
}
