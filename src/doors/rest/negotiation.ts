import { localized } from '../../kernel/problems/messages/message.ts';
import { Fault } from '../../kernel/refusal.ts';

/**
 * Rejects a caller who takes nothing that we send (RFC 9110, 12.5.1).
 *
 * @param isBatch batches are returned line by line too
 */
export function refuseUnacceptable(accept: string | null, isBatch: boolean): void {
  if (accept === null || accept.trim() === '') return;
  const sent = ['application/json', 'application/problem+json', ...(isBatch ? ['application/x-ndjson'] : [])];
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return { type, isRefused: parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) };
  });
  const isTaken = (mediaType: string) => {
    const fits = [mediaType, 'application/*', '*/*'];
    const best = fits.map((type) => ranges.find((range) => range.type === type)).find((range) => range);
    return best !== undefined && !best.isRefused;
  };
  if (sent.some(isTaken)) return;
  throw new Fault('not-acceptable', localized('not-acceptable', { allowed: sent.join(' or ') }), {
    allowed: sent,
  });
}
