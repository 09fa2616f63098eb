import type { Locator, Page } from 'playwright-core';

export type Interactions = ReturnType<typeof countInteractions>;

/** Counts clicks, keys and typed entries, as people would. */
export function countInteractions(page: Page) {
  let count = 0;
  return {
    count: () => count,
    async click(locator: Locator) {
      count += 1;
      await locator.click();
    },
    async press(key: string) {
      count += 1;
      await page.keyboard.press(key);
    },
    async type(text: string) {
      count += 1;
      await page.keyboard.type(text);
    },
    /** Types an entry, with the key that ends it. */
    async enter(text: string, end: 'Tab' | 'Enter') {
      count += 1;
      await page.keyboard.type(text);
      await page.keyboard.press(end);
    },
    /** Picks a choice of a list. */
    async select(list: Locator, label: string) {
      count += 1;
      await list.selectOption({ label });
    },
  };
}
