// Risk: half a file or somebody else's file is answered, an uploaded page runs with the rights of this site, or an
// upload that fails leaves a row without bytes or bytes without a row.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decodeIdOf, encodeId } from '../../../src/kernel/ids.ts';
import type { Session } from '../../../src/kernel/session.ts';
import { deleteMedia, signedUrl, updateMedia } from '../../../src/modules/media/index.ts';
import {
  createAccessDeniedRecorder,
  type RecordAccessDenied,
} from '../../../src/platform/audit/access-denied-recorder.ts';
import { createFileLinks, type FileLinks } from '../../../src/platform/storage/file-links.ts';
import { openLocalStorage } from '../../../src/platform/storage/local-storage.ts';
import type { ObjectStorage } from '../../../src/platform/storage/object-storage.ts';
import { createTestOrganization, sessionOf, type TestOrganization } from '../../support/catalogue.ts';
import { filesBelow, serveFiles } from '../../support/files-server.ts';
import { pngOf, sha256Of } from '../../support/media.ts';
import { silentLog } from '../../support/silent-log.ts';

const LIMIT = 1_000_000;
let catalogue: TestOrganization;
let stranger: Session;
let folder: string;
let storage: ObjectStorage;
let links: FileLinks;
let recordRefusal: RecordAccessDenied;
let server: Awaited<ReturnType<typeof serveFiles>>;
let nowMs = Date.now();

beforeAll(async () => {
  catalogue = await createTestOrganization();
  stranger = await catalogue.addOrganization('Other');
  folder = await mkdtemp(join(tmpdir(), 'catalograph-files-'));
  storage = await openLocalStorage(folder);
  links = createFileLinks({
    secret: 'test',
    publicUrl: 'http://catalograph.test',
    clock: { now: () => new Date(nowMs) },
  });
  const { organizationId } = catalogue.owner;
  recordRefusal = createAccessDeniedRecorder({
    owner: catalogue.database.owner,
    clock: { now: () => new Date(nowMs) },
    log: silentLog,
  });
  server = await serveFiles(
    {
      runner: catalogue.runner,
      storage,
      links,
      maximumUploadBytes: LIMIT,
      recordRefusal,
    },
    {
      owner: catalogue.owner,
      stranger,
      reader: sessionOf(organizationId, 'owner', ['media:read']),
      writer: sessionOf(organizationId, 'owner', ['media:write']),
      nobody: sessionOf(organizationId, 'owner', ['products:read']),
      clerk: {
        ...sessionOf(organizationId, 'owner', ['products:read']),
        actor: { type: 'token', id: 'tok_clerk', name: 'Clerk' },
      },
    },
  );
});
afterAll(async () => {
  await server.close();
  await catalogue.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  nowMs = Date.now();
});

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown> & { readonly id: string; readonly url: string };
}

const send = async (path: string, init: RequestInit & { readonly as?: string | null } = {}) => {
  const { as = 'owner', ...rest } = init;
  const headers = new Headers(rest.headers);
  if (as !== null) headers.set('authorization', `Bearer ${as}`);
  return fetch(`${server.url}${path}`, { ...rest, headers });
};
const upload = async (
  body: string | Buffer | FormData,
  query = '?filename=file.bin',
  init: RequestInit & { readonly as?: string } = {},
): Promise<Answer> => {
  const sent = Buffer.isBuffer(body) ? new Uint8Array(body) : body;
  const response = await send(`/api/v1/media${query}`, { method: 'POST', body: sent, ...init });
  const { status, headers } = response;
  return { status, headers, body: (await response.json()) as Answer['body'] };
};
const form = (content: Buffer | string, filename: string, field = 'file') => {
  const data = new FormData();
  const part = typeof content === 'string' ? content : new Uint8Array(content);
  data.append(field, new Blob([part], { type: 'text/plain' }), filename);
  return data;
};
const storedNames = () => filesBelow(folder);
const rowCount = async () => {
  const { rows } = await catalogue.database.owner.query('SELECT count(*)::int AS count FROM public.media');
  return (rows[0] as { count: number }).count;
};

