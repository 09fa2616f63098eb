import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import { RequestError } from '../../kernel/errors.ts';
import { decodeIdOf, encodeId } from '../../kernel/ids.ts';
import { localized } from '../../kernel/problems/messages/message.ts';

/** Parameters of a signed link besides its path. */
interface LinkParameters {
  readonly organization: string;
  /** Seconds since 1970. */
  readonly expires: string;
  readonly signature: string;
}

/** Makes links to files that open without a token, and validates them. */
export interface FileLinks {
  /** Returns the absolute URL of a path. */
  absolute(path: string): string;
  /**
   * Returns an absolute URL that opens a path of one organization, with the parameters given and no others, for so
   * many seconds and up to an hour more. Within one hour of the clock it is the same URL.
   */
  signed(
    path: string,
    organizationId: string,
    lifetimeSeconds: number,
    parameters?: Readonly<Record<string, string>>,
  ): string;
  /**
   * Returns the UUID of the organization that a signed link speaks for, and the seconds for which it is still valid.
   *
   * @param more the parameters it was signed with, in the same order
   * @throws RequestError `invalid-signature` for a link that we never issued, `expired-link`
   */
  check(
    path: string,
    parameters: LinkParameters,
    more?: Readonly<Record<string, string>>,
  ): { organizationId: string; remainingSeconds: number };
  /**
   * Returns a text that opens a path of one organization for exactly so many seconds, for the URLs of other servers.
   */
  pass(path: string, organizationId: string, lifetimeSeconds: number): string;
  /** Checks a pass. @throws RequestError `invalid-signature` for a pass that we never issued for the path, `expired-link` */
  checkPass(path: string, organizationId: string, pass: string): void;
}

/** Links of one hour expire together, so that they stay the same for that time and caches know them again. */
const STEP_SECONDS = 3_600;

/**
 * Creates links that are signed with HMAC-SHA-256 (RFC 2104) over path, organization and end of life.
 *
 * @param settings.secret a key of its own, see `deriveKey`
 * @param settings.publicUrl URL by which people reach the server
 */
export function createFileLinks(settings: {
  readonly secret: string;
  readonly publicUrl: string;
  readonly clock: Clock;
}): FileLinks {
  const { secret, publicUrl, clock } = settings;
  const absolute = (path: string) => new URL(path, publicUrl).href;
  const sign = (path: string, organization: string, expires: string) =>
    createHmac('sha256', secret).update(`${path}\n${organization}\n${expires}`).digest();
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1_000);
  const check: FileLinks['check'] = (path, { organization, expires, signature }, more = {}) => {
    const expected = sign(withQuery(path, more), organization, expires);
    const presentedSignature = Buffer.from(signature, 'base64url');
    const organizationId = decodeIdOf('Organization', organization);
    const isOurs =
      presentedSignature.length === expected.length && timingSafeEqual(presentedSignature, expected);
    if (!isOurs || organizationId === null) {
      throw new RequestError('invalid-signature', localized('link-invalid'));
    }
    const remainingSeconds = Number(expires) - nowSeconds();
    if (remainingSeconds <= 0) {
      throw new RequestError('expired-link', localized('link-expired'));
    }
    return { organizationId, remainingSeconds };
  };
  return {
    absolute,
    signed(path, organizationId, lifetimeSeconds, parameters = {}) {
      const organization = encodeId('Organization', organizationId);
      const expires = String(Math.ceil(nowSeconds() / STEP_SECONDS) * STEP_SECONDS + lifetimeSeconds);
      const signature = sign(withQuery(path, parameters), organization, expires).toString('base64url');
      return absolute(`${path}?${new URLSearchParams({ organization, expires, signature, ...parameters })}`);
    },
    check,
    pass(path, organizationId, lifetimeSeconds) {
      const expires = String(nowSeconds() + lifetimeSeconds);
      const signature = sign(path, encodeId('Organization', organizationId), expires);
      return `${expires}.${signature.toString('base64url')}`;
    },
    checkPass(path, organizationId, pass) {
      const [expires = '', signature = ''] = pass.split('.');
      check(path, { organization: encodeId('Organization', organizationId), expires, signature });
    },
  };
}

const withQuery = (path: string, parameters: Readonly<Record<string, string>>) =>
  Object.keys(parameters).length === 0 ? path : `${path}?${new URLSearchParams(parameters)}`;

/** Returns a text without the changing part of its signed links, so that equal content compares equal. */
export function stripSignatures(text: string): string {
  return text.replace(/expires=\d+&signature=[\w-]+|\b\d{10}\.[\w-]{43}/g, '');
}
