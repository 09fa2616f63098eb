import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { guardedSchema } from '../../src/adapters/graphql/schema.ts';
import { readManifest } from '../../src/adapters/manifest/read-manifest.ts';
import { openApiDocument } from '../../src/adapters/rest/openapi/openapi-document.ts';
import type { JsonObject } from '../../src/kernel/json.ts';

type Operations = Readonly<Record<string, JsonObject | undefined>>;
const PREFIX = '/api/v1';
const JSON_TYPES = ['application/json', 'application/problem+json'];

let made: ((method: string, url: string, response: Response) => Promise<void>) | undefined;

/**
 * Holds an answer of the REST door against `schema/openapi.json`: the status has to be among those of the operation and
 * the body has to fit the schema of that status.
 *
 * @throws Error naming the operation and what does not fit
 */
export async function assertMatchesOpenApi(method: string, url: string, response: Response): Promise<void> {
  made ??= createCheck();
  await made(method, url, response);
}

function createCheck() {
  const document = openApiDocument(readManifest(guardedSchema())) as unknown as {
    readonly paths: Readonly<Record<string, Operations>>;
    readonly components: { readonly responses: Readonly<Record<string, JsonObject>> };
  };
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ ...document, $id: 'openapi' });
  const routes = Object.entries(document.paths).map(([path, operations]) => ({
    path,
    operations,
    // A fixed segment goes before a parameter.
    parameters: path.split('{').length,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  }));
  routes.sort((a, b) => a.parameters - b.parameters);
  const compiled = new Map<string, ValidateFunction>();
  const validator = (pointer: string) => {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` });
    compiled.set(pointer, known);
    return known;
  };
  return async (method: string, url: string, response: Response) => {
    const { pathname } = new URL(url, 'http://catalograph.test');
    const route = routes.find(({ pattern }) => pattern.test(pathname.slice(PREFIX.length)));
    const operation = route?.operations[method.toLowerCase()];
    if (!pathname.startsWith(PREFIX) || route === undefined || operation === undefined) return;
    const location = `${method} ${route.path} ${response.status}`;
    const { [String(response.status)]: answer } = operation.responses as Operations;
    if (answer === undefined) throw new Error(`openapi.json knows no such answer: ${location}`);
    const contentType = response.headers.get('content-type')?.split(';')[0] ?? '';
    if (!JSON_TYPES.includes(contentType)) return;
    const name = typeof answer.$ref === 'string' ? answer.$ref.slice('#'.length) : null;
    const at = name ?? `/paths/${inPointer(route.path)}/${method.toLowerCase()}/responses/${response.status}`;
    const validate = validator(`${at}/content/${inPointer(contentType)}/schema`);
    const text = await response.clone().text();
    // A message inside a template literal is no text: the compiler accepts it.
    if (text.includes('[object Object]')) throw new Error(`${location}: a text is [object Object]: ${text}`);
    if (!validate(JSON.parse(text)))
      throw new Error(`openapi.json does not describe ${location}: ${ajv.errorsText(validate.errors)}`);
  };
}

/** A key in a JSON Pointer that stands in a URI. */
export const inPointer = (key: string) =>
  encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')).replaceAll('%7E', '~');