describe('an upload', () => {
  test('is stored once under its hash, with type and size found in the content', async () => {
    const png = pngOf(640, 480);
    const { status, headers, body } = await upload(form(png, 'Größe – 靴.PNG'), '');
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/api/v1/media/${body.id}`);
    expect(body).toEqual({
      id: expect.stringMatching(/^med_[0-9a-f]{32}$/),
      code: 'grosse',
      filename: 'Größe – 靴.PNG',
      mime_type: 'image/png',
      size_bytes: png.length,
      width: 640,
      height: 480,
      sha256: sha256Of(png),
      labels: {},
      alt: {},
      tags: [],
      visibility: 'private',
      version: 1,
      url: expect.stringContaining(
        `http://catalograph.test/api/v1/media/${body.id}/content?organization=org_`,
      ),
      public_url: null,
    });
    expect(await storedNames()).toEqual([sha256Of(png)]);
    const { rows } = await catalogue.database.owner.query(
      `SELECT resource, verb, ref FROM ledger.event WHERE resource = 'media'`,
    );
    expect(rows).toEqual([{ resource: 'media', verb: 'created', ref: 'grosse' }]);
  });

  test('of the same content gives the file that is there, unless a second one is asked for', async () => {
    const png = pngOf(640, 480);
    const same = await upload(png, '?filename=other.png');
    expect([same.status, same.body.code, same.body.filename]).toEqual([200, 'grosse', 'Größe – 靴.PNG']);
    const second = await upload(png, '?filename=other.png&duplicate=true');
    expect([second.status, second.body.code]).toEqual([201, 'other']);
    expect(await storedNames()).toEqual([sha256Of(png)]);
  });

  test('of the same content in another organization is a file of its own', async () => {
    const png = pngOf(640, 480);
    const { status } = await upload(png, '?filename=theirs.png', { as: 'stranger' });
    expect(status).toBe(201);
    expect(await storedNames()).toEqual([sha256Of(png), sha256Of(png)]);
  });

  test('sent many times at once becomes one file', async () => {
    const before = await rowCount();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => upload(pngOf(1, 1, 'at once'), '?filename=once.png')),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await rowCount()).toBe(before + 1);
  });

  test('gets a code from its name, or the one that was asked for', async () => {
    const codeOf = async (filename: string, salt: string, more = '') =>
      (await upload(`text ${salt}`, `?filename=${encodeURIComponent(filename)}${more}`)).body.code;
    expect(await codeOf('C:\\pictures\\Été  2026!.jpeg', '1')).toBe('ete-2026');
    expect(await codeOf('ETE-2026.jpeg', '2')).toBe(`ete-2026-${sha256Of('text 2').slice(0, 8)}`);
    expect(await codeOf('靴.jpg', '3')).toBe('file');
    expect(await codeOf('x.jpg', '4', '&code=My_Code-1')).toBe('My_Code-1');
  });

  test('that is refused leaves neither row nor bytes', async () => {
    const [rows, names] = [await rowCount(), await storedNames()];
    const taken = await upload('taken', '?filename=a&code=my_code-1');
    expect([taken.status, taken.body.code]).toEqual([409, 'duplicate-code']);
    const faulty = await upload('faulty', '?filename=a&code=a%20b');
    expect([faulty.status, faulty.body.errors]).toEqual([
      422,
      [expect.objectContaining({ code: 'invalid-code', pointer: '/code', value: 'a b' })],
    ]);
    const idLike = await upload('id', `?filename=a&code=med_${'0'.repeat(32)}`);
    expect(idLike.body.errors).toMatchObject([{ code: 'reserved-code' }]);
    const nameless = await upload('nameless', '');
    expect([nameless.status, nameless.body.errors]).toMatchObject([422, [{ pointer: '/filename' }]]);
    const empty = await upload('', '?filename=a');
    expect([empty.status, empty.body.detail]).toEqual([422, 'The file is empty.']);
    const stray = await upload(form('x', 'x.txt', 'photo'), '');
    expect([stray.status, stray.body.errors]).toMatchObject([422, [{ code: 'unknown-property' }]]);
    const two = form('x', 'x.txt');
    two.append('note', 'hello');
    expect((await upload(two, '')).body.errors).toMatchObject([
      { code: 'unknown-property', pointer: '/note' },
    ]);
    const cut = await upload(
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
      '',
      {
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      },
    );
    expect([cut.status, cut.body.code]).toEqual([400, 'invalid-parameter']);
    const unknown = await upload('x', '?file_name=a');
    expect([unknown.status, unknown.body.detail]).toEqual([
      400,
      "There is no parameter 'file_name'. Did you mean 'filename'?",
    ]);
    expect([await rowCount(), await storedNames()]).toEqual([rows, names]);
  });

  test('by who may not read files is answered the key facts, of a content that is there too', async () => {
    const keyFacts = ['code', 'id', 'labels', 'public_url', 'version'];
    const made = await upload('facts of a writer', '?filename=written.txt', { as: 'writer' });
    expect([made.status, Object.keys(made.body).sort()]).toEqual([201, keyFacts]);
    const again = await upload('facts of a writer', '?filename=other.txt', { as: 'writer' });
    expect([again.status, again.body]).toEqual([200, made.body]);
    const whole = await upload('facts of a writer', '?filename=other.txt');
    expect(whole.body).toMatchObject({ ...made.body, filename: 'written.txt', size_bytes: 17 });
  });

  test('needs media:write and is told so before the bytes are read', async () => {
    const [rows, names] = [await rowCount(), await storedNames()];
    const reader = await upload('x', '?filename=x', { as: 'reader' });
    expect([reader.status, reader.body.code, reader.headers.get('www-authenticate')]).toEqual([
      403,
      'insufficient-scope',
      'Bearer error="insufficient_scope", scope="media:write"',
    ]);
    const anonymous = await send('/api/v1/media?filename=x', { method: 'POST', body: 'x', as: null });
    expect([anonymous.status, anonymous.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect([await rowCount(), await storedNames()]).toEqual([rows, names]);
    expect((await upload('by a writer', '?filename=w.txt', { as: 'writer' })).status).toBe(201);
  });

  test('over the limit is refused and leaves nothing, whether its length is told or not', async () => {
    const [rows, names] = [await rowCount(), await storedNames()];
    const reported = await upload(Buffer.alloc(LIMIT + 100_000), '?filename=x');
    expect([reported.status, reported.body.code, reported.body.limit]).toEqual([
      413,
      'payload-too-large',
      LIMIT,
    ]);
    const byOne = await upload(form(Buffer.alloc(LIMIT + 1), 'x'), '');
    expect([byOne.status, byOne.body.detail]).toEqual([413, 'A file has up to 1000000 bytes.']);
    async function* endless() {
      for (;;) yield new Uint8Array(65_536);
    }
    const untold = await send('/api/v1/media?filename=x', {
      method: 'POST',
      body: endless(),
      duplex: 'half',
    } as unknown as RequestInit);
    expect([untold.status, ((await untold.json()) as { code: string }).code]).toEqual([
      413,
      'payload-too-large',
    ]);
    expect([await rowCount(), await storedNames()]).toEqual([rows, names]);
    expect((await upload(Buffer.alloc(LIMIT), '?filename=x')).status).toBe(201);
  });

  test.each([
    ['raw', 'Content-Type: image/png\r\n', ''],
    [
      'multipart',
      'Content-Type: multipart/form-data; boundary=b\r\n',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n',
    ],
  ])('that breaks off leaves nothing (%s)', async (_form, header, start) => {
    const [rows, names] = [await rowCount(), await storedNames()];
    const staging = () => filesBelow(join(folder, 'staging'));
    const socket = connect(server.port, '127.0.0.1');
    socket.write(
      `POST /api/v1/media?filename=a.png HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer owner\r\n${header}Content-Length: 500000\r\n\r\n${start}`,
    );
    socket.write(Buffer.alloc(200_000));
    await expect.poll(staging).toHaveLength(1);
    socket.destroy();
    await expect.poll(staging).toEqual([]);
    expect([await rowCount(), await storedNames()]).toEqual([rows, names]);
  });

  test('whose bytes cannot be kept leaves no row', async () => {
    const broken: ObjectStorage = {
      ...storage,
      async stage(source) {
        const staged = await storage.stage(source);
        return { ...staged, keepAs: () => Promise.reject(new Error('The disk is full.')) };
      },
    };
    const other = await serveFiles(
      { runner: catalogue.runner, storage: broken, links, recordRefusal, maximumUploadBytes: LIMIT },
      { owner: catalogue.owner },
    );
    const [rows, names] = [await rowCount(), await storedNames()];
    const answer = await fetch(`${other.url}/api/v1/media?filename=x`, {
      method: 'POST',
      body: 'unkept',
      headers: { authorization: 'Bearer owner' },
    });
    await other.close();
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      500,
      'internal-error',
    ]);
    expect([await rowCount(), await storedNames()]).toEqual([rows, names]);
  });

  test('tried as a dry run answers the file it would make and stores nothing', async () => {
    const [rows, names] = [await rowCount(), await storedNames()];
    const { status, headers, body } = await upload('dry', '?filename=dry.txt&dry_run=true');
    expect([status, headers.get('dry-run'), body.code, body.url]).toEqual([200, 'true', 'dry', null]);
    expect(body.id).toMatch(/^dry_med_/);
    expect([await rowCount(), await storedNames()]).toEqual([rows, names]);
  });

  test('sent again with its idempotency key gives the same answer and one file', async () => {
    const before = await rowCount();
    const again = () =>
      upload('keyed', '?filename=k.txt&duplicate=true', { headers: { 'idempotency-key': 'k-1' } });
    const first = await again();
    const second = await again();
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await rowCount()).toBe(before + 1);
  });
});

