import type { ExecutionResult } from 'graphql';
import { NotFound, RequestError, truncateErrors, ValidationFailed } from '../../../kernel/errors.ts';
import type { JsonObject, JsonValue } from '../../../kernel/json.ts';
import { nullPrototypeObject } from '../../../kernel/null-prototype-object.ts';
import { localized } from '../../../kernel/problems/messages/message.ts';
import { problemBody, type RequestMetadata } from '../../http/problem-response.ts';
import type { OutputShape, ResponseMapping } from '../exposed-operation.ts';
import type { BatchItem } from '../input/read-object.ts';
import { enumJsonValue, humanTypeName } from '../names.ts';
import { dataToJson, hasSiblingProblem, keysToJson } from './data-to-json.ts';
import {
  type DomainErrorData,
  fieldToJson,
  type InputPathResolver,
  type ProblemDetails,
  problemOfDomainError,
  problemOfGraphqlError,
} from './problem-details.ts';

type Data = Readonly<Record<string, unknown>>;

/** Result of a run. */
export type RunResult =
  | { readonly kind: 'problem'; readonly problem: ProblemDetails }
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
  readonly answer: ResponseMapping;
  readonly pointers: InputPathResolver | null;
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
export function toRunResult({ data, errors }: ExecutionResult, context: ResultContext): RunResult {
  const [error] = errors ?? [];
  if (error !== undefined)
    return { kind: 'problem', problem: problemOfGraphqlError(error, context.pointers) };
  const { answer } = context;
  const resultData = getIn(data as Data | null | undefined, answer.path);
  if (resultData === null) return { kind: 'problem', problem: missingObjectProblem(context) };
  // An item of a batch of one has its problem beside it; elsewhere a problem beside others is part of the response.
  const ofItem =
    answer.kind === 'written' ? (resultData.problem as DomainErrorData | null | undefined) : null;
  const rejection = ofItem ?? (isRefusal(resultData) ? resultData : null);
  if (rejection !== null) {
    return { kind: 'problem', problem: problemOfDomainError(rejection, context.pointers) };
  }
  return { kind: 'done', ...responseOf(answer, resultData, context) };
}

function isRefusal(data: Data): data is Data & DomainErrorData {
  return typeof data.__typename === 'string' && typeof data.status === 'number' && Array.isArray(data.errors);
}

function getIn(data: Data | null | undefined, path: readonly string[]): Data | null {
  let at: unknown = data;
  for (const name of path) at = (at as Data | null | undefined)?.[name];
  return (at as Data | null | undefined) ?? null;
}

function missingObjectProblem({ answer, ref, noun, hasFoundDeleted }: ResultContext): ProblemDetails {
  const what = noun ?? humanTypeName(answer.typeName);
  const { code, detail, text } = NotFound.missing(what, ref, hasFoundDeleted);
  return { slug: code, detail, text, members: {}, headers: {} };
}

function responseOf(mapping: ResponseMapping, resultData: Data, context: ResultContext) {
  const { fields } = context;
  const none = { isNew: null, outcome: null, version: null };
  switch (mapping.kind) {
    case 'page': {
      const { nodes, pageInfo, totalCount, facets, facetDetails } = resultData as {
        nodes: readonly Data[];
        facets?: readonly Data[];
        facetDetails?: readonly Data[];
        pageInfo: { endCursor: string | null; hasNextPage: boolean };
        totalCount?: number;
      };
      const { endCursor, hasNextPage } = pageInfo;
      const json: JsonObject = {
        items: nodes.map((node) => pickFields(dataToJson(mapping.item, node), fields)),
        search_after: hasNextPage ? endCursor : null,
        has_more: hasNextPage,
        ...(totalCount === undefined ? {} : { total: totalCount }),
        ...keysToJson(mapping.leaves, resultData),
        ...(mapping.facets && facets?.length ? { facets: dataToJson(mapping.facets, facets) } : {}),
        ...(mapping.facetDetails && facetDetails?.length
          ? { facet_details: dataToJson(mapping.facetDetails, facetDetails) }
          : {}),
      };
      return { json, ...none };
    }
    case 'items': {
      const items = (resultData as unknown as readonly Data[]).map((one) =>
        pickFields(dataToJson(mapping.item, one), fields),
      );
      return { json: { items }, ...none };
    }
    case 'written': {
      const object = resultData[mapping.key] as Data;
      const jsonObject = {
        ...objectOf(mapping.shape, object),
        ...keysToJson(mapping.leaves, resultData),
      };
      const outcome = mapping.hasOutcome ? enumJsonValue(String(resultData.outcome)) : null;
      return {
        json: pickFields(jsonObject, fields) as JsonObject,
        isNew: outcome === null ? null : outcome === 'created',
        outcome,
        version: versionOf(object),
      };
    }
    case 'object': {
      const json = pickFields(dataToJson(mapping.shape, resultData), fields) as JsonObject;
      const reported = hasSiblingProblem(mapping.shape)
        ? { ...json, ...siblingProblem(resultData, context) }
        : json;
      return { ...none, json: reported, version: versionOf(resultData) };
    }
    case 'payload':
      return { json: objectOf(mapping.shape, resultData), ...none };
    case 'value':
      return { json: resultData as JsonObject, ...none };
    case 'batch':
      throw new Error('A batch is told item by item.');
  }
}

/** A verdict tells what is wrong as a batch tells it of an item: with places in the body, not in the graph. */
function siblingProblem(resultData: Data, { pointers, metadata }: ResultContext): JsonObject {
  const rejection = resultData.problem as DomainErrorData | null;
  return rejection === null
    ? { errors: [], problem: null }
    : itemProblem(problemOfDomainError(rejection, pointers), metadata);
}

