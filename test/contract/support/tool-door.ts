import { Hono } from 'hono';
import { createGraphqlEngine } from '../../../src/adapters/graphql/engine.ts';
import { unguardedSchema } from '../../../src/adapters/graphql/schema.ts';
import type { AppEnv } from '../../../src/adapters/http/app-env.ts';
import { readManifest } from '../../../src/adapters/manifest/read-manifest.ts';
import { createDocumentRunner } from '../../../src/adapters/manifest/run-exposed.ts';
import { exposedTools } from '../../../src/adapters/mcp/exposed-tool.ts';
import { createMcpApp } from '../../../src/adapters/mcp/mcp-app.ts';
import type { Session } from '../../../src/kernel/session.ts';
import { silentLog } from '../../support/silent-log.ts';
import { type AuthorizationWorld, schema } from './authorization-world.ts';
import { lacksScopesOfItems } from './item-scopes.ts';

const manifest = readManifest(schema);
export const tools = exposedTools(manifest);

export interface ReportedByTool {
  readonly status: number;
  /** `allowed`, or the code of the refusal. */
  readonly code: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/** Calls a tool as somebody; null for nobody. */
export type AskTool = (name: string, given: object, caller: Session | null) => Promise<ReportedByTool>;

export interface ToolDoor {
  readonly ask: AskTool;
  /** The names of the tools that somebody is shown. */
  list(caller: Session): Promise<readonly string[]>;
}

/** The MCP door over the objects of a world, for callers that need not sign in. */
export function openToolDoor({ dependencies }: AuthorizationWorld): ToolDoor {
  let caller: Session | null = null;
  const engine = createGraphqlEngine({ ...dependencies, schema, unguardedSchema });
  const runner = createDocumentRunner({ engine, recordRefusal: dependencies.recordRefusal });
  const app = new Hono<AppEnv>();
  app.use((context, next) => {
    context.set('requestId', 'test');
    context.set('publicUrl', 'http://catalograph.test');
    return next();
  });
  const authenticator = { authenticate: async () => caller };
  app.route('/', createMcpApp({ manifest, runner, authenticator, trustedOrigins: [], log: silentLog }));
  const send = async (session: Session | null, method: string, params: object) => {
    caller = session;
    const response = await app.request('/_mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return { status: response.status, text: await response.text() };
  };
  const resultIn = (text: string) => JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text).result;
  return {
    async ask(name, given, session) {
      const { status, text } = await send(session, 'tools/call', { name, arguments: given });
      if (status !== 200) {
        const json = JSON.parse(text) as ReportedByTool['json'];
        return { status, code: String(json.code), json };
      }
      const result = resultIn(text);
      const json = JSON.parse(result.content[0].text) as ReportedByTool['json'];
      const isRefused = result.isError === true && !lacksScopesOfItems(json.errors);
      return { status: 200, code: isRefused ? String(json.code) : 'allowed', json };
    },
    async list(session) {
      const { tools: shown } = resultIn((await send(session, 'tools/list', {})).text);
      return (shown as readonly { readonly name: string }[]).map(({ name }) => name);
    },
  };
}