describe('the type of a file', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  test.each([
    ['a drawing', SVG, 'image/svg+xml'],
    [
      'a drawing behind a prologue',
      `\ufeff<?xml version="1.0"?>\n<!-- <html> -->\n<!DOCTYPE svg>\n${SVG}`,
      'image/svg+xml',
    ],
    ['a page', '  <!DOCTYPE html><script>alert(1)</script>', 'text/html'],
    ['a script tag alone', '<ScRiPt>alert(1)</script>', 'text/html'],
    ['a page in UTF-16', Buffer.from('\ufeff<html><script>', 'utf16le'), 'text/html'],
    ['a PDF', '%PDF-1.7\n', 'application/pdf'],
    ['other XML', '<?xml version="1.0"?><catalogue/>', 'application/xml'],
    ['text', 'hello', 'application/octet-stream'],
    ['a drawing with declarations', `<!DOCTYPE svg [ <!ENTITY a "b"> ]>${SVG}`, 'image/svg+xml'],
    ['a page in the clothes of XML', '<?xml version="1.0"?><!doctype html>', 'text/html'],
    [
      'text made to keep the reader busy',
      `<!doctype svg>${'<!-- --> '.repeat(1_500)}x`,
      'application/octet-stream',
    ],
    ['a cut picture', pngOf(1, 1).subarray(0, 20), 'image/png'],
  ])('is found in the content: %s', async (name, content, expected) => {
    const { body } = await upload(Buffer.from(content), '?filename=photo.png&duplicate=true', {
      headers: { 'content-type': 'image/png' },
    });
    expect([name, body.mime_type]).toEqual([name, expected]);
  });

  test('decides whether it is shown or downloaded, and never lets it run anything', async () => {
    const headersOf = async (content: string | Buffer, filename: string) => {
      const name = encodeURIComponent(filename);
      const { body } = await upload(Buffer.from(content), `?filename=${name}&duplicate=true`);
      const { headers } = await send(`/api/v1/media/${body.id}/content`);
      return ['content-type', 'content-disposition', 'x-content-type-options', 'content-security-policy'].map(
        (name) => headers.get(name),
      );
    };
    const guards = ['nosniff', "sandbox; default-src 'none'"];
    expect(await headersOf(SVG, 'bild "ü".svg')).toEqual([
      'image/svg+xml',
      `attachment; filename="bild \\"?\\".svg"; filename*=UTF-8''bild%20%22%C3%BC%22.svg`,
      ...guards,
    ]);
    expect(await headersOf('<html>', 'a.html')).toEqual([
      'text/html',
      'attachment; filename=a.html',
      ...guards,
    ]);
    expect(await headersOf('what', 'a.png')).toEqual([
      'application/octet-stream',
      'attachment; filename=a.png',
      ...guards,
    ]);
    expect(await headersOf(pngOf(2, 2), '靴.png')).toEqual([
      'image/png',
      `inline; filename="?.png"; filename*=UTF-8''%E9%9D%B4.png`,
      ...guards,
    ]);
  });
});

