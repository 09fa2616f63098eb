import type { Locator, Page } from 'playwright-core';

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
  };
}
