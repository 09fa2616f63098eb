// Risk: the numbers of one attribute are counted as those of another that has got its search column.
import { expect, test } from 'vitest';
import { SegmentService } from '../../../../src/modules/search/segments/segment-service.ts';
import { createTestOrganization } from '../../../support/catalogue.ts';

test('numbers of a column are read again when the configuration has changed', async () => {
  const catalogue = await createTestOrganization();
  const { connectionString, database, owner } = catalogue;
  const { organizationId } = owner;
  await database.owner.query(
    `INSERT INTO search.product (organization_id, id, created_at, updated_at, key, terms, search_text, texts, long_texts, other, n1, n2)
     SELECT $1::uuid, lpad(to_hex(row), 32, '0')::uuid, 0, 0, row::text, '{}', '', '', '', '{}', row, row + 1000
     FROM generate_series(1, 50) AS row`,
    [organizationId],
  );
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const service = new SegmentService({ connectionString, memoryBytes: 10_000_000, onError });
  const revision = async (change: string) => {
    const { rows } = await database.owner.query<{ revision: number }>(
      `UPDATE public.organization SET structure_revision = structure_revision${change} WHERE id = $1
       RETURNING structure_revision AS revision`,
      [organizationId],
    );
    return rows[0]?.revision ?? 0;
  };
  const bounds = (of: number) =>
    service.ask({
      organizationId,
      revision: of,
      questions: [{ kind: 'bounds', condition: { kind: 'and', of: [] }, numbers: ['row.n1'] }],
    });

  const first = await revision('');
  await expect.poll(() => bounds(first)).toEqual([[1, 50]]);
  await database.owner.query('UPDATE search.product SET n1 = n2 WHERE organization_id = $1', [
    organizationId,
  ]);
  const second = await revision(' + 1');
  expect(await bounds(first)).toBeNull();
  await expect.poll(() => bounds(second)).toEqual([[1001, 1050]]);
  expect(errors).toEqual([]);
  await service.close();
  await catalogue.close();
});