describe('the bytes of a file', () => {
  const content = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251));
  let id: string;
  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    send(`/api/v1/media/${id}/content`, { headers, method });
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
  beforeAll(async () => {
    ({ id } = (await upload(content, '?filename=bytes.bin&code=bytes')).body);
  });

  test('come whole, by id and by code in either case', async () => {
    for (const ref of [id, 'BYTES']) {
      const response = await send(`/api/v1/media/${ref}/content`, { as: 'reader' });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-length')).toBe('100000');
      expect(response.headers.get('accept-ranges')).toBe('bytes');
      expect(response.headers.get('etag')).toBe(`"${sha256Of(content)}"`);
      expect((await bytesOf(response)).equals(content)).toBe(true);
    }
  });

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=100-199', 100, 199],
    ['bytes=99990-', 99_990, 99_999],
    ['bytes=99990-200000', 99_990, 99_999],
    ['bytes=-10', 99_990, 99_999],
    ['bytes=-200000', 0, 99_999],
  ])('come in part: %s', async (range, first, last) => {
    const response = await get({ range });
    expect([response.status, response.headers.get('content-range')]).toEqual([
      206,
      `bytes ${first}-${last}/100000`,
    ]);
    expect((await bytesOf(response)).equals(content.subarray(first, last + 1))).toBe(true);
  });

  test.each(['bytes=100000-', 'bytes=-0'])('end where the file ends: %s', async (range) => {
    const response = await get({ range });
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */100000']);
    expect(await response.json()).toMatchObject({ code: 'range-not-satisfiable', size: 100_000 });
  });

  test.each([
    { range: 'bytes=5-1' },
    { range: 'items=0-1' },
    { range: 'bytes=0-1,5-6' },
    { range: 'bytes=0-1', 'if-range': '"other"' },
  ])('come whole for a range that is not understood or of another content: %j', async (headers) => {
    const response = await get(headers as Record<string, string>);
    expect([response.status, (await bytesOf(response)).length]).toEqual([200, 100_000]);
  });

  test('come in part when the condition names this content', async () => {
    const response = await get({ range: 'bytes=0-1', 'if-range': `"${sha256Of(content)}"` });
    expect([response.status, (await bytesOf(response)).length]).toEqual([206, 2]);
  });

  test('are not sent again to who has them', async () => {
    for (const header of [`"${sha256Of(content)}"`, `"x", W/"${sha256Of(content)}"`, '*']) {
      const response = await get({ 'if-none-match': header });
      expect([response.status, await response.text()]).toEqual([304, '']);
    }
    expect((await get({ 'if-none-match': '"x"' })).status).toBe(200);
  });

  test('are described by HEAD without being opened', async () => {
    const response = await get({}, 'HEAD');
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
      200,
      '100000',
      '',
    ]);
  });

  test('need media:read, and read like missing for others', async () => {
    expect((await send(`/api/v1/media/${id}/content`, { as: 'nobody' })).status).toBe(403);
    expect((await send(`/api/v1/media/${id}/content`, { as: null })).status).toBe(401);
    expect((await send(`/api/v1/media/${id}/content`, { as: 'unknown' })).status).toBe(401);
    const foreign = await send(`/api/v1/media/${id}/content`, { as: 'stranger' });
    const missing = await send(`/api/v1/media/med_${'0'.repeat(32)}/content`, { as: 'stranger' });
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    const read = async (response: Response, asked: string) => {
      const { request_id: _own, ...problem } = (await response.json()) as Record<string, unknown>;
      return JSON.parse(JSON.stringify(problem).replaceAll(asked, '…'));
    };
    const problem = await read(foreign, id);
    expect(problem).toEqual(await read(missing, `med_${'0'.repeat(32)}`));
    expect(problem).toMatchObject({
      detail: "There is no media file '…'.",
      instance: '/api/v1/media/…/content',
    });
  });

  test('let go of the file when the client leaves', async () => {
    const request = httpRequest(`${server.url}/api/v1/media/${id}/content`, {
      headers: { authorization: 'Bearer owner' },
    }).end();
    const [response] = await once(request, 'response');
    response.destroy();
    // The server goes on answering, and could not be closed within its time if the stream hung.
    expect((await get()).status).toBe(200);
  });
});

