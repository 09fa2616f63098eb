import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

const imagesDir = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const SIZE = { width: 1200, height: 760 };
/** Quality of the images (WebP), and the maximum size of one in the repository. */
const QUALITY = 40;
const LARGEST_BYTES = 48_000;

type Scheme = 'light' | 'dark';

/** The images that README and docs show; a `link` is followed from the page to the first one of its kind. */
const PICTURES: readonly {
  readonly name: string;
  readonly scheme: Scheme;
  readonly path: string;
  readonly link?: string;
  /** A file that is dropped there, and its name. */
  readonly file?: readonly [name: string, text: string];
}[] = [
  { name: 'products', scheme: 'light', path: '/products' },
  { name: 'product', scheme: 'light', path: '/products/LO-HERON-OAK-7-S' },
  { name: 'product', scheme: 'dark', path: '/products/LO-CLOCHE-BRASS-15-L?compare=de_DE' },
  {
    name: 'import',
    scheme: 'light',
    path: '/imports',
    file: [
      'supplier.csv',
      'sku;attribute_set;title-en_US;Surface\nLO-LARK;lamp;Lark wall lamp;Brushed Brass\nLO-FINCH;lamp;Finch desk lamp;Gold\n',
    ],
  },
  { name: 'attribute-set', scheme: 'light', path: '/model/attribute-sets/lamp' },
  { name: 'options', scheme: 'light', path: '/model/options/finishes' },
  { name: 'categories', scheme: 'light', path: '/categories' },
  { name: 'media', scheme: 'light', path: '/media' },
  { name: 'job', scheme: 'light', path: '/jobs', link: '/jobs/' },
  { name: 'tokens', scheme: 'dark', path: '/settings/tokens' },
];

interface Access {
  readonly url: string;
  readonly email: string;
  readonly password: string;
}

async function signIn(context: BrowserContext, { email, password }: Access): Promise<void> {
  const page = await context.newPage();
  await page.goto('/sign-in');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await page.close();
}

/** Takes an image once nothing is being loaded any more. */
async function takeScreenshot(page: Page, name: string, scheme: Scheme): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => !/Loading|Counting/.test(document.body.textContent ?? ''));
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  const path = join(imagesDir, `${name}-${scheme}.webp`);
  writeFileSync(path, Buffer.from(data, 'base64'));
  const { size } = statSync(path);
  if (size > LARGEST_BYTES) throw new Error(`${path} has ${size} bytes; ${LARGEST_BYTES} are allowed.`);
}

/** Takes the images of a server that runs and the demo catalogue in it. */
async function main(accessPath: string): Promise<void> {
  const access = JSON.parse(readFileSync(accessPath, 'utf8')) as Access;
  mkdirSync(imagesDir, { recursive: true });
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  for (const scheme of ['light', 'dark'] as const) {
    const more = { viewport: SIZE, locale: 'en-GB', reducedMotion: 'reduce' } as const;
    const context = await browser.newContext({ baseURL: access.url, colorScheme: scheme, ...more });
    await signIn(context, access);
    const page = await context.newPage();
    for (const { name, path, link, file } of PICTURES.filter((picture) => picture.scheme === scheme)) {
      await page.goto(path);
      if (file !== undefined) {
        const [fileName, text] = file;
        const dropped = { name: fileName, mimeType: 'text/csv', buffer: Buffer.from(text) };
        await page.locator('input[type=file]').setInputFiles(dropped);
        await page.getByText(/columns are not mapped/).waitFor();
      }
      if (link !== undefined) {
        const linkLocator = page.locator(`main a[href^="${link}"]`).first();
        await linkLocator.click();
        await page.waitForURL(`**${link}*`);
      }
      await takeScreenshot(page, name, scheme);
    }
    await context.close();
  }
  await browser.close();
}

await main(process.argv[2] ?? join(process.env.DATA_DIR ?? 'data', 'dev-access.json'));
