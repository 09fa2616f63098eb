import type { Readable } from 'node:stream';

/** Returns the whole text of a short stream. */
export async function readText(content: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of content as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