test('a refusal for want of a scope is noted in the audit, for uploads and downloads', async () => {
  const path = '/api/v1/media/unknown/content';
  expect((await upload('x', '?filename=x.txt', { as: 'clerk' })).status).toBe(403);
  expect((await send(path, { as: 'clerk' })).status).toBe(403);
  const noted = async () => {
    const { rows } = await catalogue.database.owner.query(
      `SELECT data ->> 'detail' AS detail, data -> 'required_scopes' AS scopes FROM public.audit_entry
       WHERE kind = 'scope.refused' AND actor ->> 'name' = 'Clerk' ORDER BY at, id`,
    );
    return rows;
  };
  // The answer does not wait for the note.
  await expect.poll(noted).toEqual([
    { detail: 'createMedia needs the scope media:write.', scopes: ['media:write'] },
    { detail: 'getMediaContent needs the scope media:read.', scopes: ['media:read'] },
  ]);
});

describe('a link', () => {
  const open = async (url: string) => {
    const { pathname, search } = new URL(url);
    return send(`${pathname}${search}`, { as: null });
  };

  test('opens one file for at least an hour without a token, and is the same until the hour ends', async () => {
    nowMs = Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 1_000;
    const { body } = await upload('linked', '?filename=l.txt');
    const response = await open(body.url);
    expect([response.status, await response.text()]).toEqual([200, 'linked']);
    expect(response.headers.get('cache-control')).toBe('private, max-age=7199');
    const { organizationId } = catalogue.owner;
    const again = () =>
      signedUrl(links, {
        organizationId,
        id: decodeIdOf('Media', body.id) ?? '',
        sha256: String(body.sha256),
      });
    nowMs += 3_599_000;
    expect(again()).toBe(body.url);
    nowMs += 1_000;
    expect(again()).not.toBe(body.url);
    nowMs += 3_598_000;
    expect((await open(body.url)).headers.get('cache-control')).toBe('private, max-age=1');
    nowMs += 1_000;
    const expired = await open(body.url);
    expect([expired.status, ((await expired.json()) as { code: string }).code]).toEqual([
      403,
      'expired-link',
    ]);
  });

  test('that was changed in any part opens nothing', async () => {
    const { body } = await upload('tampered', '?filename=t.txt');
    const other = (await upload('tampered with', '?filename=o.txt')).body.id;
    const change = (name: string, to: (was: string) => string) => {
      const url = new URL(body.url);
      url.searchParams.set(name, to(url.searchParams.get(name) ?? ''));
      return url.href;
    };
    const changed = [
      change('expires', (was) => String(Number(was) + 1)),
      change('organization', () => encodeId('Organization', stranger.organizationId)),
      change('signature', (was) => `${was[0] === 'A' ? 'B' : 'A'}${was.slice(1)}`),
      change('signature', () => ''),
      body.url.replace(body.id, other),
      body.url.replace(body.id, 't'),
    ];
    for (const url of changed) {
      const response = await open(url);
      expect([url, response.status, ((await response.json()) as { code: string }).code]).toEqual([
        url,
        403,
        'invalid-signature',
      ]);
    }
  });

  test('to a deleted file opens nothing', async () => {
    const { body } = await upload('deleted', '?filename=d.txt');
    await catalogue.runner.write(catalogue.owner, deleteMedia, { ref: body.id });
    expect((await open(body.url)).status).toBe(410);
  });

  test('to a public file is lasting and open to everybody; a private one reads like a missing one', async () => {
    const { body } = await upload(pngOf(3, 3), '?filename=p.png&code=Public-1');
    const path = `/media/${encodeId('Organization', catalogue.owner.organizationId)}/public-1`;
    expect((await send(path, { as: null })).status).toBe(404);
    const patch = { visibility: 'public' } as const;
    await catalogue.runner.write(catalogue.owner, updateMedia, { ref: body.id, patch });
    const response = await send(path, { as: null });
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600']);
    expect(await response.arrayBuffer().then(({ byteLength }) => byteLength)).toBe(pngOf(3, 3).length);
    const elsewhere = path.replace(/org_[0-9a-f]+/, encodeId('Organization', stranger.organizationId));
    expect((await send(elsewhere, { as: null })).status).toBe(404);
    expect((await send('/media/org_x/public-1', { as: null })).status).toBe(404);
  });
});

test('the text of a multipart file is stored byte for byte', async () => {
  const { body } = await upload(form('line one\r\nline two\r\n--b--', 'lines.txt'), '');
  const stored = await storage.get(
    `media/${catalogue.owner.organizationId}/${String(body.sha256).slice(0, 2)}/${String(body.sha256).slice(2, 4)}/${body.sha256}`,
  );
  expect(stored && (await text(stored.stream))).toBe('line one\r\nline two\r\n--b--');
});
