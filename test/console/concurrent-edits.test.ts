// Risk: while two people and an import write the same products, a value that was said to be saved is gone, or somebody overwrites a value that they never saw.
import { setTimeout as pause } from 'node:timers/promises';
import type { Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';
import { seededRandom } from '../support/seeded-random.ts';

/** For how long they write; minutes, on demand. */
const SECONDS = Number(process.env.TWO_PEOPLE_SECONDS ?? 0);
const PRODUCTS = 500;
/** The products that both people turn to again and again. */
const SHARED = 60;

const COLUMNS = ['title', 'teaser~en_US~webshop', 'designer'];
const skuOf = (index: number) => `T-${String(index).padStart(4, '0')}`;
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

/** A value that the API said is stored. */
interface Acknowledged {
  readonly requestId: string;
  readonly sku: string;
  readonly cell: string;
  readonly value: unknown;
  readonly isChanged: boolean;
}

interface ValueInput {
  readonly attribute: string;
  readonly channel?: string | null;
  readonly locale?: string | null;
  readonly value: unknown;
}

interface Change {
  readonly path: string;
  readonly channel: string | null;
  readonly locale: string | null;
  readonly old: unknown;
  readonly new: unknown;
}

const cellOf = (attribute: string, channel: string | null = null, locale: string | null = null) =>
  [attribute, channel ?? '', locale ?? ''].join(' ');

describe.skipIf(browserPath === null || SECONDS === 0)('two people and an import', () => {
  let desk: ServedConsole;
  let pick: (count: number) => number;
  beforeAll(async () => {
    desk = await serveConsole({}, { works: true });
    await desk.seedDemo();
    for (let from = 0; from < PRODUCTS; from += 100) {
      const items = range(100).map((index) => ({
        sku: skuOf(from + index),
        attributeSet: 'lamp',
        tags: { set: ['shared'] },
        values: [{ attribute: 'title', locale: 'en_US', value: `Lamp ${from + index}` }],
      }));
      const created = `mutation ($items: [UpsertProductInput!]!) {
        upsertProducts(items: $items) { ... on UpsertProductsPayload { failed } } }`;
      const { data } = await desk.graphql(created, { variables: { items } });
      expect(data).toEqual({ upsertProducts: { failed: 0 } });
    }
  }, 240_000);
  afterAll(() => desk?.close());

  /** A person at a browser of their own, and what the API acknowledged to them. */
  async function startEditor(name: string, state: Awaited<ReturnType<ServedConsole['ownerState']>>) {
    const browser = await desk.openOtherBrowser();
    const window = await desk.openPage({ storageState: state }, browser);
    const { page } = window;
    const acknowledged: Acknowledged[] = [];
    const skuById = new Map<string, string>();
    const reading: Promise<void>[] = [];
    const read = async (response: Response) => {
      const asked = response.request().postDataJSON() as { query: string; variables: unknown };
      const requestId = response.headers()['x-request-id'] ?? '';
      const { data } = (await response.json()) as { data?: Record<string, never> | null };
      const note = (sku: string, values: readonly ValueInput[], isChanged: boolean) => {
        for (const { attribute, channel, locale, value } of values)
          acknowledged.push({ requestId, sku, cell: cellOf(attribute, channel, locale), value, isChanged });
      };
      if (/mutation SaveCells\b/.test(asked.query)) {
        const { items } = asked.variables as { items: readonly { sku: string; values: ValueInput[] }[] };
        const results: readonly {
          outcome: string;
          problem: unknown;
          product: { id: string; sku: string };
        }[] = (data as { upsertProducts?: { results: never } } | null)?.upsertProducts?.results ?? [];
        results.forEach(({ outcome, problem }, index) => {
          const item = items[index];
          if (problem === null && item !== undefined) note(item.sku, item.values, outcome !== 'UNCHANGED');
        });
      } else if (/mutation SaveProduct\b/.test(asked.query)) {
        const { id, input, dryRun } = asked.variables as {
          id: string;
          input: { values: ValueInput[] };
          dryRun: boolean;
        };
        const { outcome } = (data as { updateProduct?: { outcome?: string } } | null)?.updateProduct ?? {};
        if (!dryRun && outcome !== undefined)
          note(skuById.get(id) ?? id, input.values, outcome !== 'UNCHANGED');
      }
    };
    page.on('response', (response) => {
      if (response.url().endsWith('/graphql')) reading.push(read(response).catch(() => undefined));
    });
    return {
      name,
      page,
      acknowledged,
      skuById,
      counts: { typed: 0, met: 0, shown: 0 },
      /** Texts of cells that were typed over, by text, as they stood there before. */
      seen: new Map<string, string>(),
      async leave() {
        await Promise.all(reading);
        await browser.close();
      },
    };
  }
  type Person = Awaited<ReturnType<typeof startEditor>>;

  /** Types into cells here and there; of a value that somebody else has changed, both are shown, and it is typed again. */
  async function editGrid({ page, name, counts, seen }: Person, until: number) {
    const where = JSON.stringify([{ field: 'tags', operator: 'any', value: 'shared' }]);
    const search = new URLSearchParams({ columns: COLUMNS.join(','), where, sort: 'sku' });
    await page.goto(`/products?channel=webshop&locale=en_US&${search}`);
    await page.locator('.sheet-row').first().waitFor();
    await page.getByRole('grid').focus();
    for (let turn = 0; Date.now() < until; turn += 1) {
      if (turn % 40 === 0) await page.keyboard.press('Control+Home');
      await page.keyboard.press('Home');
      for (const _ of range(pick(turn % 40 < 20 ? 3 : 12))) await page.keyboard.press('ArrowDown');
      for (const _ of range(2 + pick(COLUMNS.length))) await page.keyboard.press('ArrowRight');
      const active = page.locator('.sheet-cell[data-active]');
      const before = await active.evaluate((cell) => [
        cell.textContent ?? '',
        cell.getAttribute('data-tone'),
      ]);
      counts.typed += 1;
      const text = `${name} ${counts.typed}`;
      if (before[1] !== 'refused' && before[1] !== 'staged') seen.set(text, before[0] ?? '');
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
      await pause(80 + pick(200));
      const refused = page.locator('.sheet-cell[aria-invalid="true"]').first();
      if (!(await refused.isVisible())) continue;
      counts.met += 1;
      const note = (await refused.getAttribute('title', { timeout: 2_000 }).catch(() => null)) ?? '';
      if (/^Changed to “.*” by .+ since/.test(note)) counts.shown += 1;
      await page.keyboard.press('F8');
      counts.typed += 1;
      await page.keyboard.type(`${name} ${counts.typed}`);
      await page.keyboard.press('Enter');
      await pause(300);
    }
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    for (let attempt = 0; attempt < 20 && (await bar.isVisible()); attempt += 1) {
      await page.keyboard.press('F8');
      counts.typed += 1;
      await page.keyboard.type(`${name} ${counts.typed}`);
      await page.keyboard.press('Enter');
      await pause(700);
    }
  }

  /** Types into two fields of a product and saves them; of values that meet, one's own is kept. */
  async function editForms({ page, name, counts, skuById, seen }: Person, until: number) {
    while (Date.now() < until) {
      const sku = skuOf(pick(SHARED));
      await page.goto(`/products/${sku}?channel=webshop&locale=en_US`);
      await page.getByRole('navigation', { name: 'Attribute groups' }).waitFor();
      const bar = page.getByRole('region', { name: 'Unsaved changes' });
      const { data } = await desk.graphql(`{ product(ref: "${sku}") { id } }`);
      skuById.set((data as { product: { id: string } }).product.id, sku);
      for (const field of ['Title', 'Designer']) {
        counts.typed += 1;
        const text = `${name} ${counts.typed}`;
        const box = page.getByRole('textbox', { name: field, exact: true });
        seen.set(text, await box.inputValue());
        await box.fill(text);
      }
      await pause(pick(1_500));
      for (let attempt = 0; attempt < 10; attempt += 1) {
        await page.keyboard.press('Control+s');
        const isSaved = await bar.waitFor({ state: 'detached', timeout: 2_500 }).then(
          () => true,
          () => false,
        );
        if (isSaved) break;
        const mine = page.getByRole('button', { name: /^Keep mine/ });
        for (let left = await mine.count(); left > 0; left = await mine.count()) {
          counts.met += 1;
          const group = page.getByRole('group', { name: /changed this value meanwhile/ }).first();
          const shown = await group.locator('.conflict-value').allInnerTexts();
          const [own = '', theirs] = shown;
          if (own !== '' && theirs !== undefined && own !== theirs) counts.shown += 1;
          seen.delete(own);
          await mine.first().click();
        }
      }
    }
  }

  /** Imports all products again and again. */
  async function importAgain(until: number) {
    let rounds = 0;
    while (Date.now() < until) {
      rounds += 1;
      const rows = range(PRODUCTS).map((index) => ({
        sku: skuOf(index),
        // Others each time; a row without a change writes nothing.
        designer: `Import ${rounds - ((rounds + index) % 8)} ${index}`,
        ...(index % 5 === 0 ? { 'teaser-en_US-webshop': `Import ${rounds - ((rounds + index) % 16)}` } : {}),
      }));
      const started = await desk.graphql(
        'mutation ($rows: [JSON!]) { importData(input: { rows: $rows }) { __typename ... on ImportDataPayload { job { id } } } }',
        { variables: { rows } },
      );
      const { id } = (started.data as { importData: { job: { id: string } } }).importData.job;
      for (;;) {
        const { data } = await desk.graphql(`{ job(id: "${id}") { status progress { failed } } }`);
        const { job } = data as { job: { status: string; progress: { failed: number } } };
        if (['COMPLETED', 'FAILED', 'CANCELLED', 'COMPLETED_WITH_ERRORS'].includes(job.status)) {
          expect(job).toEqual({ status: 'COMPLETED', progress: { failed: 0 } });
          break;
        }
        await pause(200);
      }
      await pause(1_000);
    }
    return rounds;
  }

  /** All changes of the values of a product, oldest first, by cell. */
  async function historyOf(sku: string) {
    const changes = new Map<string, (Change & { readonly requestId: string | null })[]>();
    const revisions: { requestId: string | null; changes: Change[] }[] = [];
    let after: string | null = null;
    do {
      const { data } = await desk.graphql(
        `query ($after: String) { product(ref: "${sku}") {
          revisions(first: 100, after: $after) {
            nodes { requestId changesTruncated changes { path channel locale old new } }
            pageInfo { hasNextPage endCursor }
          } } }`,
        { variables: { after } },
      );
      const page = (data as { product: { revisions: never } }).product.revisions as {
        nodes: typeof revisions;
        pageInfo: { hasNextPage: boolean; endCursor: string };
      };
      revisions.push(...page.nodes);
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } while (after !== null);
    for (const { requestId, changes: own } of revisions.toReversed())
      for (const change of own) {
        if (!change.path.startsWith('values.')) continue;
        const cell = cellOf(change.path.slice('values.'.length), change.channel, change.locale);
        changes.set(cell, [...(changes.get(cell) ?? []), { ...change, requestId }]);
      }
    return changes;
  }

  test(
    `of ${SECONDS} seconds of writing the same ${PRODUCTS} products, nothing that was acknowledged is lost`,
    async () => {
      const random = seededRandom();
      pick = (count) => random.integer(0, count - 1);
      const editor = await desk.createMember('editor', 'eva@catalograph.test');
      const people = [
        await startEditor('Olga', await desk.ownerState()),
        await startEditor('Eva', editor.state),
      ] as const;
      const [olga, eva] = people;
      const start = Date.now();
      const [half, end] = [start + SECONDS * 500, start + SECONDS * 1_000];
      const [rounds] = await Promise.all([
        importAgain(end),
        editGrid(olga, half).then(() => editForms(olga, end)),
        editForms(eva, half).then(() => editGrid(eva, end)),
      ]);
      const kept = await Promise.all(
        people.map(({ page }) =>
          page.evaluate(() =>
            Object.entries(localStorage).filter(([key]) => /^catalograph-(staged|draft) /.test(key)),
          ),
        ),
      );
      await Promise.all(people.map((person) => person.leave()));

      const lost: unknown[] = [];
      const unseen: unknown[] = [];
      let count = 0;
      const bySku = Map.groupBy(
        people.flatMap(({ acknowledged }) => acknowledged),
        ({ sku }) => sku,
      );
      for (const [sku, own] of bySku) {
        const history = await historyOf(sku);
        const { data } = await desk.graphql(`{ product(ref: "${sku}") {
          values(own: true) { attribute { code } channel locale json } } }`);
        const { values } = (data as { product: { values: never } }).product as {
          values: {
            attribute: { code: string };
            channel: string | null;
            locale: string | null;
            json: unknown;
          }[];
        };
        const stored = new Map(
          values.map(({ attribute, channel, locale, json }) => [
            cellOf(attribute.code, channel, locale),
            json,
          ]),
        );
        for (const { cell, value, requestId, isChanged } of own) {
          count += 1;
          const changes = history.get(cell) ?? [];
          const at = changes.findIndex((change) => change.requestId === requestId && change.new === value);
          if (isChanged ? at < 0 : !changes.some((change) => change.new === value))
            lost.push({ sku, cell, value });
          const seen = people
            .map((person) => person.seen.get(String(value)))
            .find((text) => text !== undefined);
          if (at >= 0 && seen !== undefined && (changes[at]?.old ?? '') !== seen)
            unseen.push({ sku, cell, value, seen, old: changes[at]?.old });
          // What each change replaced is what the one before it stored, and the last one stands there.
          changes.forEach((change, index) => {
            const next = index + 1 < changes.length ? changes[index + 1]?.old : (stored.get(cell) ?? null);
            if (next !== change.new) lost.push({ sku, cell, after: change.new, next });
          });
        }
      }
      const sum = (of: (person: Person) => number) => people.reduce((total, person) => total + of(person), 0);
      process.stdout.write(
        `${SECONDS} s, ${rounds} imports of ${PRODUCTS} products: ${sum(({ counts }) => counts.typed)} cells typed, ${count} acknowledged, ${lost.length} lost, ${unseen.length} overwritten unseen; ${sum(({ counts }) => counts.met)} met another value, ${sum(({ counts }) => counts.shown)} showed both; ${kept.flat().length} products or views with unsaved cells left\n`,
      );
      expect(lost).toEqual([]);
      expect(unseen).toEqual([]);
      expect(count).toBeGreaterThan(SECONDS);
    },
    SECONDS * 1_000 + 180_000,
  );
});
