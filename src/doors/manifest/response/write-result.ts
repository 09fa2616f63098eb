import type { ExecutionResult } from 'graphql';
import { bareObject } from '../../../kernel/bare-object.ts';
import type { JsonObject, JsonValue } from '../../../kernel/json.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { Fault, listed, NotFound, ValidationFailed } from '../../../kernel/refusal.ts';
import { problemBody, type RequestMetadata } from '../../http/problem-response.ts';
import type { Answer, AnswerShape } from '../exposed-operation.ts';
import type { BatchItem } from '../input/read-object.ts';
import { enumWord, wordsOf } from '../names.ts';
import {
  fieldToJson,
  type InputPointers,
  type OutgoingProblem,
  problemOfGraph,
  problemOfRefusal,
  type RefusalData,
} from './outgoing-problem.ts';
import { hasProblemBeside, keysToJson, toJson } from './write-answer.ts';

type Data = Readonly<Record<string, unknown>>;

/** Result of a run. */
export type Outcome =
  | { readonly kind: 'problem'; readonly problem: OutgoingProblem }
  | {
      readonly kind: 'done';
      readonly json: JsonObject;
      /** For a write: true if it created the object; null if the response does not contain it. */
      readonly isNew: boolean | null;
      /** For a write: its effect, `created`, `updated` or `unchanged`; null if the response does not contain it. */
      readonly outcome: string | null;
      /** Version of a single object. */
      readonly version: number | null;
    };

/** Settings for reporting a result. */
export interface ResultContext {
  readonly answer: Answer;
  readonly pointers: InputPointers | null;
  /** Key of the object in the path, for "There is no …". */
  readonly ref: string;
  /** Noun for the object; by default the name of its type. */
  readonly noun?: string;
  readonly hasFoundDeleted: boolean;
  /** Keys that are sent; null for all. */
  readonly fields: ReadonlySet<string> | null;
  readonly metadata: RequestMetadata;
}

/** Turns the result of a prepared document into what the APIs say. */
export function toOutcome({ data, errors }: ExecutionResult, context: ResultContext): Outcome {
  const [error] = errors ?? [];
  if (error !== undefined) return { kind: 'problem', problem: problemOfGraph(error, context.pointers) };
  const { answer } = context;
  const found = dig(data as Data | null | undefined, answer.path);
  if (found === null) return { kind: 'problem', problem: absent(context) };
  // An item of a batch of one has its problem beside it; elsewhere a problem beside others is part of the response.
  const ofItem = answer.kind === 'written' ? (found.problem as RefusalData | null | undefined) : null;
  const refusal = ofItem ?? (isRefusal(found) ? found : null);
  if (refusal !== null) {
    return { kind: 'problem', problem: problemOfRefusal(refusal, context.pointers) };
  }
  return { kind: 'done', ...tell(answer, found, context) };
}

function isRefusal(data: Data): data is Data & RefusalData {
  return typeof data.__typename === 'string' && typeof data.status === 'number' && Array.isArray(data.errors);
}

function dig(data: Data | null | undefined, path: readonly string[]): Data | null {
  let at: unknown = data;
  for (const name of path) at = (at as Data | null | undefined)?.[name];
  return (at as Data | null | undefined) ?? null;
}

function absent({ answer, ref, noun, hasFoundDeleted }: ResultContext): OutgoingProblem {
  const what = noun ?? wordsOf(answer.typeName);
  const { code, detail, text } = NotFound.missing(what, ref, hasFoundDeleted);
  return { slug: code, detail, text, members: {}, headers: {} };
}

