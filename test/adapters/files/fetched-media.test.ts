// Risk: a file that is fetched by its URL is believed more than an upload, leaves half of itself, or is there twice.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFileLinks } from '../../../src/platform/storage/file-links.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';
import { filesBelow, serveFiles } from '../../support/files-server.ts';
import { pngOf, sha256Of } from '../../support/media.ts';
import { createTestStorage, type TestStorage } from '../../support/storage.ts';

const PNG = pngOf(640, 480, 'fetched');
let catalogue: TestOrganization;
let location: TestStorage;
let door: Awaited<ReturnType<typeof serveFiles>>;
let theirs: Server;
let url: string;
let asked = 0;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  location = await createTestStorage();
  theirs = createServer((request, response) => {
    asked += 1;
    if (request.url === '/named')
      response.setHeader('content-disposition', 'inline; filename="../Front view.PNG"');
    if (request.url === '/page.jpg')
      response.setHeader('content-type', 'image/jpeg').end('<html><script>1</script>');
    else if (request.url === '/endless') {
      const fill = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', fill).on('error', () => undefined);
      fill();
    } else if (request.url === '/empty') response.end();
    else if (request.url === '/gone') response.writeHead(410).end();
    else response.setHeader('content-type', 'text/html').end(PNG);
  });
  theirs.listen(0, '127.0.0.1');
  await once(theirs, 'listening');
  url = `http://127.0.0.1:${(theirs.address() as AddressInfo).port}`;
  const { runner, owner } = catalogue;
  const links = createFileLinks({
    secret: 't',
    publicUrl: 'http://catalograph.test',
    clock: { now: () => new Date() },
  });
  door = await serveFiles(
    {
      runner,
      storage: location.storage,
      links,
      maximumUploadBytes: 1_000_000,
      recordRefusal: async () => undefined,
    },
    { owner, reader: sessionOf(owner.organizationId, 'owner', ['media:read']) },
  );
});
afterAll(async () => {
  theirs.closeAllConnections();
  theirs.close();
  await door.close();
  await catalogue.close();
  await location.remove();
});

const post = async (body: object, query = '', as = 'owner') => {
  const response = await fetch(`${door.url}/api/v1/media${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const refusalOf = async (body: object) => {
  const { status, body: problem } = await post(body);
  const [error] = problem.errors as { code: string; pointer: string; message: string }[];
  return [status, error?.code, error?.pointer, error?.message];
};
const stored = () => filesBelow(location.folder);

test('a file is fetched, named by its server and judged by its content alone', async () => {
  const made = await post({
    url: `${url}/named`,
    code: 'front',
    labels: { en_US: 'Front' },
    alt: { en_US: 'A lamp' },
  });
  expect([made.status, made.body]).toMatchObject([
    201,
    {
      code: 'front',
      filename: 'Front view.PNG',
      mime_type: 'image/png',
      width: 640,
      height: 480,
      size_bytes: PNG.length,
      sha256: sha256Of(PNG),
      labels: { en_US: 'Front' },
      alt: { en_US: 'A lamp' },
    },
  ]);
  const page = await post({ url: `${url}/page.jpg` });
  expect([page.status, page.body]).toMatchObject([201, { mime_type: 'text/html', filename: 'page.jpg' }]);
  const again = await post({ url: `${url}/other%20name.png`, filename: 'mine.png' });
  expect([again.status, again.body.code]).toEqual([200, 'front']);
  expect((await stored()).sort()).toEqual([sha256Of(PNG), sha256Of('<html><script>1</script>')].sort());
});

test('tried as a dry run it is fetched and leaves nothing', async () => {
  const before = await stored();
  const tried = await post({ url: `${url}/page2.jpg`, code: 'tried' }, '?dry_run=true&duplicate=true');
  expect([tried.status, tried.body]).toMatchObject([
    200,
    { code: 'tried', id: expect.stringMatching(/^dry_/) },
  ]);
  expect(await stored()).toEqual(before);
});

test('what cannot be fetched is told at the URL, and leaves nothing', async () => {
  const before = await stored();
  expect(await refusalOf({ url: 'lamps' })).toMatchObject([
    422,
    'value-not-allowed',
    '/url',
    expect.stringMatching(/^Give a whole URL/),
  ]);
  expect(await refusalOf({ url: `${url}/gone` })).toEqual([
    ...[422, 'fetch-failed', '/url', 'The server answers 410 instead of the file.'],
  ]);
  expect(await refusalOf({ url: `${url}/endless` })).toEqual([
    ...[422, 'file-too-large', '/url', 'A file has up to 1000000 bytes.'],
  ]);
  expect(await refusalOf({ url: `${url}/empty` })).toEqual([422, 'required', '/file', 'The file is empty.']);
  expect(await refusalOf({})).toEqual([422, 'required', '/url', 'Give the url of the file.']);
  expect(await refusalOf({ url: 7 })).toEqual([422, 'wrong-type', '/url', 'This is a text.']);
  expect(await refusalOf({ url: `${url}/named`, lables: {} })).toEqual([
    ...[422, 'unknown-property', '/lables', "There is no property 'lables'."],
  ]);
  expect(await stored()).toEqual(before);
});

test('nobody has files fetched without the scope', async () => {
  const before = asked;
  expect((await post({ url: `${url}/named` }, '', 'reader')).status).toBe(403);
  expect(asked).toBe(before);
});

const ADD = `mutation ($input: AddMediaInput!, $key: String) { addMedia(input: $input, idempotencyKey: $key) { __typename
  ... on AddMediaPayload { outcome media { code filename mimeType } }
  ... on Problem { errors { code path message } } } }`;
const add = async (input: object, key: string | null = null) => {
  const { data } = await catalogue.execute(ADD, { input, key });
  return data?.addMedia;
};

test('a file comes by the graph, too, and once for one key', async () => {
  const added = {
    __typename: 'AddMediaPayload',
    media: { code: 'view', filename: 'view.png', mimeType: 'image/png' },
  };
  const input = { url: `${url}/view.png` };
  catalogue.storage.objects.clear();
  await catalogue.execute('mutation { deleteMedia(ref: "front") { __typename } }');
  expect(await add(input, 'once')).toEqual({ ...added, outcome: 'CREATED' });
  expect(await add(input, 'once')).toEqual({ ...added, outcome: 'CREATED' });
  expect([catalogue.storage.objects.size, catalogue.storage.staged()]).toEqual([1, 0]);
  expect(await add({ ...input, base64: 'R0lGODlh' })).toMatchObject({
    errors: [{ code: 'value-not-allowed', path: ['url'] }],
  });
  expect(await add({})).toMatchObject({ errors: [{ code: 'required', path: ['url'] }] });
  expect(await add({ base64: 'R0lGODlh' })).toMatchObject({
    errors: [{ code: 'required', path: ['filename'] }],
  });
  expect(await add({ url: `${url}/gone` })).toMatchObject({
    errors: [{ code: 'fetch-failed', path: ['url'] }],
  });
  expect(catalogue.storage.staged()).toBe(0);
});
