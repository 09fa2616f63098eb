// Risk: a client that keeps to the protocol cannot work with the MCP door, because the door does not.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../../src/adapters/http/http-server.ts';
import { installOnDemand } from '../../src/tools/on-demand.ts';
import { type ServedProgram, serveProgram } from '../support/served-program.ts';
import { silentLog } from '../support/silent-log.ts';

/**
 * The scenarios of the protocol itself. The others ask a server made for them: one with tools, resources and prompts of
 * given names, with logging, completion, sampling or elicitation, none of which this door has.
 */
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];

let tool: string;
let served: ServedProgram;
let server: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  const packages = await installOnDemand('conformance');
  tool = join(packages, '@modelcontextprotocol', 'conformance', 'dist', 'index.js');
  server = await listen({ host: '127.0.0.1', port: 0, log: silentLog });
  // As where people reach the server, whose own pages may ask.
  served = await serveProgram({ TRUSTED_ORIGINS: `http://localhost:${server.port}` });
  // The tool knows no tokens, so one is put in on the way; everything else comes as it was sent.
  server.setHandler((incoming) => {
    const { pathname } = new URL(incoming.url);
    const headers = { ...Object.fromEntries(incoming.headers), authorization: `Bearer ${served.token}` };
    const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD';
    return served.answer(
      new Request(`http://${incoming.headers.get('host')}${pathname}`, {
        method: incoming.method,
        headers,
        ...(hasBody && { body: incoming.body, duplex: 'half' }),
      }),
    );
  });
});
afterAll(async () => {
  await server.close(1_000);
  await served.close();
});

test.each(SCENARIOS)(
  'the scenario %s passes',
  async (scenario) => {
    const url = `http://localhost:${server.port}/_mcp`;
    const args = [tool, 'server', '--url', url, '--scenario', scenario];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 });
    expect(stdout).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed, 0 warnings/);
  },
  90_000,
);
