import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  type BreakingChange,
  BreakingChangeType,
  buildSchema,
  findBreakingChanges,
  type GraphQLSchema,
  isObjectType,
} from 'graphql';
import type { JsonObject, JsonValue } from '../kernel/json.ts';
import { type Direction, schemaBreakingChanges } from './compatibility/json-schema-breaking-changes.ts';
import { openApiBreakingChanges } from './compatibility/openapi-breaking-changes.ts';

const usage = `Usage: node src/tools/check-compatibility.ts [--record <version>] [--schema <folder>]
  reports what schema/ breaks for clients of the last release
  --record  copies schema/ to schema/released/, which later versions are compared with
  --schema  another folder in place of schema/
`;

/** The published files by name: `openapi.json` → its text. */
export type PublishedFiles = Readonly<Record<string, string>>;

const FILES = ['schema.graphql', 'openapi.json', 'events.json', 'mcp-tools.json'];

/**
 * Returns the changes that break clients of a release: one sentence each.
 *
 * @param today `YYYY-MM-DD`; a deprecated field or operation whose announced end has come may be gone
 */
export function findBreaks(released: PublishedFiles, now: PublishedFiles, today: string): string[] {
  return allBreakingChanges(released, now, today).map(
    (sentence) => `${sentence[0]?.toUpperCase()}${sentence.slice(1)}`,
  );
}

function allBreakingChanges(released: PublishedFiles, now: PublishedFiles, today: string): string[] {
  return Object.entries(released).flatMap(([name, text]) => {
    const other = now[name];
    if (other === undefined) return [`schema/${name} is gone.`];
    if (name === 'schema.graphql') return graphqlBreaks(buildSchema(text), buildSchema(other));
    const [old, later] = [text, other].map((json) => JSON.parse(json) as JsonObject) as [
      JsonObject,
      JsonObject,
    ];
    if (name === 'openapi.json') return openApiBreakingChanges(old, later, today);
    return name === 'mcp-tools.json' ? toolBreaks(old, later) : eventBreaks(old, later);
  });
}

/**
 * Returns the breaks of GraphQL, without those of fields that the release had deprecated: they had been announced to
 * go.
 */
function graphqlBreaks(released: GraphQLSchema, now: GraphQLSchema): string[] {
  return findBreakingChanges(released, now)
    .filter((change) => !wasDeprecated(released, change) && !isStandardScalar(change))
    .map(({ description }) => `In GraphQL: ${description}`);
}

/** Returns true for GraphQL's own scalars, which come and go with their use. */
const isStandardScalar = ({ description }: BreakingChange) => description.startsWith('Standard scalar ');

function wasDeprecated(released: GraphQLSchema, { type, description }: BreakingChange): boolean {
  if (type !== BreakingChangeType.FIELD_REMOVED) return false;
  const [typeName = '', fieldName = ''] = description.split(' ')[0]?.split('.') ?? [];
  const owner = released.getType(typeName);
  return isObjectType(owner) && owner.getFields()[fieldName]?.deprecationReason != null;
}

function eventBreaks(old: JsonObject, now: JsonObject): string[] {
  const [before, after] = [old, now].map(({ $defs }) => $defs as Readonly<Record<string, JsonObject>>);
  return Object.entries(before ?? {}).flatMap(([type, schema]) => {
    const other = after?.[type];
    if (other === undefined) return [`The event '${type}' is gone.`];
    return schemaBreakingChanges(
      { schema, document: old },
      { schema: other, document: now },
      `the event '${type}'`,
      'answered',
    );
  });
}

