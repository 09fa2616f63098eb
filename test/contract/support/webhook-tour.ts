import { type Step, step } from './example-step.ts';

const id = '{webhook}';

/** Made before there are events for it. */
export const NEW_WEBHOOK: Step = step('createWebhook', {
  body: {
    url: 'https://erp.example.com/catalograph',
    description: 'Price lists of the ERP',
    events: ['product.*'],
    changed_attributes: ['title', 'cable_length'],
    headers: { 'X-Tenant': 'lumen' },
    payload: 'changes',
  },
});

/** Looked at, tried, asked to send again, deleted. */
export const WEBHOOK_TOUR: readonly Step[] = [
  step('pingWebhook', { path: { id } }),
  step('listWebhookDeliveries', { path: { id }, query: { limit: 1, status: ['succeeded', 'dead'] } }),
  step('redeliverWebhookDelivery', { path: { webhook_id: id, id: '{delivery}' } }),
  step('replayWebhook', {
    path: { id },
    body: { from_sequence: 1, events: ['product.created'], only_failed: false },
  }),
  step('testWebhook', { path: { id }, query: { matching: true, limit: 1 } }),
  step('rotateWebhookSecret', { path: { id } }),
  step('getWebhook', { path: { id } }),
  step('updateWebhook', { path: { id }, headers: { 'If-Match': '"2"' }, body: { active: false } }),
  step('listWebhooks', { query: { limit: 1 } }),
  step('deleteWebhook', { path: { id } }),
];
