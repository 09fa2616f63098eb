// Risk: counting a large catalogue holds the event loop, so that all other requests wait for it.
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { termHash } from '../../../../src/modules/search/row/term.ts';
import { createTestOrganization } from '../../../support/catalogue.ts';
import { startMonitored } from '../../../support/monitored-process.ts';
import type { SegmentsProcessOptions } from '../../../support/segments-process.ts';

/** More than statements are left to count. */
const ROWS = 24_000;

test('segments are built and asked without holding the event loop', { timeout: 120_000 }, async () => {
  const catalogue = await createTestOrganization();
  const { connectionString, database, owner } = catalogue;
  const { organizationId } = owner;
  const [draft, published] = ['draft', 'published'].map((status) =>
    termHash(organizationId, ['status', status]),
  );
  await database.owner.query(
    `INSERT INTO search.product (organization_id, id, created_at, updated_at, key, terms, search_text, texts, long_texts, other)
     SELECT $1::uuid, lpad(to_hex(row), 32, '0')::uuid, 0, 0, row::text,
            ARRAY[CASE WHEN row % 3 = 0 THEN $2::bigint ELSE $3::bigint END, row]
              || ARRAY(SELECT (row * number) % 500 FROM generate_series(1, 10) AS number), '', '', '', '{}'
     FROM generate_series(1, $4::int) AS row`,
    [organizationId, draft, published, ROWS],
  );
  const options: SegmentsProcessOptions = { connectionString, organizationId };
  const script = fileURLToPath(new URL('../../../support/segments-process.ts', import.meta.url));
  {
    await using watched = await startMonitored([JSON.stringify(options)], {}, { script, ready: 'counting' });
    await watched.printed('counted by segments');
    await watched.expectHealthy({ loopMilliseconds: 100 }, 'counting');
    const facets = [
      [
        'status',
        [
          ['published', 16_000],
          ['draft', 8_000],
        ],
      ],
      ...['type', 'attribute_set', 'missing'].map((field) => [field, []]),
    ];
    expect(watched.output().stdout).toContain(`counted by segments: ${ROWS} ${JSON.stringify(facets)}`);
  }
  await catalogue.close();
});