const objectOf = (shape: OutputShape, data: Data) => dataToJson(shape, data) as JsonObject;
const versionOf = ({ version }: Data) => (typeof version === 'number' ? version : null);

/** Keys that are read in any case are sent only when requested. */
function pickFields(json: JsonValue, fields: ReadonlySet<string> | null): JsonValue {
  if (fields === null) return json;
  const selectedFields = nullPrototypeObject<JsonValue | undefined>();
  for (const [key, value] of Object.entries(json as JsonObject))
    if (fields.has(key) || !ALWAYS_READ.has(key)) selectedFields[key] = value;
  return selectedFields;
}

const ALWAYS_READ: ReadonlySet<string> = new Set(['id', 'version']);

/** The counters of a batch by name. */
const SUMMARY_KEYS = ['created', 'updated', 'unchanged', 'failed'] as const;

type AnsweredItem = Data & { readonly problem: DomainErrorData | null };

/** `{ summary, results }` of a batch, the items that could not be read among them. */
export function toBatchJson(
  mapping: ResponseMapping & { readonly kind: 'batch' },
  resultData: Data | null,
  items: readonly BatchItem[],
  request: RequestMetadata,
): { readonly summary: JsonObject; readonly results: readonly JsonObject[] } {
  const results = answeredItems(resultData).values();
  const reported = items.map((item, index): JsonObject => {
    if (item.reading.problems.length > 0) return invalidItem(mapping.item, item, index, request);
    const { value: result } = results.next();
    if (result === undefined) throw new Error('A batch answered fewer items than it was given.');
    return itemToJson(mapping, result, index, item.reading.pointers, request);
  });
  const unread = items.filter(({ reading }) => reading.problems.length > 0).length;
  return { summary: summaryOf(resultData, unread), results: reported };
}

/**
 * Returns the same of a batch to which no items were sent: one change of many objects, which `pointers` finds in the
 * request.
 */
export function toBulkChangeJson(
  mapping: ResponseMapping & { readonly kind: 'batch' },
  resultData: Data,
  pointers: InputPathResolver,
  request: RequestMetadata,
): { readonly summary: JsonObject; readonly results: readonly JsonObject[] } {
  const results = answeredItems(resultData).map((result, index) =>
    itemToJson(mapping, result, index, pointers, request),
  );
  return { summary: summaryOf(resultData, 0), results };
}

const answeredItems = (resultData: Data | null) => (resultData?.results ?? []) as readonly AnsweredItem[];

const summaryOf = (resultData: Data | null, unread: number): JsonObject =>
  Object.fromEntries(
    SUMMARY_KEYS.map((name) => [name, Number(resultData?.[name] ?? 0) + (name === 'failed' ? unread : 0)]),
  );

function itemToJson(
  mapping: ResponseMapping & { readonly kind: 'batch' },
  result: AnsweredItem,
  index: number,
  pointers: InputPathResolver,
  request: RequestMetadata,
): JsonObject {
  const json = { ...objectOf(mapping.item, result), index };
  if (result.problem === null) return { ...json, errors: [] };
  return { ...json, ...itemProblem(problemOfDomainError(result.problem, pointers), request) };
}

function invalidItem(
  shape: OutputShape,
  { json, reading }: BatchItem,
  index: number,
  request: RequestMetadata,
): JsonObject {
  const sent = (typeof json === 'object' && json !== null ? json : {}) as JsonObject;
  const keys = shape.kind === 'object' ? shape.keys : [];
  // The message names the object by those of its keys that were sent in a valid form.
  const sentEntries = keys.map(({ key, shape: of }) => {
    const isText = of.kind !== 'leaf' || of.type.name === 'String';
    return [key, isText && typeof sent[key] === 'string' ? sent[key] : null];
  });
  const { problems } = reading;
  const { detail, text, errors } = truncateErrors(ValidationFailed.of(problems));
  const problem: ProblemDetails = {
    slug: problems.every(({ code }) => code === 'unknown-property')
      ? 'unknown-property'
      : 'validation-failed',
    detail,
    text,
    members: { errors: errors.map((one) => fieldToJson(one, one.path)) },
    headers: {},
  };
  return { ...Object.fromEntries(sentEntries), index, status: 'failed', ...itemProblem(problem, request) };
}

/** Returns the mistakes of an item, and the problem that they are. */
function itemProblem(problem: ProblemDetails, request: RequestMetadata) {
  const { errors, instance: _instance, request_id: _id, ...body } = problemBody(problem, request);
  return { errors: errors ?? [], problem: body };
}

/** Returns the result of a batch; the rejection of the whole batch is a problem. */
export function readBatchData(
  { data, errors }: ExecutionResult,
  mapping: ResponseMapping & { readonly kind: 'batch' },
  pointers: InputPathResolver,
): { readonly found: Data } | { readonly problem: ProblemDetails } {
  const [error] = errors ?? [];
  if (error !== undefined) return { problem: problemOfGraphqlError(error, null) };
  const batchData = getIn(data as Data, mapping.path);
  if (batchData === null) throw new RequestError('internal-error', localized('batch-not-answered'));
  return isRefusal(batchData) ? { problem: problemOfDomainError(batchData, pointers) } : { found: batchData };
}

/**
 * Places in the items of a batch, for rejections of the whole: `["items", "3", …]`; `beside` knows of other arguments.
 */
export function itemPathResolver(items: readonly BatchItem[], beside: InputPathResolver): InputPathResolver {
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
