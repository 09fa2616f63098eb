// Risk: people see a button that their role may not use, on a page that they open by its address, and are refused when they press it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../src/kernel/scopes.ts';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';

type Writers = 'administrators' | 'managers' | 'editors' | 'everyone';

/** Every page by its address, with who may write there; neighbours differ in their titles. */
const PAGES: readonly (readonly [path: string, writers: Writers])[] = [
  ['/', 'editors'],
  ['/products', 'editors'],
  ['/products/LO-HERON-OAK-7-S', 'editors'],
  ['/products/LO-HERON', 'editors'],
  ['/products/LO-WREN?panel=images', 'editors'],
  ['/products/LO-WREN?panel=links', 'editors'],
  ['/products/LO-WREN?panel=categories', 'editors'],
  ['/products/LO-WREN?panel=history', 'editors'],
  ['/products/LO-WREN?panel=live', 'editors'],
  ['/compare?refs=LO-WREN,LO-SCRIBE', 'editors'],
  ['/entities', 'editors'],
  ['/trash', 'editors'],
  ['/entities/maker/arco', 'editors'],
  ['/categories/table_lamps', 'editors'],
  ['/media', 'editors'],
  ['/imports', 'editors'],
  ['/proposals/upl_0', 'managers'],
  ['/schedules', 'editors'],
  ['/jobs', 'editors'],
  ['/media/wren', 'editors'],
  ['/jobs/JOB', 'editors'],
  ['/model/attributes/net_weight', 'managers'],
  ['/model/attribute-sets', 'managers'],
  ['/model/attribute-sets/lamp', 'managers'],
  ['/model/options/finishes', 'managers'],
  ['/model/changes', 'managers'],
  ['/model/labels', 'managers'],
  ['/model/groups/lamp_body', 'managers'],
  ['/model/entity-types', 'managers'],
  ['/model/association-types', 'managers'],
  ['/model/units/weight', 'managers'],
  ['/settings/channels/webshop', 'managers'],
  ['/settings/locales', 'managers'],
  ['/settings/currencies', 'managers'],
  ['/settings/storefronts', 'administrators'],
  ['/settings/storefronts/shop', 'administrators'],
  ['/settings/tokens', 'administrators'],
  ['/settings/webhooks', 'managers'],
  ['/settings/webhooks/WEBHOOK', 'managers'],
  ['/settings/organization', 'managers'],
  ['/settings/members', 'administrators'],
  ['/settings/audit', 'administrators'],
  ['/operations', 'administrators'],
  ['/account', 'everyone'],
];

/** Whose pages a role may write on, besides everyone's. */
const WRITERS: Readonly<Partial<Record<Role, readonly Writers[]>>> = {
  manager: ['managers', 'editors'],
  editor: ['editors'],
};

/** Beginnings of the names of buttons that write something. */
const WRITES =
  /^(Add|Adopt|Apply(?! filter)|Back to|Bulk|Cancel|Clear|Create|Delete|Disable|Discard|Drop|Duplicate|Edit|Empty|Enable|Export|Import|Link|Make|Merge|Move(?! left| right)|Override|Paste|Publish|Redo|Remove|Rename|Replay|Resend|Restore|Retry|Revoke|Rotate|Save|Send|Start|Status:|Take|Test|Undo|Update|Upload)\b/;

/** A picture of one pixel, as base64. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe.skipIf(browserPath === null)('a page that is opened by its address', () => {
  let desk: ServedConsole;
  let pages: typeof PAGES;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo();
    const { data } = await desk.graphql(`mutation {
      createStorefront(input: { code: "shop", channel: "webshop", expose: REQUIRED,
        labels: [{ locale: "en_US", text: "Shop" }] }) { __typename }
      createWebhook(input: { url: "https://receiver.example/hook", events: ["product.*"] }) {
        ... on IssuedWebhookPayload { webhook { id } } }
      createEntityType(input: { code: "maker", labels: [{ locale: "en_US", text: "Makers" }] }) { __typename }
      upsertEntities(entityType: "maker", items: [{ code: "arco" }]) { __typename }
      addMedia(input: { base64: "${PIXEL}", filename: "wren.png", code: "wren" }) { __typename }
      deleteProduct(ref: "LO-EMBER") { __typename }
      bulkEditProducts(input: { filter: { sku: { in: ["LO-WREN"] } }, expectedCount: 1, dryRun: false,
        patch: { tags: { add: ["new"] } } }) {
        ... on JobPayload { job { id } } } }`);
    expect(data).toMatchObject({
      addMedia: { __typename: 'AddMediaPayload' },
      upsertEntities: { __typename: 'UpsertEntitiesPayload' },
    });
    const made = data as {
      createWebhook: { webhook: { id: string } };
      bulkEditProducts: { job: { id: string } };
    };
    pages = PAGES.map(([path, writers]) => [
      path.replace('WEBHOOK', made.createWebhook.webhook.id).replace('JOB', made.bulkEditProducts.job.id),
      writers,
    ]);
  }, 120_000);
  afterAll(() => desk?.close());

  /** The names of the buttons of each page that write. */
  async function writingButtons(state: Awaited<ReturnType<ServedConsole['ownerState']>>) {
    await using window = await desk.openPage({
      storageState: state,
      viewport: { width: 1440, height: 900 },
    });
    const { page } = window;
    await page.goto('/account');
    const buttons = new Map<string, readonly string[]>();
    for (const [path] of pages) {
      // Every page sets the title of the document; another drawer of the same page does not.
      if (new URL(page.url()).pathname !== path.split('?')[0]) {
        await page.evaluate(() => {
          document.title = '';
        });
        await desk.navigate(page, path);
        await page.waitForFunction(() => document.title !== '');
      } else await desk.navigate(page, path);
      await page.waitForLoadState('networkidle');
      await page.waitForFunction(
        () => !/Loading|Counting/.test(document.querySelector('main')?.textContent ?? ''),
      );
      const names = await page
        .locator('main')
        // Buttons that open details write nothing; the name of an entry of a history begins with that of a person.
        .locator('button:not([aria-expanded]), [role="button"], input[type="file"]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''));
      buttons.set(
        path,
        names.map((name) => name.trim()).filter((name) => WRITES.test(name)),
      );
    }
    return buttons;
  }

  test('has buttons that write for its owner on many pages', async () => {
    const buttons = await writingButtons(await desk.ownerState());
    const withSome = [...buttons].filter(([, names]) => names.length > 0).map(([path]) => path);
    expect(withSome).toEqual(
      expect.arrayContaining([
        '/products',
        '/trash',
        '/settings/channels/webshop',
        '/settings/tokens',
        '/settings/members',
      ]),
    );
    expect(withSome.length).toBeGreaterThan(15);
  }, 120_000);

  test.each<Role>(['manager', 'editor', 'reviewer', 'viewer'])(
    'has no button that a person of role %s may not use',
    async (role) => {
      const { state } = await desk.createMember(role, `${role}@catalograph.test`);
      const buttons = await writingButtons(state);
      const refused = pages
        .filter(([, writers]) => !(WRITERS[role] ?? []).includes(writers) && writers !== 'everyone')
        .map(([path]) => [path, buttons.get(path)] as const)
        .filter(([, names]) => names !== undefined && names.length > 0);
      expect(refused).toEqual([]);
    },
    120_000,
  );
});
