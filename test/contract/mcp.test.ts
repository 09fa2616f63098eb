// Risk: a tool answers something else than GraphQL does, or opens what GraphQL keeps shut.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExposedTool } from '../../src/adapters/mcp/exposed-tool.ts';
import {
  hasScope,
  ROLES,
  SCOPES,
  type Scope,
  type ScopeExpression,
  scopesIn,
} from '../../src/kernel/scopes.ts';
import type { Session } from '../../src/kernel/session.ts';
import { accessDenied } from '../../src/platform/operation/authorize.ts';
import { type AuthorizationWorld, createAuthorizationWorld } from './support/authorization-world.ts';
import { type RootField, rootFields } from './support/root-fields.ts';
import { tokenSession } from './support/token-session.ts';
import { toolArguments } from './support/tool-arguments.ts';
import { openToolDoor, type ReportedByTool, type ToolDoor, tools } from './support/tool-door.ts';

let world: AuthorizationWorld;
let fields: ReadonlyMap<string, RootField>;
let ask: ToolDoor['ask'];
let list: ToolDoor['list'];

beforeAll(async () => {
  world = await createAuthorizationWorld();
  fields = new Map(rootFields(world.specimens).map((field) => [field.name, field]));
  ({ ask, list } = openToolDoor(world));
});
afterAll(() => world.close());

const fieldOf = ({ operation }: ExposedTool): RootField => {
  const field = fields.get(operation.name);
  if (field === undefined) throw new Error(`${operation.name} is no root field.`);
  return field;
};
/** What the tool is given to ask what the field is asked in the other contract tests, as a dry run where there is one. */
const givenTo = (tool: ExposedTool) => toolArguments(tool.mcp, fieldOf(tool).dryVariables);

const token = (scopes: readonly Scope[], role: Session['role'] = 'owner') =>
  tokenSession({ ...world.owner, role }, scopes);

function callersFor(scope: ScopeExpression): (Session | null)[] {
  const needed = scopesIn(scope);
  return [
    null,
    ...ROLES.map((role) => token(SCOPES, role)),
    token(needed),
    token(needed, 'viewer'),
    ...needed.map((one) => token(SCOPES.filter((other) => other !== one))),
    token([]),
  ];
}

const REFUSALS: ReadonlySet<string> = new Set(['missing-token', 'insufficient-scope', 'role-forbidden']);

