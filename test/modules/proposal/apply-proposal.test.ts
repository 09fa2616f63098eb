// Risk: a company's first file makes another catalogue than was proposed, loses cells on the way, or cannot be corrected and undone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeIdOf } from '../../../src/kernel/ids.ts';
import type { Session } from '../../../src/kernel/session.ts';
import { storeUpload, uploadIdOf } from '../../../src/modules/import/index.ts';
import { provisionOrganization } from '../../../src/modules/organization/index.ts';
import { MODULES } from '../../../src/modules.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';
import { createImportHarness } from '../../support/imports.ts';
import { MADE_UP_FILES, type MadeUpFile, tableOf } from './made-up-files.ts';

let catalogue: TestOrganization;
beforeAll(async () => {
  catalogue = await createTestOrganization();
});
afterAll(() => catalogue.close());

async function addEmptyOrganization(): Promise<Session> {
  const person = {
    name: 'Owner',
    email: `${crypto.randomUUID()}@example.test`,
    password: 'correct horse battery',
  };
  const { organizationId } = await provisionOrganization(
    { owner: catalogue.database.owner, clock: { now: () => new Date() } },
    { name: 'Empty', owner: person },
    MODULES,
  );
  const { rows } = await catalogue.database.owner.query<{ userId: string }>(
    'SELECT "userId" FROM auth.member WHERE "organizationId" = $1',
    [organizationId],
  );
  return { ...sessionOf(organizationId), userId: rows[0]?.userId ?? null };
}

const APPLY = `mutation ($input: ApplyProposalInput!, $dryRun: Boolean! = false) {
  applyProposal(input: $input, dryRun: $dryRun) {
    __typename
    ... on ApplyProposalPayload {
      columns { column use type attribute label exists target unit currency locale separator options sure reason alternatives examples filled invalid }
      channel attributeSet headerRow created updated unchanged mapping totalRows
      rows { row ref outcome errors { column code message } } jobId dryRun
    }
    ... on Problem { code errors { code path message } }
  }
}`;

async function execute(document: string, variables: object, session: Session) {
  const { data, errors } = await catalogue.execute(document, { ...variables }, session);
  if (errors !== undefined) throw new Error(JSON.stringify(errors));
  return data as Record<string, unknown>;
}

interface Applied {
  readonly code?: string;
  readonly errors?: readonly {
    readonly code: string;
    readonly path: readonly string[];
    readonly message: string;
  }[];
  readonly columns: readonly {
    readonly column: string;
    readonly use: string;
    readonly type: string | null;
    readonly attribute: string | null;
    readonly target: string | null;
    readonly exists: boolean;
    readonly locale: string | null;
  }[];
  readonly created: number;
  readonly unchanged: number;
  readonly headerRow: number;
  readonly rows: readonly { readonly outcome: string; readonly errors: readonly object[] }[] | null;
  readonly jobId: string | null;
}

const apply = async (session: Session, input: object, dryRun = false): Promise<Applied> =>
  (await execute(APPLY, { input, dryRun }, session)).applyProposal as Applied;

/** Imports as the job of a proposal does. Returns its counts and errors. */
async function runJobOf(session: Session, { jobId }: Applied) {
  const { work, details } = createImportHarness({ ...catalogue, owner: session as never });
  const id = decodeIdOf('Job', jobId ?? '') ?? '';
  await work(id);
  return details(id);
}

