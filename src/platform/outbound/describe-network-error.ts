const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host was not found',
  EAI_AGAIN: 'the host could not be looked up',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed or reset',
  EPIPE: 'the connection was closed or reset',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'the connection timed out',
  HPE_HEADER_OVERFLOW: 'the headers of the answer are too large',
  ERR_IP_BLOCKED: 'the address is not of the public internet',
};

/** Describes the fault that broke a connection in a few words; never with an address. */
export function describeNetworkError(error: unknown): string {
  const codes = codesOf(error);
  const explanation = codes.map((code) => WORDS[code]).find((phrase) => phrase !== undefined);
  if (explanation !== undefined) return explanation;
  if (codes.some((code) => code.startsWith('HPE_'))) return 'the answer is not HTTP';
  if (codes.some((code) => /CERT|SSL|TLS|SIGNED|ISSUER/.test(code)))
    return `the TLS connection failed (${codes[0]})`;
  return `the request failed (${codes[0] ?? (error instanceof Error ? error.name : 'unknown')})`;
}

/** Returns the codes of an error and of its causes; of several addresses that were tried, those of each. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { code } = error as { code?: unknown };
  const inner = error instanceof AggregateError ? error.errors : [];
  return [...(typeof code === 'string' ? [code] : []), ...inner.flatMap(codesOf), ...codesOf(error.cause)];
}
