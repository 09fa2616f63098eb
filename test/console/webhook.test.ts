// Risk: an operator cannot find out by looking why a receiver heard nothing, nor send it again.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserPath } from '../support/browser.ts';
import { type ServedConsole, serveConsole } from '../support/console.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

describe.skipIf(browserPath === null)('the webhook pages', () => {
  let desk: ServedConsole;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    desk = await serveConsole({ OUTBOUND_ALLOW_PRIVATE_ADDRESSES: 'true' }, { works: true });
  }, 120_000);
  afterAll(async () => {
    await desk?.close();
    await receiver?.close();
  });

  test('create a webhook, ping it, show the attempt and redeliver it', async () => {
    await using window = await desk.openPage({ storageState: await desk.ownerState() });
    const { page, complaints } = window;
    await page.goto('/settings/webhooks');
    await page.getByText('No webhooks yet').waitFor();
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByLabel('URL').fill(`${receiver.url}/hook`);
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await page.getByLabel('Secret', { exact: true }).inputValue()).toMatch(/^whsec_/);
    const stored =
      'The secret is shown only once. Catalograph stores it encrypted and signs every delivery with it. If you lose it, rotate the secret.';
    const note = page.getByRole('dialog').getByRole('alert');
    expect(await note.innerText()).toBe(`Copy it now\n${stored}`);
    await page.getByRole('button', { name: 'Close' }).click();

    receiver.script = () => ({ status: 202, body: 'heard you' });
    await page.getByRole('link', { name: `${receiver.url}/hook` }).click();
    await page.getByRole('heading', { level: 1, name: 'Webhook' }).waitFor();
    await page.getByRole('button', { name: 'Send ping' }).click();
    const row = page.getByRole('row', { name: /webhook\.ping/ });
    await row.getByText('Succeeded').waitFor();
    expect(await row.innerText()).toMatch(/: 202 \(\d+ ms\)\s+heard you/);

    await row.getByRole('button', { name: 'Redeliver webhook.ping' }).click();
    const states = async () =>
      (await row.allInnerTexts()).map((text) => /Succeeded|Pending|Retrying/.exec(text)?.[0]);
    await expect.poll(states, { timeout: 10_000 }).toEqual(['Succeeded', 'Succeeded']);
    expect(receiver.received.map(({ event }) => event.type)).toEqual(['webhook.ping', 'webhook.ping']);
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(1);

    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('dialog', { name: 'New secret' }).waitFor();
    const until = new Date((await note.getByRole('time').getAttribute('datetime')) ?? '');
    const { data } = await desk.graphql('{ webhooks { nodes { previousSecretUntil } } }');
    expect(data).toEqual({ webhooks: { nodes: [{ previousSecretUntil: until.toISOString() }] } });
    expect(await note.innerText()).toMatch(
      /Until .+ deliveries are also signed with the old secret\. Update your receiver before then\.$/,
    );
    await page.getByRole('button', { name: 'Close', exact: true }).click();

    await page.getByRole('tab', { name: 'Tester' }).click();
    await page.getByText(/^0 of \d+ events would be sent\.$/).waitFor();
    expect(await desk.findViolationsInBothSchemes(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
