import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSchema, lexicographicSortSchema } from 'graphql';
import { clientFiles } from './client-files.ts';

/** Locales and currencies in which a shop responds. */
interface ShopChannel {
  readonly locales: readonly { readonly code: string }[];
  readonly currencies: readonly string[];
}

/** A context of a storefront and the URL that its client requests. */
interface ShopContextUrl {
  readonly locale: string;
  readonly currency: string | null;
  readonly url: string;
}

/** Returns the URL of each context: a client with a normalized cache has one of them. */
export function contextUrls(
  endpoint: string,
  { locales, currencies }: ShopChannel,
): readonly ShopContextUrl[] {
  const all: readonly (string | null)[] = currencies.length === 0 ? [null] : currencies;
  return locales.flatMap(({ code: locale }) =>
    all.map((currency) => {
      const parameters = new URLSearchParams({ locale, ...(currency !== null && { currency }) });
      return { locale, currency, url: `${endpoint}?${parameters}` };
    }),
  );
}

/** Reads what clients of a storefront are configured with from its public endpoint: files by name. */
export async function shopKit(serverUrl: string, key: string): Promise<ReadonlyMap<string, string>> {
  const base = `${serverUrl.replace(/\/$/, '')}/shop/${key}`;
  const read = async (url: string): Promise<string> => {
    const response = await fetch(url);
    const text = await response.text();
    if (!response.ok) throw new Error(`${url} answers ${response.status}: ${text.slice(0, 200)}`);
    return text;
  };
  const sdl = await read(`${base}/schema.graphql`);
  const query = '{ channel { locales { code } currencies } }';
  const responseText = await read(`${base}/graphql?${new URLSearchParams({ query })}`);
  const { data } = JSON.parse(responseText) as { readonly data: { readonly channel: ShopChannel } };
  const contexts = contextUrls(`${base}/graphql`, data.channel);
  return new Map([
    ['contexts.json', `${JSON.stringify(contexts, null, 1)}\n`],
    ['schema.graphql', sdl],
    ...clientFiles(lexicographicSortSchema(buildSchema(sdl))),
  ]);
}

if (import.meta.main) {
  const [url, key, folder = 'client-kit', ...others] = process.argv.slice(2);
  if (url === undefined || key === undefined || others.length > 0) {
    process.stderr.write(
      'Usage: npm run client-kit -- URL KEY [FOLDER]\n\nWrites what clients of the Shop API are configured with, by a publishable key.\n',
    );
    process.exit(2);
  }
  const files = await shopKit(url, key);
  await mkdir(folder, { recursive: true });
  for (const [name, text] of files) await writeFile(join(folder, name), text);
  process.stdout.write(`${[...files.keys()].map((name) => join(folder, name)).join('\n')}\n`);
}
