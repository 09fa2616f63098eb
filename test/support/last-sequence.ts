import type { TestOrganization } from './catalogue.ts';

/** The number of the last event of an organization; 0 when it has none. */
export async function lastSequenceOf(
  { database }: TestOrganization,
  organizationId: string,
): Promise<number> {
  const { rows } = await database.owner.query<{ last: number }>(
    'SELECT last_sequence::int AS last FROM ledger.counter WHERE organization_id = $1',
    [organizationId],
  );
  return rows[0]?.last ?? 0;
}
