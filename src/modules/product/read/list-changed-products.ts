import { RequestError } from '../../../kernel/errors.ts';
import type { ReadContext } from '../../../kernel/operation.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import type { NamingEvent } from '../../../platform/ledger/changed-objects.ts';
import type { PrismaReadContext } from '../../../platform/operation/context.ts';
import { type ResolvedChanges, walkChanges } from '../../event/index.ts';
import { ALL_PRODUCTS, findProductIds } from '../../search/index.ts';
import { readStructure } from '../../structure/index.ts';
import { findChangedBelow } from './changed-products.store.ts';
import { loadProductsById } from './listed-product.store.ts';
import { ALL_FIELDS } from './listed-product.ts';
import type { ListProductsInput, ProductPage } from './product-page.ts';

/**
 * Returns the products of a list that changed since a token, themselves or by a model above them, in the order of their
 * events.
 *
 * @throws RequestError as `walkChanges`, and `invalid-parameter` for an order of another kind, totals and facets
 */
export async function listChangedProducts(
  context: PrismaReadContext,
  { filter, sort, parts = ALL_FIELDS, ...request }: ListProductsInput,
): Promise<ProductPage> {
  if (sort != null && sort.length > 0) throw refuse('sort', localized('changes-have-an-order'));
  const structure = await readStructure(context);
  const { organizationId } = context.session;
  const page = await walkChanges(context, request, {
    resource: 'product',
    resolve: (events) => resolveWithBelow(context, events),
    async listed(ids) {
      if (ids.length === 0) return new Set();
      const options = { structure, visibility: ALL_PRODUCTS, within: { kind: 'id', ids } } as const;
      return new Set(await findProductIds(context, { filter }, options, ids.length));
    },
  });
  const ids = page.items.map(({ id }) => id);
  const tokens = new Map(page.items.map(({ id, token }) => [id, token]));
  // One that was deleted since it was found has a later event.
  const items = await loadProductsById(context, organizationId, ids, parts);
  return {
    items,
    structure,
    cursorAt: (index) => tokens.get(items[index]?.id ?? '') ?? page.syncToken,
    endCursor: page.syncToken,
    hasNextPage: page.hasNextPage,
    changes: { syncToken: page.syncToken, changedUntil: null, removed: page.removed },
    count: async () => {
      throw refuse('changedSince', localized('changes-not-counted'));
    },
    facets: async ({ fields }) => {
      if (fields.length === 0) return [];
      throw refuse('facets', localized('changes-without-facets'));
    },
    suggestions: async () => [],
  };
}

const refuse = (parameter: string, message: Message) =>
  new RequestError('invalid-parameter', message, { parameter });

/** Maximum number of products that are examined together; a model with more is examined alone. */
const MAXIMUM_PRODUCTS = 5_000;

async function resolveWithBelow(
  context: ReadContext,
  events: readonly NamingEvent[],
): Promise<ResolvedChanges> {
  const { organizationId } = context.session;
  const eventTargets = events.flatMap(({ ids }, event) => ids.map((id) => ({ id, event })));
  const below = async (within: typeof eventTargets, limit: number | null) => {
    const ids = within.map(({ id }) => id);
    const changedProducts = await findChangedBelow(context, organizationId, ids, limit);
    return changedProducts.map(({ id, index }) => ({ id, event: within[index]?.event ?? 0 }));
  };
  let changedItems = await below(eventTargets, MAXIMUM_PRODUCTS);
  // The event at the limit is not complete.
  let resolvedEvents =
    changedItems.length < MAXIMUM_PRODUCTS ? events.length : (changedItems.at(-1)?.event ?? 0);
  if (resolvedEvents === 0) {
    resolvedEvents = 1;
    changedItems = await below(
      eventTargets.filter(({ event }) => event === 0),
      null,
    );
  }
  const objects = changedItems
    .filter(({ event }) => event < resolvedEvents)
    .map(({ id, event }) => ({ id, sequence: events[event]?.sequence ?? 0 }));
  return { objects, resolvedEvents };
}
