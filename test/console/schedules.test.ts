// Risk: a schedule looks as if it ran and is paused, or a new one is stored with another source or time than was entered.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';
import { countInteractions } from '../support/count-interactions.ts';

describe.skipIf(browserPath === null)('the page of schedules', () => {
  let desk: ServedConsole;
  beforeAll(async () => {
    desk = await serveConsole();
    await desk.seedDemo();
  }, 120_000);
  afterAll(() => desk?.close());

  const stored = async () =>
    (
      (await desk.graphql('{ importExportProfile(code: "products_csv") { schedule } }')).data as {
        importExportProfile: { schedule: unknown };
      }
    ).importExportProfile.schedule;

  test('a daily import of a URL is created in eight steps, paused and resumed', async () => {
    await using window = await desk.openPage({
      storageState: await desk.ownerState(),
      timezoneId: 'Europe/Berlin',
    });
    const { page, complaints } = window;
    await page.goto('/schedules');
    const create = page.getByRole('button', { name: 'Create schedule' });
    await page.getByText('No schedules yet').waitFor();
    const steps = countInteractions(page);
    await steps.click(create);
    const form = page.getByRole('dialog', { name: 'New schedule' });
    await form.getByLabel('Profile').selectOption({ label: 'Products as CSV' });
    await steps.click(form.getByLabel('URL', { exact: true }));
    await steps.type('https://supplier.example.com/stock.csv');
    await form.getByLabel('Time', { exact: true }).fill('02:30');
    await steps.press('Enter');
    const row = page.getByRole('row', { name: /Products as CSV/ });
    await row.getByText('Every day at 02:30 (Europe/Berlin)').waitFor();
    // The profile and the time are one step each.
    expect(steps.count() + 2).toBeLessThanOrEqual(8);
    const schedule = {
      cron: '30 2 * * *',
      timezone: 'Europe/Berlin',
      source: { url: 'https://supplier.example.com/stock.csv' },
    };
    expect(await stored()).toEqual(schedule);
    const sent: unknown[] = [];
    page.on('request', (request) => {
      const { query = '', variables } = request.postDataJSON() ?? {};
      if (String(query).includes('SaveSchedule')) sent.push(variables.version);
    });
    await row.getByRole('button', { name: 'Pause Products as CSV' }).click();
    await row.getByText('Paused', { exact: true }).waitFor();
    expect(await stored()).toEqual({ ...schedule, active: false });
    await row.getByRole('button', { name: 'Products as CSV', exact: true }).click();
    await page.getByRole('dialog', { name: 'Runs of Products as CSV' }).getByText('No runs yet').waitFor();
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: 'Resume Products as CSV' }).click();
    await row.getByRole('button', { name: 'Pause Products as CSV' }).waitFor();
    expect(await stored()).toEqual({ ...schedule, active: true });
    // A change by somebody else since would be rejected, not overwritten.
    expect(sent).toEqual([2, 3]);
    expect(complaints).toEqual([]);
  });

  test('a schedule that the server rejects stays in the form, with the reason', async () => {
    await using window = await desk.openPage({ storageState: await desk.ownerState() });
    const { page } = window;
    await page.goto('/schedules');
    await page.getByRole('button', { name: 'Create schedule' }).click();
    const form = page.getByRole('dialog', { name: 'New schedule' });
    await form.getByLabel('Profile').selectOption({ index: 1 });
    await form.getByLabel('URL', { exact: true }).fill('ftp://supplier.example.com/stock.csv');
    await form.getByRole('button', { name: 'Create' }).click();
    await form.getByRole('alert').getByText(/https/).first().waitFor();
    expect(await form.getByLabel('URL', { exact: true }).inputValue()).toBe(
      'ftp://supplier.example.com/stock.csv',
    );
  });
});