function tell(answer: Answer, found: Data, context: ResultContext) {
  const { fields } = context;
  const none = { isNew: null, outcome: null, version: null };
  switch (answer.kind) {
    case 'page': {
      const { nodes, pageInfo, totalCount, facets, facetDetails } = found as {
        nodes: readonly Data[];
        facets?: readonly Data[];
        facetDetails?: readonly Data[];
        pageInfo: { endCursor: string | null; hasNextPage: boolean };
        totalCount?: number;
      };
      const { endCursor, hasNextPage } = pageInfo;
      const json: JsonObject = {
        items: nodes.map((node) => projected(toJson(answer.item, node), fields)),
        search_after: hasNextPage ? endCursor : null,
        has_more: hasNextPage,
        ...(totalCount === undefined ? {} : { total: totalCount }),
        ...keysToJson(answer.leaves, found),
        ...(answer.facets && facets?.length ? { facets: toJson(answer.facets, facets) } : {}),
        ...(answer.facetDetails && facetDetails?.length
          ? { facet_details: toJson(answer.facetDetails, facetDetails) }
          : {}),
      };
      return { json, ...none };
    }
    case 'items': {
      const items = (found as unknown as readonly Data[]).map((one) =>
        projected(toJson(answer.item, one), fields),
      );
      return { json: { items }, ...none };
    }
    case 'written': {
      const object = found[answer.key] as Data;
      const made = { ...objectOf(answer.shape, object), ...keysToJson(answer.leaves, found) };
      const outcome = answer.hasOutcome ? enumWord(String(found.outcome)) : null;
      return {
        json: projected(made, fields) as JsonObject,
        isNew: outcome === null ? null : outcome === 'created',
        outcome,
        version: versionOf(object),
      };
    }
    case 'object': {
      const json = projected(toJson(answer.shape, found), fields) as JsonObject;
      const reported = hasProblemBeside(answer.shape) ? { ...json, ...problemBeside(found, context) } : json;
      return { ...none, json: reported, version: versionOf(found) };
    }
    case 'payload':
      return { json: objectOf(answer.shape, found), ...none };
    case 'value':
      return { json: found as JsonObject, ...none };
    case 'batch':
      throw new Error('A batch is told item by item.');
  }
}

/** A verdict tells what is wrong as a batch tells it of an item: with places in the body, not in the graph. */
function problemBeside(found: Data, { pointers, metadata }: ResultContext): JsonObject {
  const refusal = found.problem as RefusalData | null;
  return refusal === null
    ? { errors: [], problem: null }
    : itemProblem(problemOfRefusal(refusal, pointers), metadata);
}

const objectOf = (shape: AnswerShape, data: Data) => toJson(shape, data) as JsonObject;
const versionOf = ({ version }: Data) => (typeof version === 'number' ? version : null);

/** Keys that are read in any case are sent only when requested. */
function projected(json: JsonValue, fields: ReadonlySet<string> | null): JsonValue {
  if (fields === null) return json;
  const kept = bareObject<JsonValue | undefined>();
  for (const [key, value] of Object.entries(json as JsonObject))
    if (fields.has(key) || !ALWAYS_READ.has(key)) kept[key] = value;
  return kept;
}

const ALWAYS_READ: ReadonlySet<string> = new Set(['id', 'version']);

/** The counters of a batch by name. */
const COUNTERS = ['created', 'updated', 'unchanged', 'failed'] as const;

type AnsweredItem = Data & { readonly problem: RefusalData | null };

/** `{ summary, results }` of a batch, the items that could not be read among them. */
export function toBatchJson(
  answer: Answer & { readonly kind: 'batch' },
  found: Data | null,
  items: readonly BatchItem[],
  request: RequestMetadata,
): { readonly summary: JsonObject; readonly results: readonly JsonObject[] } {
  const results = answeredItems(found).values();
  const reported = items.map((item, index): JsonObject => {
    if (item.reading.problems.length > 0) return unreadItem(answer.item, item, index, request);
    const { value: result } = results.next();
    if (result === undefined) throw new Error('A batch answered fewer items than it was given.');
    return itemToJson(answer, result, index, item.reading.pointers, request);
  });
  const unread = items.filter(({ reading }) => reading.problems.length > 0).length;
  return { summary: summaryOf(found, unread), results: reported };
}

