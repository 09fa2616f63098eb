import type { ExecutionResult } from 'graphql';
import { isJsonObject, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import type { Exchange } from '../graphql/exchange.ts';
import type { Answer } from '../manifest/exposed-operation.ts';
import type { BatchItem } from '../manifest/input/read-object.ts';
import type { OutgoingProblem } from '../manifest/response/outgoing-problem.ts';
import {
  batchFound,
  pointersIn,
  toBatchJson,
  toChangedJson,
  toOutcome,
} from '../manifest/response/write-result.ts';
import type { ExposedRunner } from '../manifest/run-exposed.ts';
import type { ExposedTool } from './exposed-tool.ts';
import { fitToolAnswer } from './fit-tool-answer.ts';
import { lookUpObject } from './look-up.ts';
import { type ReadArguments, readArguments } from './read-arguments.ts';
import type { ToolAnswer } from './tool-answer.ts';
import { advice } from './tool-problem.ts';
import type { ToolWords } from './tool-words.ts';

/** State of the request of a call. */
export interface ToolExchange extends Exchange {
  /** Public URL of the server, without a slash at the end. */
  readonly publicUrl: string;
}

/** One call of a tool by a caller who is known. */
export interface ToolCall {
  readonly tool: ExposedTool;
  readonly given: JsonObject;
  readonly exchange: ToolExchange;
  readonly runner: ExposedRunner;
  readonly words: ToolWords;
}

/**
 * Calls a tool: the scope, then the arguments, the prepared document, and its response cut to what is read at once.
 *
 * @throws Fault, Refusal: the problems that the caller gets
 */
export async function callTool(call: ToolCall): Promise<ToolAnswer> {
  const { tool, given, runner } = call;
  const { operation, mcp } = tool;
  runner.admit(call.exchange, [operation.scope], mcp.tool);
  const read = await readArguments(mcp, given);
  runner.admit(call.exchange, read.scopes, mcp.tool);
  const exchange: ToolExchange = { ...call.exchange, idempotencyKey: read.idempotencyKey, answerHeaders: {} };
  const answered = await fitToolAnswer(tool, read.variables, async (variables) => {
    const isNothingToDo = read.items !== null && read.items.length > 0 && goodItems(read.items) === 0;
    const result = isNothingToDo ? null : await runner.run(mcp.prepared, exchange, variables);
    return tell({ ...call, exchange }, read, result);
  });
  if ('problem' in answered) return answered;
  return { json: { ...metadataOf(tool, read, exchange), ...answered.json } };
}

const goodItems = (items: readonly BatchItem[]) =>
  items.filter(({ reading }) => reading.problems.length === 0).length;

/** Returns the metadata of a write, which the result may override: a result about a job, for example. */
function metadataOf(
  { mcp }: ExposedTool,
  { variables }: ReadArguments,
  { answerHeaders }: Exchange,
): JsonObject {
  const isReplayed = answerHeaders['idempotency-replayed'] === 'true';
  return {
    ...(mcp.arguments.keys.has('dry_run') ? { dry_run: variables.dryRun === true } : {}),
    ...(isReplayed ? { idempotency_replayed: true } : {}),
  };
}

function tell(call: ToolCall, read: ReadArguments, result: ExecutionResult | null): ToolAnswer {
  const { answer } = call.tool.mcp.prepared;
  if (answer.kind === 'batch') return tellBatch(call, answer, read, result);
  if (result === null) throw new Error(`${call.tool.mcp.tool} was not asked.`);
  const outcome = toOutcome(result, {
    answer,
    pointers: read.reading.pointers,
    fields: null,
    noun: nounOf(call.tool),
    ref: String(call.given.ref ?? call.given.code ?? ''),
    hasFoundDeleted: call.exchange.hasFoundDeleted === true,
    metadata: call.exchange,
  });
  if (outcome.kind === 'problem') return { problem: withLookUp(outcome.problem, call) };
  return { json: { ...outcome.json, ...(outcome.outcome === null ? {} : { outcome: outcome.outcome }) } };
}

/** Returns a problem that the object of the call is missing, with a call that finds the likely ones. */
function withLookUp(problem: OutgoingProblem, { tool, given }: ToolCall): OutgoingProblem {
  const lookUp = problem.slug === 'not-found' ? lookUpObject(nounOf(tool)) : null;
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

function tellBatch(
  { exchange, words }: ToolCall,
  answer: Answer & { readonly kind: 'batch' },
  { items, reading }: ReadArguments,
  result: ExecutionResult | null,
): ToolAnswer {
  const pointers = items === null ? reading.pointers : pointersIn(items, reading.pointers);
  const answered = result === null ? { found: null } : batchFound(result, answer, pointers);
  if ('problem' in answered) return answered;
  const { summary, results } =
    items === null && answered.found !== null
      ? toChangedJson(
          answer,
          answered.found,
          { find: (path) => reading.pointers.find(['patch', ...path]) },
          exchange,
        )
      : toBatchJson(answer, answered.found, items ?? [], exchange);
  return { json: { summary, results: results.map((one) => withAdvice(one, words)) } };
}

/** Returns a result of a batch; of one that failed with the advice that a problem has. */
function withAdvice({ problem, errors, ...result }: JsonObject, words: ToolWords): JsonObject {
  if (!isJsonObject(problem)) return { ...result, errors: errors ?? [] };
  const { errors: advised, ...rest } = advice({ ...problem, errors: errors ?? [] }, words);
  return { ...result, errors: (advised as JsonValue) ?? [], problem: { ...problem, ...rest } };
}
