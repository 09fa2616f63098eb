import type pg from 'pg';
import type { AuthorizationWorld } from './authorization-world.ts';

/** How many objects of each kind a catalogue gets besides those that its tests name. */
export interface CatalogueSize {
  readonly products: number;
  readonly entities: number;
  readonly media: number;
  readonly options: number;
  readonly categories: number;
}

/** The size of a catalogue of so many products, in the proportions of a large one. */
export const sizeOf = (products: number): CatalogueSize => ({
  products,
  entities: Math.ceil(products / 5),
  media: Math.ceil(products / 2),
  options: Math.ceil(products / 20),
  categories: Math.ceil(products / 50),
});

/** SQL for the columns of a copy, by name; they may name the original as `original` and its number as `n`. */
type Columns = Readonly<Record<string, string>>;

/** The id of a copy: the same for the same original and number, so that copies find the copies of their parents. */
const copyOf = (column: string) => `md5(${column}::text || n)::uuid`;
const CODED: Columns = {
  id: copyOf('original.id'),
  code: `original.code || '-' || n`,
  code_key: `original.code_key || '-' || n`,
};
const TERM_OF = (code: string) => `search.usage_term(original.organization_id, 'media', NULL, ${code})`;

/**
 * Copies the objects of a world in one SQL statement per table, with their search rows, usage terms, links, slugs and
 * events. Copies name what their originals name, so that a few objects have very many users; every second copy of the
 * product TYPED names a medium of its own. Half of the products are copies of TYPED, and each tenth is deleted.
 */
export async function enlarge(
  { catalogue, owner: { organizationId } }: AuthorizationWorld,
  size: CatalogueSize,
): Promise<void> {
  const client = await catalogue.database.owner.connect();
  try {
    await client.query('BEGIN');
    // References are those of the originals; triggers that check each row would take most of the time.
    await client.query(`SET LOCAL session_replication_role = 'replica'; SET LOCAL synchronous_commit = off`);
    await leaveUnrecorded(client);
    const copies = await openCopies(client, organizationId, size.media);
    await copies.of('public.option', size.options, `original.code = 'red'`, CODED);
    for (const parent of ['clothes', 'sale']) {
      await copies.of('public.category', Math.ceil(size.categories / 2), `original.code = '${parent}'`, {
        ...CODED,
        parent: 'original.code',
        path: `original.path || (original.code || '-' || n)`,
        level: 'original.level + 1',
        slugs: `replace(original.slugs::text, '"${parent}"', '"${parent}-' || n || '"')::jsonb`,
      });
      await copies.of(
        'public.category_slug',
        Math.ceil(size.categories / 2),
        `original.category_id = (SELECT id FROM public.category WHERE organization_id = $1 AND code = '${parent}')`,
        { category_id: copyOf('original.category_id'), slug: `original.slug || '-' || n` },
      );
    }
    await copies.of('public.media', size.media, `original.code = 'picture'`, {
      ...CODED,
      filename: `'picture-' || n || '.png'`,
      sha256: 'sha256(n::text::bytea)',
    });
    await copies.events('media', size.media, `original.ref = 'picture'`);
    await copies.of('public.entity', size.entities, `original.code = 'acme'`, CODED);
    await copies.rows('search.entity', size.entities, 'entity', `code = 'acme'`);
    await copies.rows('search.usage', size.entities, 'entity', `code = 'acme'`);
    await copies.events('entity', size.entities, `original.ref LIKE '%acme'`);
    const share = (part: number) => Math.ceil(size.products * part);
    for (const sku of ['TYPED', 'DELETED', 'LIVE', 'ROBE', 'ROBE-red', 'ROBE-red-s']) {
      const count = share(sku === 'TYPED' ? 0.5 : 0.1);
      await copies.products(`sku = '${sku}'`, count);
      await copies.events('product', count, `original.ref = '${sku}'`);
    }
    await client.query(
      `UPDATE ledger.counter SET last_sequence =
         (SELECT max(sequence) FROM ledger.event WHERE organization_id = $1) WHERE organization_id = $1`,
      [organizationId],
    );
    await client.query('COMMIT');
    await client.query('VACUUM (ANALYZE)');
  } finally {
    client.release();
  }
}

/**
 * Copies all living products of an organization so many times, with their families, search rows, slugs, unique values and
 * links, but without events.
 */