function toolBreaks(old: JsonObject, now: JsonObject): string[] {
  const indexTools = ({ tools }: JsonObject) =>
    new Map((tools as readonly JsonObject[]).map((tool) => [String(tool.name), tool]));
  const after = indexTools(now);
  return [...indexTools(old)].flatMap(([name, tool]) => {
    const other = after.get(name);
    if (other === undefined) return [`The tool '${name}' is gone.`];
    const compare = (key: string, direction: Direction) => {
      const [schema, later] = [tool[key], other[key]] as (JsonObject | undefined)[];
      if (schema === undefined || later === undefined) return [];
      const [before, next] = [
        { schema, document: schema },
        { schema: later, document: later },
      ];
      return schemaBreakingChanges(
        before,
        next,
        `the ${direction === 'sent' ? 'input' : 'answer'} of '${name}'`,
        direction,
      );
    };
    return [...compare('inputSchema', 'sent'), ...compare('outputSchema', 'answered')];
  });
}

/**
 * Returns the part of a release that is stored. Clients do not depend on descriptions and examples, which are most of
 * the size.
 */
export function contractOf(published: PublishedFiles): PublishedFiles {
  return Object.fromEntries(
    Object.entries(published).map(([name, text]) => [
      name,
      name.endsWith('.json')
        ? `${JSON.stringify(withoutDescriptions(JSON.parse(text) as JsonValue))}\n`
        : text,
    ]),
  );
}

function withoutDescriptions(json: JsonValue, isNames = false): JsonValue {
  if (Array.isArray(json)) return json.map((one: JsonValue) => withoutDescriptions(one));
  if (typeof json !== 'object' || json === null) return json;
  // Below `properties` stand the keys of a body, which may have any name.
  const remainingEntries = Object.entries(json).filter(([key]) => isNames || !WORDS.has(key));
  return Object.fromEntries(
    remainingEntries.map(([key, value]) => [
      key,
      withoutDescriptions(value ?? null, key === 'properties' && !isNames),
    ]),
  );
}

const WORDS: ReadonlySet<string> = new Set(['description', 'summary', 'title', 'example', 'examples']);

const SCHEMA_DIR = fileURLToPath(new URL('../../schema/', import.meta.url));

async function readPublished(dir: string): Promise<PublishedFiles> {
  const present = await readdir(dir).catch((): string[] => []);
  const names = FILES.filter((name) => present.includes(name));
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(dir, name), 'utf8')] as const)),
  );
}

async function record(version: string, schemaDir: string): Promise<void> {
  const releasedDir = join(schemaDir, 'released');
  await mkdir(releasedDir, { recursive: true });
  const releasedFiles = contractOf(await readPublished(schemaDir));
  for (const [name, text] of Object.entries(releasedFiles)) await writeFile(join(releasedDir, name), text);
  await writeFile(join(releasedDir, 'VERSION'), `${version}\n`);
  process.stdout.write(`From now on schema/ is compared with release ${version}.\n`);
}

async function main(argv: string[]): Promise<number> {
  const { values } = parseArgs({
    args: argv,
    options: { record: { type: 'string' }, schema: { type: 'string', default: SCHEMA_DIR } },
  });
  const schemaDir = values.schema;
  if (values.record !== undefined) {
    await record(values.record, schemaDir);
    return 0;
  }
  const releasedDir = join(schemaDir, 'released');
  const released = await readFile(join(releasedDir, 'VERSION'), 'utf8').catch(() => null);
  if (released === null) {
    process.stdout.write('No release is recorded yet, so there is nothing that could break.\n');
    return 0;
  }
  const today = new Date().toISOString().slice(0, 10);
  const breaks = findBreaks(await readPublished(releasedDir), await readPublished(schemaDir), today);
  if (breaks.length === 0) return 0;
  process.stderr.write(`These changes break clients of release ${released.trim()}:\n`);
  for (const sentence of breaks) process.stderr.write(`- ${sentence}\n`);
  process.stderr.write('Keep what they use, or announce the removal first: docs/releasing.md.\n');
  return 1;
}

if (import.meta.main) {
  process.exitCode = await main(process.argv.slice(2)).catch((error: Error & { code?: string }) => {
    if (!error.code?.startsWith('ERR_PARSE_ARGS')) throw error;
    process.stderr.write(`${error.message}\n${usage}`);
    return 2;
  });
}
