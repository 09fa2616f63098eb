import { type ExecutionResult, execute, parse, validate } from 'graphql';
import { OperationBudget } from '../../src/kernel/budget/operation-budget.ts';
import { createCursors } from '../../src/kernel/page.ts';
import {
  createMediaLinks,
  createShopContext,
  createShopSchemas,
  type ShopSchemaCache,
  type ShopScope,
} from '../../src/modules/shop-api/index.ts';
import type { Storefront } from '../../src/modules/storefront/index.ts';
import { readStructure } from '../../src/modules/structure/index.ts';
import { MODULES } from '../../src/modules.ts';
import { pgTransaction } from '../../src/platform/database/transaction.ts';
import { newId } from '../../src/platform/new-id.ts';
import { systemSession } from '../../src/platform/operation/system-session.ts';
import type { TestOrganization } from './catalogue.ts';

/** A storefront of the demo catalogue that exposes all attributes but those named. */
export function demoStorefront(organizationId: string, changes: Partial<Storefront> = {}): Storefront {
  return {
    id: newId(),
    organizationId,
    version: 1,
    code: 'shop',
    labels: {},
    channel: 'webshop',
    locales: ['en_US', 'de_DE'],
    currencies: ['EUR', 'USD'],
    attributes: [],
    entityTypes: [],
    associationTypes: [],
    externalSystems: [],
    facets: [],
    categoryFacets: {},
    previewUrl: null,
    active: true,
    ...changes,
  };
}

/** Asks the schema of a storefront below the doors. */
export async function openShop(
  catalogue: Pick<TestOrganization, 'database'>,
  storefront: Storefront,
  schemas: ShopSchemaCache = createShopSchemas(),
) {
  const { organizationId } = storefront;
  const session = systemSession(organizationId, { door: 'graphql', requestId: 'test' });
  const transaction = pgTransaction(catalogue.database.of(organizationId).pool);
  const structure = await readStructure({ ...transaction, session });
  const { schema, catalogue: exposed } = await schemas.of(structure, storefront);
  const mediaLinks = createMediaLinks({ secret: 'test', absolute: (path) => `http://shop.test${path}` });
  const scope: ShopScope = {
    locale: storefront.locales[0] ?? '',
    currency: storefront.currencies[0] ?? null,
    preview: false,
  };
  const ask = async (document: string, changes: Partial<ShopScope> = {}): Promise<ExecutionResult> => {
    const parsed = parse(document);
    const faults = validate(schema, parsed);
    if (faults.length > 0) throw new Error(faults.map(({ message }) => message).join('\n'));
    const requestedScope = { ...scope, ...changes };
    const { channel } = storefront;
    const pool = catalogue.database.delivery(organizationId, { channel, ...requestedScope });
    const contextValue = createShopContext({
      ...requestedScope,
      transaction: pgTransaction(pool),
      budget: new OperationBudget(),
      session,
      modules: MODULES,
      now: new Date(),
      cursors: createCursors('test').of(organizationId),
      storefront,
      catalogue: exposed,
      structure,
      mediaLinks,
    });
    return execute({ schema, document: parsed, contextValue });
  };
  return { schema, catalogue: exposed, structure, ask };
}