export async function copyProducts(owner: pg.Pool, organizationId: string, count: number): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL session_replication_role = 'replica'; SET LOCAL synchronous_commit = off`);
    await leaveUnrecorded(client);
    const copies = await openCopies(client, organizationId, 1);
    await copies.products('deleted_at IS NULL', count);
    await client.query('COMMIT');
    await client.query('VACUUM (ANALYZE)');
  } finally {
    client.release();
  }
}

/** Switches off what tests record of each changed row: it reads tables, too. */
async function leaveUnrecorded(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ text: string }>(
    `SELECT format('ALTER TABLE %s DISABLE TRIGGER %I', tgrelid::regclass, tgname) AS text FROM pg_trigger
     JOIN pg_proc ON pg_proc.oid = tgfoid WHERE pronamespace = 'recorded'::regnamespace`,
  );
  for (const { text } of rows) await client.query(text);
}

async function openCopies(client: pg.PoolClient, organizationId: string, media: number) {
  const columnsOf = async (table: string) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
      [table],
    );
    return rows.map(({ name }) => name);
  };
  /** Copies the rows of a table for which a condition on `original` holds, so many times. */
  async function of(table: string, count: number, condition: string, changed: Columns): Promise<void> {
    const columns = await columnsOf(table);
    const unknown = Object.keys(changed).filter((name) => !columns.includes(name));
    if (unknown.length > 0) throw new Error(`${table} has no column ${unknown.join(', ')}.`);
    const values = columns.map((name) => changed[name] ?? `original."${name}"`);
    await client.query(
      `INSERT INTO ${table} (${columns.map((name) => `"${name}"`).join(', ')})
       SELECT ${values.join(', ')} FROM ${table} AS original CROSS JOIN generate_series(1, $2::int) AS n
       WHERE original.organization_id = $1 AND ${condition}`,
      [organizationId, count],
    );
  }
  /** Copies the rows of a table that has one row for each object of a kind. */
  const rows = (table: string, count: number, kind: string, condition: string, changed: Columns = {}) =>
    of(
      table,
      count,
      `original.id IN (SELECT id FROM public.${kind} WHERE organization_id = $1 AND ${condition})`,
      { id: copyOf('original.id'), ...changed },
    );
  const events = (resource: string, count: number, condition: string) =>
    of(
      'ledger.event',
      count,
      `original.resource = '${resource}' AND original.verb = 'created' AND ${condition}`,
      {
        sequence: `(SELECT max(sequence) FROM ledger.event WHERE organization_id = $1) + n`,
        id: copyOf('original.id'),
        object_id: copyOf('original.object_id'),
        ref: `original.ref || '-' || n`,
      },
    );
  return {
    of,
    rows,
    events,
    /** Copies the products for which a condition on their columns holds. */
    async products(condition: string, count: number): Promise<void> {
      const linked = `original.%s IN (SELECT id FROM public.product WHERE organization_id = $1 AND ${condition})`;
      // A fifth of the media is in use.
      const medium = `CASE WHEN n % 2 = 1 THEN 'picture-' || (1 + n % ${Math.ceil(media / 5)}) ELSE 'picture' END`;
      await of('public.product', count, `original.${condition}`, {
        id: copyOf('original.id'),
        sku: `original.sku || '-' || n`,
        sku_key: `original.sku_key || '-' || n`,
        parent_id: copyOf('original.parent_id'),
        root_id: copyOf('original.root_id'),
        deleted_at: `original.deleted_at - n * interval '1 second'`,
        values: `replace(original."values"::text, '"picture"', to_json(${medium})::text)::json`,
        slugs: `regexp_replace(original.slugs::text, '(": "[^"]*)"', '\\1-' || n || '"', 'g')::jsonb`,
      });
      await rows('search.product', count, 'product', condition, { key: `original.key || '-' || n` });
      await rows('search.usage', count, 'product', condition, {
        terms: `array_replace(original.terms, ${TERM_OF("'picture'")}, ${TERM_OF(medium)})`,
      });
      const links: Readonly<Record<string, Columns>> = {
        product_slug: { product_id: copyOf('original.product_id'), slug: `original.slug || '-' || n` },
        product_unique_value: {
          product_id: copyOf('original.product_id'),
          digest: 'sha256(original.digest || n::text::bytea)',
        },
        product_association: { source_id: copyOf('original.source_id') },
        product_entity_association: { source_id: copyOf('original.source_id') },
      };
      for (const [table, changed] of Object.entries(links)) {
        const [column = ''] = Object.keys(changed);
        await of(`public.${table}`, count, linked.replace('%s', column), changed);
      }
    },
  };
}
