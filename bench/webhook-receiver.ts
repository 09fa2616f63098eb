// Receives webhooks for bench/webhooks.ts: a process of its own that responds at once and reports its arrivals to its
// parent.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Deliveries since the last message: product, version and time of arrival in milliseconds since 1970. */
export type ReceivedDeliveries = readonly (readonly [string, number, number])[];

let arrivals: [string, number, number][] = [];
const server = createServer((request, response) => {
  const arrivedAt = Date.now();
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    text += chunk;
  });
  request.on('end', () => {
    const { data } = JSON.parse(text) as { data: { sku: string; version: number } };
    arrivals.push([data.sku, data.version, arrivedAt]);
    response.end();
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
setInterval(() => {
  if (arrivals.length > 0) process.send?.({ arrivals });
  arrivals = [];
}, 50);
process.once('disconnect', () => process.exit());
