import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

const imagesDir = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const SIZE = { width: 1200, height: 760 };
/** Quality of the pictures (WebP), and what a picture may weigh in the repository. */
const QUALITY = 45;
const LARGEST_BYTES = 40_000;

/** The pages by the name of their picture; a `link` is followed from there to the first page of its kind. */
const PAGES: readonly {
  readonly name: string;
  readonly path: string;
  readonly link?: string;
  /** A file that is dropped there, and its name. */
  readonly file?: readonly [name: string, text: string];
}[] = [
  { name: 'home', path: '/' },
  { name: 'products', path: '/products' },
  { name: 'product', path: '/products/LO-HERON-OAK-7-S' },
  {
    name: 'import',
    path: '/imports',
    file: [
      'supplier.csv',
      'sku;attribute_set;title-en_US;Surface\nLO-LARK;lamp;Lark wall lamp;Brushed Brass\nLO-FINCH;lamp;Finch desk lamp;Gold\n',
    ],
  },
  { name: 'jobs', path: '/jobs' },
  { name: 'job', path: '/jobs', link: '/jobs/' },
  { name: 'queues', path: '/operations' },
  { name: 'tokens', path: '/settings/tokens' },
  { name: 'webhooks', path: '/settings/webhooks' },
  { name: 'webhook', path: '/settings/webhooks', link: '/settings/webhooks/' },
  { name: 'channels', path: '/settings/channels' },
  { name: 'locales', path: '/settings/locales' },
  { name: 'currencies', path: '/settings/currencies' },
  { name: 'members', path: '/settings/members' },
  { name: 'audit', path: '/settings/audit' },
  { name: 'account', path: '/account' },
];

interface Access {
  readonly url: string;
  readonly email: string;
  readonly password: string;
}

async function signIn(context: BrowserContext, { email, password }: Access): Promise<void> {
  const page = await context.newPage();
  await page.goto('/sign-in');
  await shoot(page, 'sign-in');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await page.close();
}

/** Takes a picture once nothing is being loaded any more. */
async function shoot(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => !/Loading|Counting/.test(document.body.innerText));
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  const scheme = await page.evaluate(() =>
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  );
  const path = join(imagesDir, `${name}-${scheme}.webp`);
  writeFileSync(path, Buffer.from(data, 'base64'));
  const { size } = statSync(path);
  if (size > LARGEST_BYTES) throw new Error(`${path} has ${size} bytes; ${LARGEST_BYTES} are allowed.`);
}

/** Pictures of every page, light and dark, of a server that runs and the demo catalogue in it. */
async function main(accessPath: string): Promise<void> {
  const access = JSON.parse(readFileSync(accessPath, 'utf8')) as Access;
  mkdirSync(imagesDir, { recursive: true });
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  for (const colorScheme of ['light', 'dark'] as const) {
    const more = { viewport: SIZE, locale: 'en-GB', reducedMotion: 'reduce' } as const;
    const context = await browser.newContext({ baseURL: access.url, colorScheme, ...more });
    await signIn(context, access);
    const page = await context.newPage();
    for (const { name, path, link, file } of PAGES) {
      await page.goto(path);
      if (file !== undefined) {
        const [fileName, text] = file;
        const dropped = { name: fileName, mimeType: 'text/csv', buffer: Buffer.from(text) };
        await page.locator('input[type=file]').setInputFiles(dropped);
        await page.getByText(/columns are not mapped/).waitFor();
      }
      if (link !== undefined) {
        const found = page.locator(`main a[href^="${link}"]`).first();
        await found.click();
        await page.waitForURL(`**${link}*`);
      }
      await shoot(page, name);
    }
    await context.close();
  }
  await browser.close();
}

await main(process.argv[2] ?? join(process.env.DATA_DIR ?? 'data', 'dev-access.json'));
