import type { Catalogue } from '../app.ts';
import type { Config } from '../config.ts';
import { SCOPES } from '../kernel/scopes.ts';
import { createAccessToken } from '../modules/access-token/index.ts';
import { listMembers, openPersonSession } from '../modules/organization/index.ts';
import { newId } from '../platform/new-id.ts';
import { systemSession } from '../platform/operation/system-session.ts';
import { CommandError } from './explain-failure.ts';
import { chooseOrganization, withCatalogue } from './with-catalogue.ts';

export interface TokenRequest {
  readonly organization?: string;
  readonly name: string;
  /** Separated by commas; all when left out. */
  readonly scopes?: string;
  /** For whom it acts; the first owner when left out. */
  readonly email?: string;
}

/** `token create`: makes a token and prints it, the only time that it is told. */
export async function createToken(config: Config, request: TokenRequest): Promise<void> {
  await withCatalogue(config, async (catalogue) => {
    const organization = await chooseOrganization(catalogue, request.organization);
    const origin = { door: 'command-line', requestId: newId() } as const;
    const email = request.email ?? (await findOwner(catalogue, organization.id));
    const session = await openPersonSession(catalogue.database.owner, organization.id, email, origin);
    if (session === null) throw new CommandError(`${email} is not a member of ${organization.name}.`);
    const scopes = request.scopes?.split(',').map((scope) => scope.trim()) ?? SCOPES;
    const { output } = await catalogue.runner.write(session, createAccessToken, {
      name: request.name,
      scopes,
    });
    process.stdout.write(`${output.token}\n`);
  });
}

async function findOwner({ runner }: Catalogue, organizationId: string): Promise<string> {
  const session = systemSession(organizationId, { door: 'command-line', requestId: newId() });
  const members = await runner.read(session, listMembers, { first: 100 });
  const owner = members.items.find(({ role }) => role === 'owner');
  if (owner === undefined) throw new CommandError('Say for whom: --email with the address of a member.');
  return owner.email;
}
