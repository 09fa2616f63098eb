import type { ExecutionResult } from 'graphql';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import type { RequestState } from '../graphql/request-state.ts';
import type { ResponseMapping } from '../manifest/exposed-operation.ts';
import type { BatchItem } from '../manifest/input/read-object.ts';
import type { ProblemDetails } from '../manifest/response/problem-details.ts';
import {
  itemPathResolver,
  readBatchData,
  toBatchJson,
  toBulkChangeJson,
  toRunResult,
} from '../manifest/response/result-to-json.ts';
import type { DocumentRunner } from '../manifest/run-exposed.ts';
import type { ExposedTool } from './exposed-tool.ts';
import { type ParsedArguments, parseArguments } from './read-arguments.ts';
import { suggestedSearchFor } from './suggested-call.ts';
import { hintsOf } from './tool-problem.ts';
import type { ToolResult } from './tool-result.ts';
import type { ToolTextTranslator } from './tool-text.ts';
import { truncateToolResult } from './truncate-tool-result.ts';

/** State of the request of a call. */
export interface ToolRequestState extends RequestState {
  /** Public URL of the server, without a slash at the end. */
  readonly publicUrl: string;
}

/** One call of a tool by a caller who is known. */
export interface ToolCall {
  readonly tool: ExposedTool;
  readonly given: JsonObject;
  readonly exchange: ToolRequestState;
  readonly runner: DocumentRunner;
  readonly words: ToolTextTranslator;
}

/**
 * Calls a tool: the scope, then the arguments, the prepared document, and its response cut to what is read at once.
 *
 * @throws RequestError, DomainError: the problems that the caller gets
 */
export async function callTool(call: ToolCall): Promise<ToolResult> {
  const { tool, given, runner } = call;
  const { operation, mcp } = tool;
  runner.authorizeCaller(call.exchange, [operation.scope], mcp.tool);
  const read = await parseArguments(mcp, given);
  runner.authorizeCaller(call.exchange, read.scopes, mcp.tool);
  const exchange: ToolRequestState = {
    ...call.exchange,
    idempotencyKey: read.idempotencyKey,
    answerHeaders: {},
  };
  const toolResult = await truncateToolResult(tool, read.variables, async (variables) => {
    const isNothingToDo = read.items !== null && read.items.length > 0 && goodItems(read.items) === 0;
    const result = isNothingToDo ? null : await runner.run(mcp.prepared, exchange, variables);
    return toToolResult({ ...call, exchange }, read, result);
  });
  if ('problem' in toolResult) return toolResult;
  return { json: { ...metadataOf(tool, read, exchange), ...toolResult.json } };
}

const goodItems = (items: readonly BatchItem[]) =>
  items.filter(({ reading }) => reading.problems.length === 0).length;

/** Returns the metadata of a write, which the result may override: a result about a job, for example. */
function metadataOf(
  { mcp }: ExposedTool,
  { variables }: ParsedArguments,
  { answerHeaders }: RequestState,
): JsonObject {
  const isReplayed = answerHeaders['idempotency-replayed'] === 'true';
  return {
    ...(mcp.arguments.keys.has('dry_run') ? { dry_run: variables.dryRun === true } : {}),
    ...(isReplayed ? { idempotency_replayed: true } : {}),
  };
}

function toToolResult(call: ToolCall, read: ParsedArguments, result: ExecutionResult | null): ToolResult {
  const { answer } = call.tool.mcp.prepared;
  if (answer.kind === 'batch') return toBatchResult(call, answer, read, result);
  if (result === null) throw new Error(`${call.tool.mcp.tool} was not asked.`);
  const outcome = toRunResult(result, {
    answer,
    pointers: read.reading.pointers,
    fields: null,
    noun: nounOf(call.tool),
    ref: String(call.given.ref ?? call.given.code ?? ''),
    hasFoundDeleted: call.exchange.hasFoundDeleted === true,
    metadata: call.exchange,
  });
  if (outcome.kind === 'problem') return { problem: withSuggestedCall(outcome.problem, call) };
  return { json: { ...outcome.json, ...(outcome.outcome === null ? {} : { outcome: outcome.outcome }) } };
}

/** Returns a problem that the object of the call is missing, with a call that finds the likely ones. */
function withSuggestedCall(problem: ProblemDetails, { tool, given }: ToolCall): ProblemDetails {
  const lookUp = problem.slug === 'not-found' ? suggestedSearchFor(nounOf(tool)) : null;
  if (lookUp === null) return problem;
  const query = String(given.ref ?? given.code ?? '');
  const look_up = { tool: lookUp.tool, arguments: { ...lookUp.arguments, query } };
  return { ...problem, members: { ...problem.members, look_up } };
}

/**
 * Returns the noun for the object of a tool: `get_product` is about a product, whatever the type is called that shows
 * it.
 */
const nounOf = ({ mcp }: ExposedTool) => mcp.tool.replace(/^[a-z]+_/, '').replaceAll('_', ' ');

function toBatchResult(
  { exchange, words }: ToolCall,
  mapping: ResponseMapping & { readonly kind: 'batch' },
  { items, reading }: ParsedArguments,
  result: ExecutionResult | null,
): ToolResult {
  const pointers = items === null ? reading.pointers : itemPathResolver(items, reading.pointers);
  const batchResult = result === null ? { found: null } : readBatchData(result, mapping, pointers);
  if ('problem' in batchResult) return batchResult;
  const { summary, results } =
    items === null && batchResult.found !== null
      ? toBulkChangeJson(
          mapping,
          batchResult.found,
          { find: (path) => reading.pointers.find(['patch', ...path]) },
          exchange,
        )
      : toBatchJson(mapping, batchResult.found, items ?? [], exchange);
  return { json: { summary, results: results.map((one) => withHints(one, words)) } };
}

/** Returns a result of a batch; of one that failed with the advice that a problem has. */
function withHints({ problem, errors, ...result }: JsonObject, translate: ToolTextTranslator): JsonObject {
  if (!isJsonObject(problem)) return { ...result, errors: errors ?? [] };
  const { errors: advised, ...rest } = hintsOf({ ...problem, errors: errors ?? [] }, translate);
  return { ...result, errors: (advised as JsonValue) ?? [], problem: { ...problem, ...rest } };
}