const quoted = (cell: string) => (/[;"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const toCsv = (table: readonly (readonly string[])[]) =>
  table.map((cells) => `${cells.map(quoted).join(';')}\n`).join('');

async function upload(session: Session, text: string, name = 'products.csv') {
  async function* chunks() {
    yield Buffer.from(text);
  }
  const { organizationId } = session;
  return uploadIdOf(await storeUpload(catalogue.storage, chunks(), { organizationId, name }));
}

/** Returns a made-up file without its images, which nobody serves. */
const withoutImages = (file: MadeUpFile): MadeUpFile => ({
  ...file,
  columns: Object.fromEntries(
    Object.entries(file.columns).filter(([, { expected }]) => !expected.startsWith('media')),
  ),
});

describe('a catalogue of a table', () => {
  test.each(MADE_UP_FILES.map(withoutImages))(
    '$name: proposed, made and imported without a lost cell',
    async (file) => {
      const session = await addEmptyOrganization();
      const { columns, rows } = tableOf(file);
      const uploadId = await upload(session, toCsv([columns, ...rows]));
      const input = { uploadId, locales: ['en_US', 'de_DE'], currencies: ['EUR'] };
      const proposed = await apply(session, input, true);
      expect(proposed.errors ?? []).toEqual([]);
      expect(proposed.rows?.flatMap(({ errors }) => errors)).toEqual([]);
      expect(await countAttributes(session)).toBe(0);
      const applied = await apply(session, input);
      expect(applied.columns).toEqual(proposed.columns);
      expect(await countAttributes(session)).toBe(
        new Set(applied.columns.flatMap(({ attribute }) => attribute ?? [])).size,
      );
      const imported = await runJobOf(session, applied);
      expect([imported.errors, imported.failure]).toEqual([[], null]);
      expect([imported.created, imported.failed]).toEqual([file.rows, 0]);
      // Nothing new is proposed for the same file.
      const again = await apply(session, input, true);
      expect(again.columns.filter(({ use }) => use === 'ATTRIBUTE').every(({ exists }) => exists)).toBe(true);
      expect(again.created).toBe(0);
      expect(new Set(again.rows?.map(({ outcome }) => outcome))).toEqual(new Set(['UNCHANGED']));
    },
  );

  test('values are what the cells say: units, currencies, dates, lists, languages, categories', async () => {
    const session = await addEmptyOrganization();
    const text = toCsv([
      ['Spring list 2027', '', '', '', '', '', '', ''],
      ['SKU', 'Name EN', 'Name DE', 'Weight (g)', 'Price', 'Category', 'Tags', 'Vegan'],
      ['A-1', 'Green tea', 'Grüner Tee', '1.250', '4,50 €', 'Tea > Green', 'hot|cold', 'J'],
      ['A-2', 'Black tea', 'Schwarzer Tee', '80,5', '3,00 €', 'Tea > Black', 'hot', 'N'],
      ['A-3', 'Mug', 'Tasse', 'n/a', '12,00 €', 'Cups', 'cold|hot', 'J'],
    ]);
    const uploadId = await upload(session, text);
    const input = { uploadId, locales: ['en_US', 'de_DE'], currencies: ['EUR'], publish: true };
    const applied = await apply(session, input);
    expect(applied.headerRow).toBe(2);
    expect((await runJobOf(session, applied)).errors).toEqual([]);
    const { rows } = await catalogue.database.owner.query(
      'SELECT sku, status, categories, "values" FROM public.product WHERE organization_id = $1 ORDER BY sku',
      [session.organizationId],
    );
    expect(rows).toMatchInlineSnapshot(`
      [
        {
          "categories": [
            "green",
          ],
          "sku": "A-1",
          "status": "published",
          "values": {
            "name": [
              {
                "locale": "de_DE",
                "value": "Grüner Tee",
              },
              {
                "locale": "en_US",
                "value": "Green tea",
              },
            ],
            "price": [
              {
                "value": [
                  {
                    "amount": "4.50",
                    "currency": "EUR",
                  },
                ],
              },
            ],
            "tags": [
              {
                "value": [
                  "hot",
                  "cold",
                ],
              },
            ],
            "vegan": [
              {
                "value": true,
              },
            ],
            "weight": [
              {
                "value": {
                  "amount": "1250",
                  "unit": "GRAM",
                },
              },
            ],
          },
        },
        {
          "categories": [
            "black",
          ],
          "sku": "A-2",
          "status": "published",
          "values": {
            "name": [
              {
                "locale": "de_DE",
                "value": "Schwarzer Tee",
              },
              {
                "locale": "en_US",
                "value": "Black tea",
              },
            ],
            "price": [
              {
                "value": [
                  {
                    "amount": "3.00",
                    "currency": "EUR",
                  },
                ],
              },
            ],
            "tags": [
              {
                "value": [
                  "hot",
                ],
              },
            ],
            "vegan": [
              {
                "value": false,
              },
            ],
            "weight": [
              {
                "value": {
                  "amount": "80.5",
                  "unit": "GRAM",
                },
              },
            ],
          },
        },
        {
          "categories": [
            "cups",
          ],
          "sku": "A-3",
          "status": "published",
          "values": {
            "name": [
              {
                "locale": "de_DE",
                "value": "Tasse",
              },
              {
                "locale": "en_US",
                "value": "Mug",
              },
            ],
            "price": [
              {
                "value": [
                  {
                    "amount": "12.00",
                    "currency": "EUR",
                  },
                ],
              },
            ],
            "tags": [
              {
                "value": [
                  "cold",
                  "hot",
                ],
              },
            ],
            "vegan": [
              {
                "value": true,
              },
            ],
          },
        },
      ]
    `);
  });

  test('choices and categories that only later rows have are created, too, and more than one model holds', async () => {
    const session = await addEmptyOrganization();
    const count = 6_000;
    const rows = Array.from({ length: count }, (_, row) => [
      `P-${row}`,
      `Product ${row}`,
      row < count - 5 ? ['Red', 'Blue'][row % 2] : 'Late green',
      row < count - 5 ? (row % 3 === 0 ? 'hot|cold' : 'hot') : 'late|hot',
      `Shop > Department ${row % 30} > Shelf ${row % 600}`,
    ]) as string[][];
    const uploadId = await upload(session, toCsv([['SKU', 'Name', 'Color', 'Uses', 'Category'], ...rows]));
    const applied = await apply(session, { uploadId });
    expect(applied.errors ?? []).toEqual([]);
    const imported = await runJobOf(session, applied);
    expect([imported.created, imported.failed, imported.errors]).toEqual([count, 0, []]);
    const { categories } = await execute('{ categories(first: 1) { totalCount } }', {}, session);
    expect(categories).toEqual({ totalCount: 1 + 1 + 30 + 600 });
  }, 60_000);

  test('the separators of lists are those at which the import splits', async () => {
    const session = await addEmptyOrganization();
    const rows = Array.from({ length: 24 }, (_, row) => ({
      sku: `S-${row}`,
      Name: `Thing ${row}`,
      Fineness: ['Gold 750/1000', 'Silver 925/1000'][row % 2],
      Mix: ['Wool, Silk', 'Wool', 'Silk, Linen', 'Linen, Wool'][row % 4],
    }));
    const applied = await apply(session, { rows });
    expect(applied.columns.map(({ type }) => type)).toEqual([null, 'TEXT', 'SELECT', 'MULTI_SELECT']);
    expect((await runJobOf(session, applied)).errors).toEqual([]);
  });

  test('decisions change what is made, and those that do not fit are rejected', async () => {
    const session = await addEmptyOrganization();
    const rows = [
      { Nr: '1', Name: 'Lamp', Watt: '40', Note: 'x' },
      { Nr: '2', Name: 'Desk', Watt: '60', Note: 'y' },
    ];
    const decide = (...decisions: object[]) => apply(session, { rows, decisions }, true);
    const wrong = await decide({ column: 'Nmae', use: 'IGNORED' }, { column: 'Note', type: 'MEASUREMENT' });
    expect(wrong.errors?.map(({ path }) => path.join('.'))).toEqual([
      'decisions.0.column',
      'decisions.1.type',
    ]);
    const none = await decide({ column: 'Nr', use: 'IGNORED' });
    expect(none.errors?.map(({ code, path }) => [code, path])).toEqual([['required', ['decisions']]]);
    const decided = await decide(
      { column: 'Note', use: 'IGNORED' },
      { column: 'Watt', type: 'TEXT', label: 'Bulb' },
    );
    expect(decided.columns.map(({ column, use, type, attribute }) => [column, use, type, attribute])).toEqual(
      [
        ['Nr', 'SKU', null, null],
        ['Name', 'ATTRIBUTE', 'TEXT', 'name'],
        ['Watt', 'ATTRIBUTE', 'TEXT', 'bulb'],
        ['Note', 'IGNORED', null, null],
      ],
    );
    // Another key takes the place of the proposed one.
    const renamed = await decide({ column: 'Name', use: 'SKU' });
    expect(renamed.columns.slice(0, 2).map(({ use, type }) => [use, type])).toEqual([
      ['ATTRIBUTE', 'TEXT'],
      ['SKU', null],
    ]);
  });
});

async function countAttributes(session: Session): Promise<number> {
  const { attributes } = await execute('{ attributes(first: 1) { totalCount } }', {}, session);
  return (attributes as { totalCount: number }).totalCount;
}
