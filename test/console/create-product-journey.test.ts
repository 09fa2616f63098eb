// Risk: a product takes more steps from nothing to the shop than people have patience for, or cannot be made by keyboard alone.
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';
import { countInteractions } from '../support/count-interactions.ts';

/** The walks run on demand. */
const isLong = Number(process.env.CONSOLE_WALKS ?? 0) > 0;

describe.skipIf(browserPath === null || !isLong)('a lamp from nothing to the shop', () => {
  let desk: ServedConsole;
  let state: Awaited<ReturnType<ServedConsole['ownerState']>>;
  let picture: Buffer;
  beforeAll(async () => {
    desk = await serveConsole({}, { works: true });
    await desk.seedDemo();
    state = await desk.ownerState();
    const background = { r: 120, g: 90, b: 60 };
    picture = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
      .png()
      .toBuffer();
  }, 120_000);
  afterAll(() => desk?.close());

  const focusedName = (page: Page) =>
    page.evaluate(() => {
      const { activeElement: one } = document;
      // The button of a choice is named by its field.
      const field = one?.closest('.field-editor')?.closest('.field')?.querySelector('h3');
      return one?.getAttribute('aria-label') ?? field?.textContent ?? '';
    });

  for (const way of ['mouse', 'keyboard'] as const) {
    test(`is made in German and English by ${way}`, async () => {
      await using window = await desk.openPage({
        storageState: state,
        viewport: { width: 1440, height: 900 },
      });
      const { page, complaints } = window;
      const { keyboard } = page;
      const sku = way === 'mouse' ? 'LO-IBIS' : 'LO-EGRET';
      await page.goto('/products?channel=webshop&locale=en_US');
      await page.locator('.sheet-row').first().waitFor();
      const steps = countInteractions(page);
      /** A typed entry with the key that ends it. */
      const enter = async (text: string, end: 'Tab' | 'Enter') => {
        await steps.type(text);
        await keyboard.press(end);
      };
      /** Tabs until a field or button has the focus; each is a step. */
      const tabTo = async (name: RegExp) => {
        for (let count = 0; count < 30; count += 1) {
          if (name.test(await focusedName(page))) return;
          await steps.press('Tab');
        }
        throw new Error(`${name} cannot be reached`);
      };
      /** Runs a command of the palette. */
      const command = async (text: string, label: string) => {
        await steps.press('Control+k');
        await page
          .getByRole('combobox', { name: /^Search pages/ })
          .and(page.locator(':focus'))
          .waitFor();
        await steps.type(text);
        await page.getByRole('option', { name: label, selected: true }).waitFor();
        await keyboard.press('Enter');
      };

      if (way === 'mouse') {
        await steps.click(page.getByRole('button', { name: /^Compare with/ }));
        await page.getByRole('combobox', { name: 'Compare with' }).waitFor();
        await enter('Web shop · German', 'Enter');
        await page.waitForURL(/compare=/);
        await steps.click(page.getByRole('button', { name: 'Create product' }));
      } else {
        await command('compare web german', 'Compare with Web shop · German');
        await page.waitForURL(/compare=/);
        await command('create product', 'Create product');
      }
      const dialog = page.getByRole('dialog');
      await expect
        .poll(() =>
          dialog
            .getByRole('combobox', { name: 'Attribute set' })
            .evaluate((one) => one === document.activeElement),
        )
        .toBe(true);
      await enter('Lamp', 'Tab');
      await steps.press('Tab');
      await enter(sku, 'Tab');
      await enter(`${sku} desk lamp`, 'Enter');
      await page.waitForURL(/missing=true/);
      await expect.poll(() => focusedName(page)).toBe('Title, American English');
      await page.getByRole('textbox', { name: 'Story, German (Germany)' }).waitFor();

      const cells = [
        ['Title, German (Germany)', `${sku} Schreibtischleuchte`],
        ['Story, American English', 'A lamp for long evenings.'],
        ['Story, German (Germany)', 'Eine Leuchte für lange Abende.'],
        ['GTIN', way === 'mouse' ? '2000000419992' : '2000000419985'],
        ['Power', '7'],
        ['Luminous flux (lm)', '806'],
        ['Energy class', 'E'],
        ['Finish', 'Oiled oak'],
        ['Net weight', '2'],
        ['List price, EUR', '129'],
        ['List price, USD', '149'],
      ] as const;
      for (const [name, text] of cells) {
        await tabTo(new RegExp(`^${name.replace(/[()]/g, '\\$&')}(:|$)`));
        const isChoice = name === 'Energy class' || name === 'Finish';
        const isLong = name.startsWith('Story');
        if (!isChoice) await enter(text, isLong ? 'Tab' : 'Enter');
        else {
          await steps.type(text);
          await page.getByRole('option', { name: text }).first().waitFor();
          await keyboard.press('Tab');
        }
      }

      const letter = async (key: string, name: string) => {
        if (way === 'mouse') return steps.click(page.getByRole('button', { name, exact: true }));
        // Letters work outside of fields.
        for (let count = 0; count < 6; count += 1) {
          const isField = await page.evaluate(() =>
            /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? ''),
          );
          if (!isField) break;
          await steps.press('Tab');
        }
        await steps.press(key);
      };
      await letter('i', 'Images');
      const drop = page.getByRole('button', { name: 'Drop a file or choose one' }).last();
      await drop.waitFor();
      const chooser = page.waitForEvent('filechooser');
      if (way === 'mouse') await steps.click(drop);
      else {
        await page.locator('.drop-target:focus').waitFor();
        await steps.press('Enter');
      }
      await (await chooser).setFiles({ name: `${sku}.png`, mimeType: 'image/png', buffer: picture });
      await page.getByText('1 file added.').waitFor();
      await letter('g', 'Categories');
      const find = page.getByRole('textbox', { name: 'Find a category' });
      await find.waitFor();
      const leaf = page.getByRole('checkbox', { name: 'Table lamps' });
      if (way === 'mouse') await steps.click(leaf);
      else {
        await find.and(page.locator(':focus')).waitFor();
        await enter('Table lamps', 'Enter');
      }
      await page.getByText('Added to Table lamps.').waitFor();
      await steps.press('Control+Enter');
      await page.getByText('Published.').waitFor();
      const { data } = await desk.graphql(
        `{ product(ref: "${sku}") { status live { channel { code } locale { code } } image { url } } }`,
      );
      const { product } = data as { product: { live: unknown; image: unknown } };
      expect(product.image).not.toBeNull();
      for (const code of ['en_US', 'de_DE'])
        expect(product.live).toContainEqual({ channel: { code: 'webshop' }, locale: { code } });
      process.stdout.write(`a lamp by ${way}: ${steps.count()} steps\n`);
      expect(steps.count()).toBeLessThanOrEqual(34);
      expect(complaints).toEqual([]);
    }, 90_000);
  }
});
