// Generates a typed client of the REST API with each of two generators into clients/generated: node clients/generate.ts
import { writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

// Both write TypeScript by the compiler's JavaScript API, which TypeScript 7 does not have.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
});

const description = new URL('../schema/openapi.json', import.meta.url);
const at = (path: string) => fileURLToPath(new URL(`generated/${path}`, import.meta.url));

const heyApi = await import('@hey-api/openapi-ts');
await heyApi.createClient({
  input: fileURLToPath(description),
  // Node runs TypeScript as it stands, so imports name the files.
  output: { path: at('hey-api'), module: { extension: '.ts' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'error', file: false },
});

const { default: openapiTypescript, astToString } = await import('openapi-typescript');
// What has a default may be left out of a request.
const types = await openapiTypescript(description, { defaultNonNullable: false });
await writeFile(at('openapi-typescript.ts'), astToString(types));
