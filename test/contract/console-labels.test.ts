// Risk: a page in German or French names channels, attributes or profiles in English, although they have a label in that language.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, getNamedType, isObjectType, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../src/console');
const schema = buildSchema(readFileSync(join(import.meta.dirname, '../../schema/schema.graphql'), 'utf8'));

/** The GraphQL documents of the console, with the file of each. */
const documents = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(/graphql\(\s*`([^`]*)`/g)].map(([, text = '']) => ({
      path,
      document: parse(text),
    })),
  );

/** The labels of a document that are asked for without a locale: `file: Type.label`. */
function withoutLocale({ path, document }: (typeof documents)[number]): string[] {
  const missing: string[] = [];
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      SelectionSet({ selections }) {
        const parent = getNamedType(types.getParentType());
        if (!isObjectType(parent)) return;
        // It is asked before the locales are known, and chooses among all labels.
        if (path === 'api/workspace.ts') return;
        for (const selection of selections) {
          if (selection.kind !== 'Field' || selection.name.value !== 'label') continue;
          const takesLocale = parent.getFields().label?.args.some(({ name }) => name === 'locale') === true;
          const names = selection.arguments?.map(({ name }) => name.value) ?? [];
          if (takesLocale && !names.includes('locale')) missing.push(`${path}: ${parent.name}.label`);
        }
      },
    }),
  );
  return missing;
}

test('there are documents to look at', () => {
  expect(documents.length).toBeGreaterThan(100);
});

test('every label is asked for in a language', () => {
  expect(documents.flatMap(withoutLocale)).toEqual([]);
});
