import { readFile, writeFile } from 'node:fs/promises';
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { buildSchema, introspectionFromSchema } from 'graphql';

// Fetches the schema that the key can read and makes the types of it that documents are checked against:
//   SHOP_URL=http://localhost:4000 SHOP_KEY=pk_… node refresh-schema.ts
// Without a key, the types are made of the schema.graphql that is here.

const { SHOP_URL = 'http://localhost:4000', SHOP_KEY } = process.env;
const schemaFile = new URL('schema.graphql', import.meta.url);

if (SHOP_KEY !== undefined) {
  const response = await fetch(`${SHOP_URL}/shop/${SHOP_KEY}/schema.graphql`);
  if (!response.ok) throw new Error(`${SHOP_URL} answers ${response.status}: ${await response.text()}`);
  await writeFile(schemaFile, await response.text());
}

const schema = buildSchema(await readFile(schemaFile, 'utf8'));
const introspection = minifyIntrospection(introspectionFromSchema(schema, { descriptions: false }));
const types = outputIntrospectionFile(introspection, { fileType: '.d.ts', shouldPreprocess: true });
await writeFile(new URL('schema.d.ts', import.meta.url), types);
