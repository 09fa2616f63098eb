import { z } from 'zod';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { isJsonObject, type JsonValue } from '../../kernel/json.ts';
import { localized, type Message, verbatim } from '../../kernel/problems/messages/message.ts';
import { rendered } from '../../kernel/problems/messages/render-message.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import { validateUrl } from '../../platform/outbound/validate-url.ts';
import { cronError, isTimeZone } from './next-run.ts';
import type { Direction } from './profile-document.ts';

/** A folder of the organization in the storage: names of letters, digits, `_` and `-`, separated by `/`. */
const FOLDER = /^[A-Za-z0-9_-]{1,100}(\/[A-Za-z0-9_-]{1,100}){0,9}$/;
const FILE_PATTERN = /^[A-Za-z0-9_*-][A-Za-z0-9_.*-]{0,199}$/;
const FILE_NAME = /^([A-Za-z0-9_-]|\{date\}|\{time\})([A-Za-z0-9_.-]|\{date\}|\{time\}){0,199}$/;

const url = z.string().superRefine((text, context) => {
  // Each run checks whether the server may connect to it.
  const fault = validateUrl(text, { allowPrivateAddresses: true });
  if (fault !== null) context.addIssue({ code: 'custom', message: rendered(fault), params: { text: fault } });
});
const folder = z
  .string()
  .regex(FOLDER, 'A folder consists of names of letters, digits, _ and -, separated by /.');
const pattern = z
  .string()
  .regex(FILE_PATTERN, 'A pattern consists of letters, digits, _, -, . and *, which matches any characters.');
const name = z
  .string()
  .regex(FILE_NAME, 'A name consists of letters, digits, _, - and ., and may contain {date} and {time}.');
const LOCATION_FORM = 'must be either { "url": … } or { "folder": … }';

const SHAPE = z.strictObject({
  cron: z.string().superRefine((text, context) => {
    const fault = cronError(text);
    if (fault !== null) context.addIssue({ code: 'custom', message: fault });
  }),
  timezone: z.string().refine(isTimeZone, 'Unknown time zone. Use an IANA name: Europe/Berlin, UTC …'),
  active: z.boolean().optional(),
  source: z
    .union([z.strictObject({ url }), z.strictObject({ folder, pattern: pattern.optional() })], {
      error: `'source' ${LOCATION_FORM}, optionally with a "pattern" of file names.`,
    })
    .optional(),
  target: z
    .union([z.strictObject({ url }), z.strictObject({ folder, name: name.optional() })], {
      error: `'target' ${LOCATION_FORM}, optionally with the "name" of the file.`,
    })
    .optional(),
});

/** Times at which a profile runs, and the address that its file comes from or goes to. */
export type Schedule = z.infer<typeof SHAPE>;
export type ScheduleSource = NonNullable<Schedule['source']>;
export type ScheduleTarget = NonNullable<Schedule['target']>;

/** Returns the schedule of a profile; null when it has none, or one that older releases took without looking. */
export const readSchedule = (json: JsonValue): Schedule | null => SHAPE.safeParse(json).data ?? null;

/** Returns all faults of a schedule. */
export function checkSchedule(json: JsonValue, direction: Direction): FieldProblem[] {
  if (json === null) return [];
  const parsed = SHAPE.safeParse(json);
  if (!parsed.success) return parsed.error.issues.flatMap((issue) => toProblems(issue, json));
  const { source, target } = parsed.data;
  const problem = (code: 'required' | 'value-not-allowed', key: 'source' | 'target', message: Message) => [
    fieldProblem(code, ['schedule', key], message),
  ];
  if (source !== undefined && target !== undefined)
    return problem('value-not-allowed', 'target', localized('schedule-either'));
  if (direction === 'import' && source === undefined)
    return problem(
      'required',
      'source',
      localized('schedule-source-required', { form: '{ "url": … } or { "folder": … }' }),
    );
  if (direction === 'import' || (direction === 'both' && source !== undefined)) return [];
  if (source !== undefined) return problem('value-not-allowed', 'source', localized('schedule-has-target'));
  if (direction === 'both' && target === undefined)
    return problem('required', 'source', localized('schedule-source-or-target'));
  return [];
}

function toProblems(issue: z.core.$ZodIssue, json: JsonValue): FieldProblem[] {
  const path = ['schedule', ...issue.path.map(String)];
  if (issue.code === 'unrecognized_keys') {
    const validKeys =
      issue.path.length === 0 ? Object.keys(SHAPE.shape) : ['url', 'folder', 'pattern', 'name'];
    return issue.keys.map((key) => {
      const suggestions = suggest(key, validKeys);
      const message = withSuggestions(localized('schedule-key-unknown', { key }), suggestions);
      return fieldProblem('unknown-property', [...path, key], message, { value: key, suggestions });
    });
  }
  const value = issue.path.reduce<JsonValue>(
    (node, key) => (isJsonObject(node) ? (node[String(key)] ?? null) : null),
    json,
  );
  const message = localized('schedule-example', {
    message: value === null ? localized('is-required', { key: path.at(-1) ?? '' }) : messageOf(issue),
    form: FORM,
  });
  return [fieldProblem(value === null ? 'required' : 'value-not-allowed', path, message, { value })];
}

/** Returns the message of a check of ours, or that of the library. */
const messageOf = (issue: z.core.$ZodIssue): Message =>
  (issue.code === 'custom' ? (issue.params?.text as Message | undefined) : undefined) ??
  verbatim(issue.message);

const FORM =
  '{"cron": "0 3 * * *", "timezone": "Europe/Berlin", "source": {"url": "https://shop.example.com/stock.csv"}}';
