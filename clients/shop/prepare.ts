// Writes what the clients are configured with into kit/: SHOP_URL=http://localhost:4000 SHOP_KEY=pk_… node prepare.ts
import { mkdir, writeFile } from 'node:fs/promises';
import { shopKit } from '../../src/tools/shop-kit.ts';

const { SHOP_URL = 'http://localhost:4000', SHOP_KEY } = process.env;
if (SHOP_KEY === undefined) throw new Error('Set SHOP_KEY to a publishable key of the example storefront.');
await mkdir(new URL('kit/relay/', import.meta.url), { recursive: true });
for (const [name, text] of await shopKit(SHOP_URL, SHOP_KEY))
  await writeFile(new URL(`kit/${name}`, import.meta.url), text);
