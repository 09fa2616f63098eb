import { z } from 'zod';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { isJsonObject, type JsonValue } from '../../kernel/json.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import { catalogueCheck, messageOfIssue } from '../../platform/catalogue-check.ts';
import { validateUrl } from '../../platform/outbound/validate-url.ts';
import { cronError, isTimeZone } from './next-run.ts';
import type { Direction } from './profile-document.ts';

/** A folder of the organization in the storage: names of letters, digits, `_` and `-`, separated by `/`. */
const FOLDER = /^[A-Za-z0-9_-]{1,100}(\/[A-Za-z0-9_-]{1,100}){0,9}$/;
const FILE_PATTERN = /^[A-Za-z0-9_*-][A-Za-z0-9_.*-]{0,199}$/;
const FILE_NAME = /^([A-Za-z0-9_-]|\{date\}|\{time\})([A-Za-z0-9_.-]|\{date\}|\{time\}){0,199}$/;

const text = (faultOf: (value: string) => Message | null) => z.string().superRefine(catalogueCheck(faultOf));
const textLike = (expression: RegExp, fault: Message) =>
  text((value) => (expression.test(value) ? null : fault));

// Each run checks whether the server may connect to it.
const url = text((value) => validateUrl(value, { allowPrivateAddresses: true }));
const folder = textLike(FOLDER, localized('schedule-folder-form'));
const pattern = textLike(FILE_PATTERN, localized('schedule-pattern-form'));
const name = textLike(FILE_NAME, localized('schedule-name-form'));
const LOCATION_FORMS = { url: '{ "url": … }', folder: '{ "folder": … }' };

const SHAPE = z.strictObject({
  cron: text(cronError),
  timezone: text((value) => (isTimeZone(value) ? null : localized('time-zone-unknown'))),
  active: z.boolean().optional(),
  source: z
    .union([z.strictObject({ url }), z.strictObject({ folder, pattern: pattern.optional() })])
    .optional(),
  target: z.union([z.strictObject({ url }), z.strictObject({ folder, name: name.optional() })]).optional(),
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
    return problem('required', 'source', localized('schedule-source-required', LOCATION_FORMS));
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

/** Returns the message of an issue; a location that has neither form has one for both. */
function messageOf(issue: z.core.$ZodIssue): Message {
  if (issue.code !== 'invalid_union') return messageOfIssue(issue);
  const key = issue.path[0] === 'source' ? 'schedule-source-form' : 'schedule-target-form';
  return localized(key, LOCATION_FORMS);
}

const FORM =
  '{"cron": "0 3 * * *", "timezone": "Europe/Berlin", "source": {"url": "https://shop.example.com/stock.csv"}}';
