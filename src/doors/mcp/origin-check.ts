import { localized } from '../../kernel/problems/messages/message.ts';
import { Fault } from '../../kernel/refusal.ts';

/** No page of a stranger is ever loaded from these. */
const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Rejects requests of pages that are not ours, and those to a host name that is not ours, by which a stranger's page
 * could reach a server of the local network (DNS rebinding). Programs send no `Origin`.
 *
 * @throws Fault `origin-forbidden`
 */
export function refuseForeignPages(request: Request, trustedOrigins: readonly string[]): void {
  const origin = request.headers.get('origin');
  if (origin !== null && !trustedOrigins.includes(origin)) {
    const detail = localized('origin-not-trusted');
    throw new Fault('origin-forbidden', detail, { header: 'Origin' });
  }
  const hosts = [...LOOPBACK_HOSTS, ...trustedOrigins.map((trusted) => new URL(trusted).hostname)];
  // Without a port, as in tests, the address has the same value as the header.
  const given = request.headers.get('host') ?? new URL(request.url).host;
  if (hosts.includes(hostnameOf(given))) return;
  const detail = localized('host-not-own');
  throw new Fault('origin-forbidden', detail, { header: 'Host' });
}

function hostnameOf(host: string): string {
  const url = `http://${host}`;
  return URL.canParse(url) ? new URL(url).hostname : '';
}
