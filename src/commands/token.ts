import type { AppContext } from '../app.ts';
import type { Config } from '../config.ts';
import { SCOPES } from '../kernel/scopes.ts';
import { createAccessToken } from '../modules/access-token/index.ts';
import { listMembers, openUserSession } from '../modules/organization/index.ts';
import { createStorefrontKey } from '../modules/storefront-key/index.ts';
import { newId } from '../platform/new-id.ts';
import { systemSession } from '../platform/operation/system-session.ts';
import { CommandError } from './describe-failure.ts';
import { chooseOrganization, withAppContext } from './with-app-context.ts';

interface ForMember {
  readonly organization?: string;
  /** E-mail of the person for whom it acts; the first owner when left out. */
  readonly email?: string;
}

interface TokenRequest extends ForMember {
  readonly name: string;
  /** Scopes, separated by commas; all when left out. */
  readonly scopes?: string;
}

interface KeyRequest extends ForMember {
  /** Code of the storefront. */
  readonly storefront: string;
  readonly name: string;
  readonly kind: 'publishable' | 'secret';
}

/** Runs `token create`: makes a token and prints it, the only time that it is shown. */
export const createToken = (config: Config, request: TokenRequest): Promise<void> =>
  withAppContext(config, async (catalogue) => {
    const session = await openSession(catalogue, request);
    const scopes = request.scopes?.split(',').map((scope) => scope.trim()) ?? SCOPES;
    const { output } = await catalogue.runner.write(session, createAccessToken, {
      name: request.name,
      scopes,
    });
    process.stdout.write(`${output.token}\n`);
  });

/** Runs `key create`: makes a key of a storefront and prints it. */
export const createKey = (config: Config, request: KeyRequest): Promise<void> =>
  withAppContext(config, async (catalogue) => {
    const session = await openSession(catalogue, request);
    const { storefront, name, kind } = request;
    const { output } = await catalogue.runner.write(session, createStorefrontKey, { storefront, name, kind });
    process.stdout.write(`${output.key}\n`);
  });

async function openSession(catalogue: AppContext, request: ForMember) {
  const organization = await chooseOrganization(catalogue, request.organization);
  const origin = { door: 'command-line', requestId: newId() } as const;
  const email = request.email ?? (await findOwner(catalogue, organization.id));
  const session = await openUserSession(catalogue.database.owner, organization.id, email, origin);
  if (session === null) throw new CommandError(`${email} is not a member of ${organization.name}.`);
  return session;
}

async function findOwner({ runner }: AppContext, organizationId: string): Promise<string> {
  const session = systemSession(organizationId, { door: 'command-line', requestId: newId() });
  const members = await runner.read(session, listMembers, { first: 100 });
  const owner = members.items.find(({ role }) => role === 'owner');
  if (owner === undefined) throw new CommandError('Say for whom: --email with the address of a member.');
  return owner.email;
}
