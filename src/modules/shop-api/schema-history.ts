import type { Transaction } from '../../kernel/operation.ts';
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';
import {
  findSchemaRecords,
  type SchemaRecord,
  type Storefront,
  saveSchemaRecord,
} from '../storefront/index.ts';
import type { CatalogueStructure } from '../structure/index.ts';
import type { ExposedCatalogue } from './exposed-catalogue.ts';
import {
  type DeprecatedElement,
  decodeElements,
  deprecatedElements,
  encodeElements,
  isRemoved,
  schemaDigest,
  schemaElementsOf,
  utcDate,
} from './schema-elements.ts';

/** A process may be told by others what the schema has while it looks. */
const MAX_ATTEMPTS = 3;

/** Returns the parts that left the schema since the last response to a storefront, or within the days before that. */
export function deprecatedSince(
  record: SchemaRecord | null | undefined,
  catalogue: ExposedCatalogue,
  now: Date,
): readonly DeprecatedElement[] {
  // Nothing was removed, and nothing is.
  if (record == null || record.digest === catalogue.digest) return [];
  return deprecatedElements(decodeElements(record.parts), schemaElementsOf(catalogue), utcDate(now));
}

/**
 * Returns the same for a storefront that is about to get a response; remembers what its schema has. Configuration and
 * exposure of an earlier time, which a process may have for a time, change nothing.
 */
export async function recordSchema(
  transaction: Transaction,
  of: {
    readonly structure: CatalogueStructure;
    readonly storefront: Storefront;
    readonly catalogue: ExposedCatalogue;
    readonly now: Date;
  },
): Promise<readonly DeprecatedElement[]> {
  const { structure, storefront, catalogue, now } = of;
  const { organizationId, id, version } = storefront;
  for (let attempt = 1; ; attempt += 1) {
    const record = (await findSchemaRecords(transaction, organizationId, [id])).get(id) ?? null;
    if (
      record !== null &&
      (record.structureRevision > structure.revision || record.storefrontVersion > version)
    )
      // A part that this catalogue lacks and the history has is still to come: the history is newer.
      return deprecatedElements(
        decodeElements(record.parts).filter(isRemoved),
        schemaElementsOf(catalogue),
        utcDate(now),
      );
    const removed = deprecatedSince(record, catalogue, now);
    const digest = schemaDigest(catalogue, removed);
    if (record?.digest === digest || attempt > MAX_ATTEMPTS) return removed;
    await yieldToEventLoop();
    const next: SchemaRecord = {
      structureRevision: structure.revision,
      storefrontVersion: version,
      digest,
      parts: encodeElements([...schemaElementsOf(catalogue), ...removed]),
    };
    if (await saveSchemaRecord(transaction, storefront, next, now, record?.digest ?? null)) return removed;
  }
}
