import { openAppContext } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createAccessToken } from '../../src/modules/access-token/index.ts';
import { openUserSession, provisionOrganization } from '../../src/modules/organization/index.ts';
import { MODULES } from '../../src/modules.ts';
import { createTestDatabase } from './postgres-server.ts';
import { silentLog } from './silent-log.ts';
import { createTestFolder } from './test-folder.ts';

const OWNER = { name: 'Owner', email: 'owner@example.test', password: 'correct horse battery' };

/** A database with one organization, for programs that run as processes of their own. */
export async function createClothingDatabase() {
  const database = await createTestDatabase();
  const folder = await createTestFolder();
  const environment = {
    DATABASE_URL: database.connectionString,
    SECRET: 'a secret for tests, forty characters long',
    DATA_DIR: folder.path,
  };
  const catalogue = await openAppContext(readConfig(environment), silentLog, 'require');
  const { owner } = catalogue.database;
  const setUp = { owner, clock: catalogue.clock };
  const shop = { name: 'Shop', owner: OWNER };
  const { organizationId } = await provisionOrganization(setUp, shop, MODULES);
  const session = await openUserSession(owner, organizationId, OWNER.email, {
    door: 'console',
    requestId: 'test',
  });
  if (session === null) throw new Error('The owner is missing.');
  const request = { name: 'Writer', scopes: ['products:read', 'products:write'] } as const;
  const { token } = (await catalogue.runner.write(session, createAccessToken, request)).output;
  await catalogue.close();
  return {
    /** What programs need in their environment. */
    environment,
    connectionString: database.connectionString,
    /** Reads and writes products. */
    token,
    async drop() {
      await database.drop();
      await folder.remove();
    },
  };
}
