import { isJsonObject } from '../../kernel/json.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { Fault, ValidationFailed } from '../../kernel/refusal.ts';
import { stringifyJson } from '../../kernel/text/json-text.ts';
import { readBody } from '../http/read-body.ts';
import { InputReading } from '../manifest/input/input-reading.ts';
import { plainItems, readItems, readObject, refuseUnread } from '../manifest/input/read-object.ts';
import type { OutgoingProblem } from '../manifest/response/outgoing-problem.ts';
import { batchFound, pointersIn, toBatchJson } from '../manifest/response/write-result.ts';
import { besideItems, itemShape, joinedWithQuery } from './body-variables.ts';
import { nothingAsked, readPath, readQuery } from './read-parameters.ts';
import type { RestAnswer, RestCall } from './rest-call.ts';

/**
 * Runs a batch: `{ summary, results }`, or one result per line to who sent one item per line. An item that cannot be
 * read fails by itself, unless the batch is to be rejected as a whole.
 */
export async function answerBatch(
  call: RestCall,
): Promise<RestAnswer | { readonly problem: OutgoingProblem }> {
  const { route, request, url, exchange, runner } = call;
  const { body, prepared } = route;
  const { answer } = prepared;
  if (body === null || body.itemsKey === null || answer.kind !== 'batch')
    throw new Error(`${route.operationId} is no batch.`);
  const { itemsKey } = body;
  const asked = nothingAsked();
  const pathKeys = readPath(route.parameters, call.parameters, asked);
  readQuery(route.parameters, url.searchParams, prepared, asked);
  const sent = await readBody(request, body.mediaTypes);
  if (sent === null)
    throw new Fault('malformed-json', localized('body-empty-items', { operation: route.operationId }));
  let { pointers } = new InputReading();
  const shape = itemShape(body);
  if (!sent.isLines) {
    const keys = new Map([...body.shape.keys].filter(([key]) => shape === null || key !== itemsKey));
    const whole = joinedWithQuery(route, body, sent.json, url.searchParams);
    const beside = shape === null ? whole : besideItems(whole, itemsKey);
    const { value, reading } = readObject({ ...body.shape, keys }, beside, {}, {});
    if (reading.problems.length > 0) throw ValidationFailed.of(reading.problems);
    Object.assign(asked.variables, value);
    pointers = reading.pointers;
  }
  const given = sent.isLines ? sent.json : isJsonObject(sent.json) ? sent.json[itemsKey] : undefined;
  const items =
    shape === null ? plainItems(given) : await readItems(shape, given ?? null, asked.bodyKeys, pathKeys);
  const good = items.filter(({ reading }) => reading.problems.length === 0);
  if (good.length < items.length && asked.variables.errorPolicy === 'REJECT_ALL')
    refuseUnread(items, itemsKey);
  if (shape !== null) asked.variables[itemsKey] = good.map(({ value }) => value);
  const result =
    good.length === 0 && items.length > 0
      ? { found: null }
      : batchFound(
          await runner.run(prepared, exchange, asked.variables),
          answer,
          pointersIn(items, pointers),
        );
  if ('problem' in result) return result;
  const { summary, results } = toBatchJson(answer, result.found, items, call.metadata);
  if (!sent.isLines) return json(stringifyJson({ summary, results }), 'application/json');
  return json(results.map((result) => `${stringifyJson(result)}\n`).join(''), 'application/x-ndjson');
}

const json = (body: string, mediaType: string): RestAnswer => ({
  status: 200,
  body,
  headers: { 'content-type': mediaType },
});
