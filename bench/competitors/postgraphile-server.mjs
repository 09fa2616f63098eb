// PostGraphile 5 on the tables of the product, for comparison: node postgraphile-server.mjs <connection string> <port>
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

const [, , connectionString, port] = process.argv;
const preset = {
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString, schemas: ['public'], poolConfig: { max: 10 } })],
  grafserv: { graphqlPath: '/graphql', watch: false, graphiql: false },
  grafast: { explain: false },
};
const server = createServer();
server.on('error', (error) => {
  throw error;
});
const serv = postgraphile(preset).createServ(grafserv);
await serv.addTo(server);
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));