test('every tool lets pass and refuses whom GraphQL lets pass and refuses, and a refusal writes nothing', async () => {
  const before = await world.fingerprint();
  const wrong: string[] = [];
  for (const tool of tools) {
    const { scope } = fieldOf(tool);
    for (const caller of callersFor(scope)) {
      const refusal =
        caller === null || hasScope(caller, scope) ? null : accessDenied(caller, scope, '').code;
      const expected = caller === null ? 'missing-token' : (refusal ?? 'allowed');
      const { code } = await ask(tool.mcp.tool, givenTo(tool), caller);
      // Who may call it hears that it is not there yet.
      const seen = code === 'not-available-yet' ? 'allowed' : code;
      if (seen !== expected)
        wrong.push(`${tool.mcp.tool} by ${caller?.role}: ${code} instead of ${expected}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(await world.fingerprint()).toBe(before);
}, 120_000);

test('the list has the tools that a token may call, and no others', async () => {
  const everyScope = SCOPES.map((scope) => token([scope]));
  const everyRole = ROLES.map((role) => token(SCOPES, role));
  const lists: string[][] = [];
  for (const caller of [...everyRole, ...everyScope, token([])]) {
    const open: string[] = [];
    for (const tool of tools) {
      const { code } = await ask(tool.mcp.tool, givenTo(tool), caller);
      if (!REFUSALS.has(code)) open.push(tool.mcp.tool);
    }
    const shown = await list(caller);
    expect(shown).toEqual(
      tools.filter((tool) => hasScope(caller, fieldOf(tool).ownScope)).map(({ mcp }) => mcp.tool),
    );
    // Some inputs need more than the tool: an import also the right to write what it imports.
    expect(shown).toEqual(expect.arrayContaining(open));
    lists.push([...shown]);
  }
  expect(lists[0]).toEqual(tools.map(({ mcp }) => mcp.tool));
  expect(lists[0]).toHaveLength(14);
  expect(lists.at(-1)).toEqual([]);
  expect(new Set(lists.map(String)).size).toBeGreaterThan(6);
}, 120_000);

test('a person who is signed in is no program: they need a token', async () => {
  for (const { mcp } of tools)
    expect(await ask(mcp.tool, {}, world.owner)).toMatchObject({ status: 401, code: 'missing-token' });
});

test('the table of who may call which tool is the one that was agreed on', async () => {
  const rows: string[][] = [];
  for (const tool of tools) {
    const { scope } = fieldOf(tool);
    const may = async (caller: Session) =>
      !REFUSALS.has((await ask(tool.mcp.tool, givenTo(tool), caller)).code);
    const byRole: string[] = [];
    for (const role of ROLES) byRole.push((await may(token(SCOPES, role))) ? 'yes' : '–');
    const needed = scopesIn(scope);
    const isEnough = await may(token(needed));
    rows.push([tool.mcp.tool, tool.operation.name, ...byRole, isEnough ? needed.join(' + ') : 'never']);
  }
  const head = ['tool', 'operation', ...ROLES, 'token with'];
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const text = `# Who may call which tool

What a token of a person of each role may call, and which scopes it needs for it beside a role that may. Tested against
every tool of the MCP door; \`npx vitest run test/contract/mcp.test.ts --update\` writes it anew.

${lines.join('\n')}
`;
  await expect(text).toMatchFileSnapshot('./mcp.table.md');
}, 60_000);

/** A text without the ids and moments that a dry run makes anew each time. */
const settled = (text: string) =>
  text
    .replace(/\b(dry_)?[a-z]{3}_[0-9a-f]{32}/g, 'id')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'moment')
    .replace(/expires=\d+&signature=[\w-]+/g, 'signature');

/** Every value in an answer, as text; names of types and the cursor behind the last page aside. */
function leaves(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const one of value) leaves(one, found);
  else if (typeof value === 'object' && value !== null) {
    const isLastPage = 'hasNextPage' in value && value.hasNextPage === false;
    for (const [key, one] of Object.entries(value))
      if (key !== '__typename' && !(isLastPage && key === 'endCursor')) leaves(one, found);
  } else if (value !== null && value !== undefined) {
    found.add(settled(String(value)).toLowerCase());
  }
  return found;
}

test('every tool says what GraphQL says to the same input, nothing less and nothing more', async () => {
  const before = await world.fingerprint();
  const compared: string[] = [];
  for (const tool of tools) {
    const { mcp, operation } = tool;
    const { data, errors } = await world.run(mcp.prepared.text, fieldOf(tool).dryVariables, world.owner);
    expect({ tool: mcp.tool, errors }).toEqual({ tool: mcp.tool, errors: undefined });
    const { code, json } = await ask(mcp.tool, givenTo(tool), token(SCOPES));
    compared.push(mcp.tool);
    if (code !== 'allowed') {
      const { type, title, status } = (data?.[operation.name] ?? {}) as Record<string, unknown>;
      expect(String(type)).toMatch(`/problems/${code}`);
      expect(json).toMatchObject({ code, title, status });
      continue;
    }
    const [asked, reported] = [leaves(data), leaves(json)];
    const keys = new Set(
      [...JSON.stringify(json).matchAll(/"([^"]+)":/g)].map(([, key]) => key?.toLowerCase()),
    );
    const lost = [...asked].filter((one) => !reported.has(one) && !keys.has(one));
    const added = [...reported].filter((one) => !asked.has(one));
    expect({ tool: mcp.tool, lost, added }).toEqual({ tool: mcp.tool, lost: [], added: [] });
  }
  expect(compared).toEqual(tools.map(({ mcp }) => mcp.tool));
  expect(await world.fingerprint()).toBe(before);
}, 60_000);

test('the owner of another organization cannot tell an object of this one from one that is missing', async () => {
  const before = await world.fingerprint();
  const reported: string[] = [];
  const keys = Object.values(world.specimens).flatMap(({ kept }) => [kept]);
  const stranger: Session = { ...token(SCOPES), organizationId: world.stranger.organizationId };
  for (const tool of tools) {
    const text = JSON.stringify(givenTo(tool));
    const named = keys.filter((key) => text.includes(`"${key}"`));
    const ofNobody = named.reduce((given, key) => given.replaceAll(`"${key}"`, `"q${key}"`), text);
    const foreign = await ask(tool.mcp.tool, JSON.parse(text), stranger);
    const missing = await ask(tool.mcp.tool, JSON.parse(ofNobody), stranger);
    const plain = ({ json }: ReportedByTool) =>
      settled(named.reduce((said, key) => said.replaceAll(`q${key}`, key), JSON.stringify(json)));
    if (plain(foreign) !== plain(missing))
      reported.push(`${tool.mcp.tool}: ${plain(foreign)} instead of ${plain(missing)}`);
  }
  expect(reported).toEqual([]);
  expect(await world.fingerprint()).toBe(before);
}, 60_000);
