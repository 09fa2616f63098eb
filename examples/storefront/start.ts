import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { serve } from '@hono/node-server';
import { createShop } from './server.ts';

// `npm run storefront`: Catalograph with its demo catalogue, a storefront in it, and the shop.

/** How to get into Catalograph as the owner. */
interface Access {
  readonly url: string;
  /** The address that it knows itself by, where that is another one. */
  readonly origin?: string;
  readonly email: string;
  readonly password: string;
}

/** Runs a GraphQL document as the owner. Keys of storefronts are made by people, not by tokens. */
type Manage = (query: string) => Promise<Record<string, unknown>>;

async function signIn({ url, origin = url, email, password }: Access): Promise<Manage> {
  const send = (path: string, body: object, cookie: string) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, cookie },
      body: JSON.stringify(body),
    });
  const answer = await send('/auth/sign-in/email', { email, password }, '');
  if (!answer.ok) throw new Error(`Sign-in failed: ${await answer.text()}`);
  const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
  return async (query) => {
    const response = await send('/graphql', { query }, cookie.join('; '));
    const { data, errors } = (await response.json()) as { data: Record<string, unknown>; errors?: unknown };
    if (errors !== undefined) throw new Error(JSON.stringify(errors, null, 2));
    const refused = Object.values(data).find((one) => Object.hasOwn(one as object, 'detail'));
    if (refused !== undefined) throw new Error(JSON.stringify(refused, null, 2));
    return data;
  };
}

const PROBLEM = '... on Problem { detail errors { path message suggestions } }';

/** What the shop shows beyond the demo catalogue: texts and images of categories, and accessories. */
async function dressCatalogue(manage: Manage): Promise<void> {
  const images = (await manage(`{
    lamps: product(ref: "LO-HERON-OAK") { image { code } }
    table: product(ref: "LO-WREN") { image { code } }
    floor: product(ref: "LO-HERON-WALNUT") { image { code } }
    pendant: product(ref: "LO-CLOCHE-BLACK") { image { code } }
    wall: product(ref: "LO-SCONCE") { image { code } }
  }`)) as Record<string, { image: { code: string } | null }>;
  const category = (code: string, image: string, english: string, german: string) => {
    const file = JSON.stringify(images[image]?.image?.code ?? null);
    const texts = `{ locale: "en_US", text: "${english}" }, { locale: "de_DE", text: "${german}" }`;
    return `{ code: "${code}", image: ${file}, descriptions: [${texts}] }`;
  };
  await manage(`mutation {
    upsertCategories(items: [
      ${category('lamps_by_place', 'lamps', 'In oak and walnut, brass and linen.', 'Aus Eiche und Nussbaum, Messing und Leinen.')}
      ${category('table_lamps', 'table', 'For the desk, the shelf and the side of a bed.', 'Für Schreibtisch, Regal und Nachttisch.')}
      ${category('floor_lamps', 'floor', 'Light beside a chair, and in a corner that was dark.', 'Licht neben dem Sessel und in der dunklen Ecke.')}
      ${category('pendant_lamps', 'pendant', 'One lamp over the table, and everybody sits down.', 'Eine Leuchte über dem Tisch, und alle setzen sich.')}
      ${category('wall_lamps', 'wall', 'They light the wall and leave the room alone.', 'Sie beleuchten die Wand und lassen den Raum in Ruhe.')}
    ]) { ... on UpsertPayload { failed } ${PROBLEM} }
    upsertAssociationTypes(items: [{ code: "accessories", labels: [{ locale: "en_US", text: "Accessories" }] }]) {
      ... on UpsertPayload { failed } ${PROBLEM}
    }
    wren: updateProduct(ref: "LO-WREN", input: { associations: [{ type: "accessories", products: {
      set: [{ ref: "LO-SHADE-LINEN" }, { ref: "LO-BULB-4W" }, { ref: "LO-OIL" }]
    } }] }) { ... on ProductPayload { outcome } ${PROBLEM} }
    heron: updateProduct(ref: "LO-HERON", input: { associations: [{ type: "accessories", products: {
      set: [{ ref: "LO-OIL" }]
    } }] }) { ... on ProductPayload { outcome } ${PROBLEM} }
  }`);
}

interface StorefrontKey {
  /** Null for secret keys. */
  readonly key: string | null;
  readonly storefront: string;
  readonly revokedAt: string | null;
}

/** Makes the storefront `shop` if there is none yet, and answers its publishable key. */
export async function prepareStorefront(access: Access, shopUrl: string): Promise<string> {
  const manage = await signIn(access);
  await dressCatalogue(manage);
  await manage(`mutation {
    upsertStorefronts(items: [{
      code: "shop"
      channel: "webshop"
      expose: REQUIRED
      attributes: ["title", "story", "teaser", "photo", "designer", "light_source", "color_temperature", "energy_class",
        "dimmable", "finish", "lamp_size", "body_material", "overall_height", "net_weight", "care", "list_price",
        "warranty_years", "living_space"]
      associationTypes: ["accessories"]
      facets: ["finish", "list_price", "living_space", "body_material", "dimmable"]
      previewUrl: "${shopUrl}/{locale}/p/{slug}?preview={token}"
    }]) { ... on UpsertPayload { failed } ${PROBLEM} }
  }`);
  const { storefrontKeys } = (await manage(
    '{ storefrontKeys(first: 100) { nodes { key storefront revokedAt } } }',
  )) as { storefrontKeys: { nodes: StorefrontKey[] } };
  const kept = storefrontKeys.nodes.find(
    ({ key, storefront, revokedAt }) => key !== null && storefront === 'shop' && revokedAt === null,
  );
  if (kept?.key) return kept.key;
  const { createStorefrontKey } = (await manage(`mutation {
    createStorefrontKey(input: { storefront: "shop", name: "Example shop", kind: PUBLISHABLE }) {
      ... on IssuedStorefrontKeyPayload { key } ${PROBLEM}
    }
  }`)) as { createStorefrontKey: { key: string } };
  return createStorefrontKey.key;
}

/** Starts Catalograph with a data folder of its own, and waits until it answers. */
async function startCatalograph(dataDir: string): Promise<Access> {
  const cwd = resolve(import.meta.dirname, '../..');
  const env = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' };
  const child = spawn(process.execPath, ['src/main.ts', 'start'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.once('exit', (code) => process.exit(code ?? 1));
  process.once('exit', () => child.kill());
  process.once('SIGTERM', () => process.exit());
  let output = '';
  while (!output.includes('is ready')) {
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
    output += chunk.toString();
  }
  return JSON.parse(await readFile(resolve(cwd, dataDir, 'dev-access.json'), 'utf8')) as Access;
}

if (import.meta.main) {
  const { STOREFRONT_DATA_DIR: dataDir = 'data/storefront', SHOP_PORT = '4100' } = process.env;
  const shopUrl = `http://localhost:${SHOP_PORT}`;
  const access = await startCatalograph(dataDir);
  const key = await prepareStorefront(access, shopUrl);
  const app = await createShop({ apiUrl: access.url, key });
  serve({ fetch: app.fetch, port: Number(SHOP_PORT) }, () => {
    process.stdout.write(`
The shop is open.

  Shop       ${shopUrl}/
  Explorer   ${access.url}/shop/${key}
  Console    ${access.url}/ (${access.email}, ${access.password})

  SHOP_URL=${access.url}
  SHOP_KEY=${key}

`);
  });
}
