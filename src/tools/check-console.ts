import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import {
  buildASTSchema,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  introspectionFromSchema,
  Kind,
  parse,
  validate,
  visit,
} from 'graphql';

const rootDir = fileURLToPath(new URL('../../', import.meta.url));
const consoleDir = join(rootDir, 'src', 'console');
const schemaPath = join(rootDir, 'schema', 'schema.graphql');
const typesPath = join(consoleDir, 'api', 'generated', 'introspection.d.ts');

/**
 * Builds the schema as the console sees it: it stops at any error, so a field that is null only beside an error is
 * never null to it.
 */
function strictSchema(schemaText: string): GraphQLSchema {
  const strict = visit(parse(schemaText), {
    FieldDefinition(node) {
      const isStrict = node.directives?.some(({ name }) => name.value === 'semanticNonNull');
      if (isStrict !== true || node.type.kind === Kind.NON_NULL_TYPE) return undefined;
      return { ...node, type: { kind: Kind.NON_NULL_TYPE, type: node.type } };
    },
  });
  return buildASTSchema(strict);
}

/** Writes the types that documents of the console are read against, when the schema is another one. */
function writeTypes(schemaText: string, schema: GraphQLSchema): void {
  const stamp = `// ${createHash('sha256').update(schemaText).digest('hex')}\n`;
  if (existsSync(typesPath) && readFileSync(typesPath, 'utf8').startsWith(stamp)) return;
  const introspection = minifyIntrospection(introspectionFromSchema(schema, { descriptions: false }));
  const text = outputIntrospectionFile(introspection, { fileType: '.d.ts', shouldPreprocess: true });
  mkdirSync(dirname(typesPath), { recursive: true });
  writeFileSync(typesPath, `${stamp}${text}`);
}

interface Written {
  readonly file: string;
  readonly document: DocumentNode;
}

/** Reads the documents of the console from its sources: `graphql(` and a template without holes. */
function readDocuments(): Written[] {
  const names = readdirSync(consoleDir, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .flatMap((file) => {
      const text = readFileSync(join(consoleDir, file), 'utf8');
      const matches = text.matchAll(/\bgraphql\(\s*(?:\/\*.*?\*\/\s*)?`([^`]*)`/g);
      return [...matches].map(([, source = '']) => ({ file, document: parse(source) }));
    });
}

/**
 * Returns the faults of the documents, a sentence each. The types alone would not show them: a field that does not
 * exist merely has no type.
 */
function findFaults(schema: GraphQLSchema, written: readonly Written[]): string[] {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const { document } of written) {
    for (const definition of document.definitions) {
      if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
    }
  }
  return written.flatMap(({ file, document }) => {
    const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
    if (operations.length === 0) return [];
    const needed = new Set<FragmentDefinitionNode>();
    const collect = (node: DocumentNode | FragmentDefinitionNode): void => {
      visit(node, {
        FragmentSpread({ name }) {
          const fragment = fragments.get(name.value);
          if (fragment === undefined || needed.has(fragment)) return;
          needed.add(fragment);
          collect(fragment);
        },
      });
    };
    collect(document);
    const whole: DocumentNode = { kind: Kind.DOCUMENT, definitions: [...operations, ...needed] };
    return validate(schema, whole).map(({ message }) => `src/console/${file}: ${message}`);
  });
}

function main(): number {
  const schemaText = readFileSync(schemaPath, 'utf8');
  const schema = strictSchema(schemaText);
  writeTypes(schemaText, schema);
  const faults = findFaults(schema, readDocuments());
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  const compiler = join(rootDir, 'node_modules', '.bin', 'tsc');
  const { status, stdout } = spawnSync(compiler, ['--noEmit', '-p', 'src/console'], {
    cwd: rootDir,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  process.stderr.write(stdout);
  return faults.length === 0 && status === 0 ? 0 : 1;
}

process.exitCode = main();
