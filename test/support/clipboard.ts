import type { Page } from 'playwright-core';

/** Puts a text on the clipboard of a page, as another program does; the focus goes to its heading. */
export async function copyText(page: Page, text: string): Promise<void> {
  await page.evaluate(
    (copied) =>
      document.addEventListener(
        'copy',
        (event) => {
          event.preventDefault();
          event.clipboardData?.setData('text/plain', copied);
        },
        { once: true, capture: true },
      ),
    text,
  );
  await page.locator('h1').focus();
  await page.keyboard.press('Control+c');
}

/** Puts a table on the clipboard, as a spreadsheet does. */
export const copyTable = (page: Page, table: readonly (readonly string[])[]): Promise<void> =>
  copyText(page, table.map((row) => row.join('\t')).join('\n'));
