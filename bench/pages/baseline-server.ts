// Serves pages with the least that could: node:http and pg, the JSON made by PostgreSQL, no rights, no validation.
// `node baseline-server.ts <connection string> <organization id> <port>`; `GET /full?after=<uuid>` and `/thin`.
import { createServer } from 'node:http';
import pg from 'pg';

const [, , connectionString, organizationId, port] = process.argv;
const pool = new pg.Pool({ connectionString, max: 10 });

const KEYS = {
  full: `'id', id, 'sku', sku, 'type', type, 'status', status, 'version', version,
    'created_at', created_at, 'updated_at', updated_at, 'values', "values"`,
  thin: `'id', id, 'sku', sku, 'status', status, 'updated_at', updated_at`,
};

const statements = Object.fromEntries(
  Object.entries(KEYS).map(([name, keys]) => [
    `/${name}`,
    {
      name,
      text: `SELECT json_build_object('items', coalesce(json_agg(json_build_object(${keys}) ORDER BY id), '[]'))::text AS body
        FROM (SELECT * FROM public.product
              WHERE organization_id = $1 AND deleted_at IS NULL AND status <> 'archived' AND id > $2
              ORDER BY id LIMIT 50) AS page`,
    },
  ]),
);

createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const statement = statements[url.pathname];
  if (statement === undefined) {
    response.writeHead(404).end();
    return;
  }
  const values = [organizationId, url.searchParams.get('after')];
  const { rows } = await pool.query<{ body: string }>({ ...statement, values });
  response.writeHead(200, { 'content-type': 'application/json' }).end(rows[0]?.body);
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
