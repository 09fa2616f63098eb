import { guardedSchema } from '../../src/adapters/graphql/schema.ts';
import { readManifest } from '../../src/adapters/manifest/read-manifest.ts';
import { callTool } from '../../src/adapters/mcp/call-tool.ts';
import { exposedTools } from '../../src/adapters/mcp/exposed-tool.ts';
import { createToolTextTranslator } from '../../src/adapters/mcp/tool-text.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { TestOrganization } from './catalogue.ts';

const tools = exposedTools(readManifest(guardedSchema()));
const words = createToolTextTranslator(tools);

/** What a tool returns, called below authentication. @throws Error for a problem */
export async function callToolDirectly(
  catalogue: TestOrganization,
  name: string,
  given: JsonObject,
): Promise<JsonObject> {
  const tool = tools.find(({ mcp }) => mcp.tool === name);
  if (tool === undefined) throw new Error(`There is no tool ${name}.`);
  const session = catalogue.owner;
  const exchange = {
    requestId: 'test',
    publicUrl: 'http://catalograph.test',
    idempotencyKey: null,
    authenticate: async () => session,
    session,
    answerHeaders: {},
  };
  const runner = {
    authorizeCaller: () => session,
    run: (prepared: { readonly text: string }, _exchange: object, variables: object) =>
      catalogue.execute(prepared.text, { ...variables }),
  };
  const reported = await callTool({ tool, given, exchange, runner, words });
  if ('problem' in reported) throw new Error(`${reported.problem.slug}: ${reported.problem.detail}`);
  return reported.json;
}