/**
 * Returns the same of a batch to which no items were sent: one change of many objects, which `pointers` finds in the
 * request.
 */
export function toChangedJson(
  answer: Answer & { readonly kind: 'batch' },
  found: Data,
  pointers: InputPointers,
  request: RequestMetadata,
): { readonly summary: JsonObject; readonly results: readonly JsonObject[] } {
  const results = answeredItems(found).map((result, index) =>
    itemToJson(answer, result, index, pointers, request),
  );
  return { summary: summaryOf(found, 0), results };
}

const answeredItems = (found: Data | null) => (found?.results ?? []) as readonly AnsweredItem[];

const summaryOf = (found: Data | null, unread: number): JsonObject =>
  Object.fromEntries(
    COUNTERS.map((name) => [name, Number(found?.[name] ?? 0) + (name === 'failed' ? unread : 0)]),
  );

function itemToJson(
  answer: Answer & { readonly kind: 'batch' },
  result: AnsweredItem,
  index: number,
  pointers: InputPointers,
  request: RequestMetadata,
): JsonObject {
  const json = { ...objectOf(answer.item, result), index };
  if (result.problem === null) return { ...json, errors: [] };
  return { ...json, ...itemProblem(problemOfRefusal(result.problem, pointers), request) };
}

function unreadItem(
  shape: AnswerShape,
  { json, reading }: BatchItem,
  index: number,
  request: RequestMetadata,
): JsonObject {
  const sent = (typeof json === 'object' && json !== null ? json : {}) as JsonObject;
  const keys = shape.kind === 'object' ? shape.keys : [];
  // The message names the object by those of its keys that were sent in a valid form.
  const said = keys.map(({ key, shape: of }) => {
    const isText = of.kind !== 'leaf' || of.type.name === 'String';
    return [key, isText && typeof sent[key] === 'string' ? sent[key] : null];
  });
  const { problems } = reading;
  const { detail, text, errors } = listed(ValidationFailed.of(problems));
  const problem: OutgoingProblem = {
    slug: problems.every(({ code }) => code === 'unknown-property')
      ? 'unknown-property'
      : 'validation-failed',
    detail,
    text,
    members: { errors: errors.map((one) => fieldToJson(one, one.path)) },
    headers: {},
  };
  return { ...Object.fromEntries(said), index, status: 'failed', ...itemProblem(problem, request) };
}

/** Returns the mistakes of an item, and the problem that they are. */
function itemProblem(problem: OutgoingProblem, request: RequestMetadata) {
  const { errors, instance: _instance, request_id: _id, ...body } = problemBody(problem, request);
  return { errors: errors ?? [], problem: body };
}

/** Returns the result of a batch; the rejection of the whole batch is a problem. */
export function batchFound(
  { data, errors }: ExecutionResult,
  answer: Answer & { readonly kind: 'batch' },
  pointers: InputPointers,
): { readonly found: Data } | { readonly problem: OutgoingProblem } {
  const [error] = errors ?? [];
  if (error !== undefined) return { problem: problemOfGraph(error, null) };
  const found = dig(data as Data, answer.path);
  if (found === null) throw new Fault('internal-error', localized('batch-not-answered'));
  return isRefusal(found) ? { problem: problemOfRefusal(found, pointers) } : { found };
}

/**
 * Places in the items of a batch, for rejections of the whole: `["items", "3", …]`; `beside` knows of other arguments.
 */
export function pointersIn(items: readonly BatchItem[], beside: InputPointers): InputPointers {
  return {
    find(whole) {
      const [first, index, ...path] = whole;
      if (first !== 'items') return beside.find(whole);
      const item = items[Number(index)];
      return index === undefined || item === undefined
        ? path
        : [first, index, ...item.reading.pointers.find(path)];
    },
  };
}
