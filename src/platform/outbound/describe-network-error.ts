import { localized, type Message } from '../../kernel/problems/messages/message.ts';

const EXPLANATIONS: Readonly<Record<string, Message>> = {
  ENOTFOUND: localized('network-host-not-found'),
  EAI_AGAIN: localized('network-lookup-failed'),
  ECONNREFUSED: localized('network-connection-refused'),
  ECONNRESET: localized('network-connection-reset'),
  EPIPE: localized('network-connection-reset'),
  EHOSTUNREACH: localized('network-host-unreachable'),
  ENETUNREACH: localized('network-host-unreachable'),
  ETIMEDOUT: localized('network-timeout'),
  HPE_HEADER_OVERFLOW: localized('network-headers-too-large'),
  ERR_IP_BLOCKED: localized('network-address-private'),
};

/** Describes the fault that broke a connection in a few words; never with an address. */
export function describeNetworkError(error: unknown): Message {
  const codes = codesOf(error);
  const explanation = codes.map((code) => EXPLANATIONS[code]).find((phrase) => phrase !== undefined);
  if (explanation !== undefined) return explanation;
  if (codes.some((code) => code.startsWith('HPE_'))) return localized('network-not-http');
  const reason = codes[0] ?? (error instanceof Error ? error.name : 'unknown');
  return codes.some((code) => /CERT|SSL|TLS|SIGNED|ISSUER/.test(code))
    ? localized('network-tls-failed', { reason })
    : localized('network-request-failed', { reason });
}

/** Returns the codes of an error and of its causes; of several addresses that were tried, those of each. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { code } = error as { code?: unknown };
  const inner = error instanceof AggregateError ? error.errors : [];
  return [...(typeof code === 'string' ? [code] : []), ...inner.flatMap(codesOf), ...codesOf(error.cause)];
}
