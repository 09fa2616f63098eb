import { isPrivateAddress } from './private-addresses.ts';

const LONGEST_URL = 2_048;
/** Lowest allowed port; those below belong to other protocols than HTTP. */
const FIRST_FREE_PORT = 1_024;

/** Policy for the addresses that may be reached on behalf of tenants. */
export interface OutboundPolicy {
  /** True to allow private and loopback addresses, any port and plain http. */
  readonly allowPrivateAddresses: boolean;
}

/**
 * Returns the fault of a URL as a destination, as a sentence for the person who entered it; null when there is none.
 * A host is resolved only when a socket connects: then a private address is rejected as well.
 */
export function validateUrl(text: string, { allowPrivateAddresses }: OutboundPolicy): string | null {
  if (text.length > LONGEST_URL) return `A URL has up to ${LONGEST_URL} characters, not ${text.length}.`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.hostname === '') return 'Give a whole URL, like https://shop.example.com/webhooks.';
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb || (url.protocol === 'http:' && !allowPrivateAddresses))
    return 'Only https is allowed, so that nobody can read or change the data in transit.';
  if (url.username !== '' || url.password !== '')
    return 'A URL is visible to everyone who can read settings. Put passwords into a header instead.';
  if (url.hash !== '') return 'The part after # is never sent. Remove it.';
  if (allowPrivateAddresses) return null;
  if (isPrivateAddress(url.hostname.replace(/^\[|\]$/g, '')) || isLocalName(url.hostname))
    return 'This address is not of the public internet.';
  const port = url.port === '' ? null : Number(url.port);
  return port !== null && port < FIRST_FREE_PORT
    ? `The port is 443 or one from ${FIRST_FREE_PORT} on, not ${port}.`
    : null;
}

/** Returns true for names that mean this machine everywhere (RFC 6761). */
const isLocalName = (hostname: string) => /(^|\.)localhost\.?$/.test(hostname);
