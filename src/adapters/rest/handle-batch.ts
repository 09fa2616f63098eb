import { RequestError, ValidationFailed } from '../../kernel/errors.ts';
import { isJsonObject } from '../../kernel/json.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { stringifyWithRawJson } from '../../kernel/text/json-text.ts';
import { readBody } from '../http/read-body.ts';
import { ParseContext } from '../manifest/input/parse-context.ts';
import { assertItemsValid, parseItems, parseObject, referenceItems } from '../manifest/input/read-object.ts';
import type { ProblemDetails } from '../manifest/response/problem-details.ts';
import { itemPathResolver, readBatchData, toBatchJson } from '../manifest/response/result-to-json.ts';
import { bodyWithoutItems, itemShape, joinedWithQuery } from './body-variables.ts';
import { emptyOptions, readPath, readQuery } from './read-parameters.ts';
import type { RouteRequest, RouteResponse } from './route-request.ts';

/**
 * Runs a batch: `{ summary, results }`, or one result per line to who sent one item per line. An item that cannot be
 * read fails by itself, unless the batch is to be rejected as a whole.
 */
export async function handleBatch(
  call: RouteRequest,
): Promise<RouteResponse | { readonly problem: ProblemDetails }> {
  const { route, request, url, exchange, runner } = call;
  const { body, prepared } = route;
  const { answer } = prepared;
  if (body === null || body.itemsKey === null || answer.kind !== 'batch')
    throw new Error(`${route.operationId} is no batch.`);
  const { itemsKey } = body;
  const options = emptyOptions();
  const pathKeys = readPath(route.parameters, call.parameters, options);
  readQuery(route.parameters, url.searchParams, prepared, options);
  const sent = await readBody(request, body.mediaTypes);
  if (sent === null)
    throw new RequestError('malformed-json', localized('body-empty-items', { operation: route.operationId }));
  let { pointers } = new ParseContext();
  const shape = itemShape(body);
  if (!sent.isLines) {
    const keys = new Map([...body.shape.keys].filter(([key]) => shape === null || key !== itemsKey));
    const whole = joinedWithQuery(route, body, sent.json, url.searchParams);
    const beside = shape === null ? whole : bodyWithoutItems(whole, itemsKey);
    const { value, reading } = parseObject({ ...body.shape, keys }, beside, {}, {});
    if (reading.problems.length > 0) throw ValidationFailed.of(reading.problems);
    Object.assign(options.variables, value);
    pointers = reading.pointers;
  }
  const rawItems = sent.isLines ? sent.json : isJsonObject(sent.json) ? sent.json[itemsKey] : undefined;
  const items =
    shape === null
      ? referenceItems(rawItems)
      : await parseItems(shape, rawItems ?? null, options.bodyKeys, pathKeys);
  const good = items.filter(({ reading }) => reading.problems.length === 0);
  if (good.length < items.length && options.variables.errorPolicy === 'REJECT_ALL')
    assertItemsValid(items, itemsKey);
  if (shape !== null) options.variables[itemsKey] = good.map(({ value }) => value);
  const result =
    good.length === 0 && items.length > 0
      ? { found: null }
      : readBatchData(
          await runner.run(prepared, exchange, options.variables),
          answer,
          itemPathResolver(items, pointers),
        );
  if ('problem' in result) return result;
  const { summary, results } = toBatchJson(answer, result.found, items, call.metadata);
  if (!sent.isLines) return json(stringifyWithRawJson({ summary, results }), 'application/json');
  return json(results.map((result) => `${stringifyWithRawJson(result)}\n`).join(''), 'application/x-ndjson');
}

const json = (body: string, mediaType: string): RouteResponse => ({
  status: 200,
  body,
  headers: { 'content-type': mediaType },
});
