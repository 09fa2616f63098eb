import { guardedSchema } from '../../src/doors/graphql/schema.ts';
import { readManifest } from '../../src/doors/manifest/read-manifest.ts';
import { callTool } from '../../src/doors/mcp/call-tool.ts';
import { exposedTools } from '../../src/doors/mcp/exposed-tool.ts';
import { createToolWords } from '../../src/doors/mcp/tool-words.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { TestCatalogue } from './catalogue.ts';

const tools = exposedTools(readManifest(guardedSchema()));
const words = createToolWords(tools);

/** What a tool returns, called below authentication. @throws Error for a problem */
export async function askTool(
  catalogue: TestCatalogue,
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
    admit: () => session,
    run: (prepared: { readonly text: string }, _exchange: object, variables: object) =>
      catalogue.execute(prepared.text, { ...variables }),
  };
  const reported = await callTool({ tool, given, exchange, runner, words });
  if ('problem' in reported) throw new Error(`${reported.problem.slug}: ${reported.problem.detail}`);
  return reported.json;
}
