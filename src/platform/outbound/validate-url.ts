import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { isPrivateAddress } from './private-addresses.ts';

const MAX_URL_LENGTH = 2_048;
/** Lowest allowed port; those below belong to other protocols than HTTP. */
const FIRST_FREE_PORT = 1_024;

/** Policy for the addresses that may be reached on behalf of tenants. */
export interface OutboundPolicy {
  /** True to allow private and loopback addresses, any port and plain http. */
  readonly allowPrivateAddresses: boolean;
}

/**
 * Returns the fault of a URL as a destination, as a message for the person who entered it; null when there is none.
 * A host is resolved only when a socket connects: then a private address is rejected as well.
 */
export function validateUrl(text: string, { allowPrivateAddresses }: OutboundPolicy): Message | null {
  if (text.length > MAX_URL_LENGTH)
    return localized('url-too-long', { max: MAX_URL_LENGTH, count: text.length });
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.hostname === '')
    return localized('url-incomplete', { form: 'https://shop.example.com/webhooks' });
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb || (url.protocol === 'http:' && !allowPrivateAddresses)) return localized('url-https-only');
  if (url.username !== '' || url.password !== '') return localized('url-with-password');
  if (url.hash !== '') return localized('url-with-fragment');
  if (allowPrivateAddresses) return null;
  if (isPrivateAddress(url.hostname.replace(/^\[|\]$/g, '')) || isLocalName(url.hostname))
    return localized('url-not-public');
  const port = url.port === '' ? null : Number(url.port);
  return port !== null && port < FIRST_FREE_PORT
    ? localized('url-port', { min: FIRST_FREE_PORT, port })
    : null;
}

/** Returns true for names that mean this machine everywhere (RFC 6761). */
const isLocalName = (hostname: string) => /(^|\.)localhost\.?$/.test(hostname);
