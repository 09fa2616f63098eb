import type { Vault } from '../../../platform/secret/vault.ts';
import type { EndpointRow } from './endpoint-state.ts';
import { isReservedHeader } from './reserved-headers.ts';

/** Says to the vault whose secret it keeps. */
const aboutSecret = (endpointId: string) => `webhook secret ${endpointId}`;
const aboutHeaders = (endpointId: string) => `webhook headers ${endpointId}`;

/** Returns PostgreSQL's hexadecimal text of bytes. */
const toHex = (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`;
const fromHex = (text: string) => Buffer.from(text.slice(2), 'hex');

export const sealSecret = (vault: Vault, endpointId: string, secret: string): string =>
  toHex(vault.seal(secret, aboutSecret(endpointId)));

/** Values of headers by name. */
export type HeaderValues = Readonly<Record<string, string>>;

export function sealHeaders(vault: Vault, endpointId: string, headers: HeaderValues): string | null {
  if (Object.keys(headers).length === 0) return null;
  return toHex(vault.seal(JSON.stringify(headers), aboutHeaders(endpointId)));
}

type Sealed = Pick<
  EndpointRow,
  'id' | 'sealedHeaders' | 'sealedSecret' | 'sealedPreviousSecret' | 'previousSecretUntil'
>;

/** Returns the headers of an endpoint. Reserved ones, which earlier releases took, are left out. */
export function openHeaders(vault: Vault, { id, sealedHeaders }: Sealed): HeaderValues {
  if (sealedHeaders === null) return {};
  const headers = JSON.parse(vault.open(fromHex(sealedHeaders), aboutHeaders(id))) as HeaderValues;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isReservedHeader(name)));
}

/** Returns the secrets that sign at a time: the present one, and for a day after a rotation the one before. */
export function openSecrets(vault: Vault, endpoint: Sealed, now: Date): readonly string[] {
  const open = (sealed: string) => vault.open(fromHex(sealed), aboutSecret(endpoint.id));
  const { sealedSecret, sealedPreviousSecret, previousSecretUntil } = endpoint;
  const isInOverlap =
    sealedPreviousSecret !== null && previousSecretUntil !== null && previousSecretUntil > now.toISOString();
  return [open(sealedSecret), ...(isInOverlap ? [open(sealedPreviousSecret)] : [])];
}

/** Seals by the present key what an earlier one has sealed; null when there is nothing to do. */
export function reencryptSecrets(vault: Vault, endpoint: EndpointRow): EndpointRow | null {
  const anew = (sealed: string | null, about: string) =>
    sealed === null || vault.isCurrent(fromHex(sealed))
      ? sealed
      : toHex(vault.seal(vault.open(fromHex(sealed), about), about));
  const next = {
    ...endpoint,
    sealedSecret: anew(endpoint.sealedSecret, aboutSecret(endpoint.id)) ?? endpoint.sealedSecret,
    sealedPreviousSecret: anew(endpoint.sealedPreviousSecret, aboutSecret(endpoint.id)),
    sealedHeaders: anew(endpoint.sealedHeaders, aboutHeaders(endpoint.id)),
  };
  const isSame =
    next.sealedSecret === endpoint.sealedSecret &&
    next.sealedPreviousSecret === endpoint.sealedPreviousSecret &&
    next.sealedHeaders === endpoint.sealedHeaders;
  return isSame ? null : next;
}
