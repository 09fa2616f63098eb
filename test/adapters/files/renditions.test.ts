// Risk: somebody fills the storage or the processor with pictures in all sizes, or gets a picture that is not his.
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decodeIdOf, encodeId } from '../../../src/kernel/ids.ts';
import { signedUrl, updateMedia } from '../../../src/modules/media/index.ts';
import { createFileLinks, type FileLinks } from '../../../src/platform/storage/file-links.ts';
import { createTestOrganization, type TestOrganization } from '../../support/catalogue.ts';
import { filesBelow, serveFiles } from '../../support/files-server.ts';
import { createTestStorage, type TestStorage } from '../../support/storage.ts';

let catalogue: TestOrganization;
let location: TestStorage;
let links: FileLinks;
let server: Awaited<ReturnType<typeof serveFiles>>;
beforeAll(async () => {
  catalogue = await createTestOrganization();
  location = await createTestStorage();
  const clock = { now: () => new Date() };
  links = createFileLinks({ secret: 'test', publicUrl: 'http://catalograph.test', clock });
  const { runner, owner } = catalogue;
  server = await serveFiles(
    {
      runner,
      storage: location.storage,
      links,
      maximumUploadBytes: 10_000_000,
      recordRefusal: async () => undefined,
    },
    { owner },
  );
});
afterAll(async () => {
  await server.close();
  await catalogue.close();
  await location.remove();
});
beforeEach(async () => {
  for await (const { key } of location.storage.list('renditions')) await location.storage.delete(key);
});

const send = (
  path: string,
  init: { method?: string; headers?: Record<string, string>; body?: Uint8Array } = {},
) =>
  fetch(`${server.url}${path}`, {
    ...init,
    headers: { authorization: 'Bearer owner', ...init.headers },
  } as RequestInit);
const upload = async (bytes: Buffer, filename: string): Promise<string> => {
  const response = await send(`/api/v1/media?filename=${filename}`, {
    method: 'POST',
    body: new Uint8Array(bytes),
  });
  return ((await response.json()) as { id: string }).id;
};
const contentOf = (id: string, query: string) => `/api/v1/media/${id}/content?${query}`;
const follow = (link: string) => {
  const { pathname, search } = new URL(link);
  return fetch(`${server.url}${pathname}${search}`);
};
const shown = async (response: Response) => {
  const { width, height, format } = await sharp(await response.arrayBuffer()).metadata();
  return [response.status, response.headers.get('content-type'), format, width, height];
};
const colorOf = async (response: Response) =>
  [
    ...(
      await sharp(await response.arrayBuffer())
        .raw()
        .toBuffer()
    ).subarray(0, 3),
  ].map((part) => (part > 127 ? 1 : 0));

/** A picture, red on its left half and blue on its right one. */
const halves = (width = 400, height = 200) => {
  const half = (background: string) => ({
    create: { width: width / 2, height, channels: 3 as const, background },
  });
  return sharp({ create: { width, height, channels: 3, background: '#f00' } }).composite([
    { input: half('#00f'), left: width / 2, top: 0 },
  ]);
};
const problemOf = async (response: Response) => {
  const { code, detail, ...more } = (await response.json()) as { code: string; detail: string };
  return [response.status, code, detail, more] as const;
};

describe('a picture', () => {
  let id: string;
  beforeAll(async () => {
    id = await upload(await halves().jpeg({ quality: 100 }).toBuffer(), 'halves.jpg');
  });

  test('comes in the size and format that is asked for', async () => {
    expect(await shown(await send(contentOf(id, 'w=100')))).toEqual([200, 'image/jpeg', 'jpeg', 100, 50]);
    expect(await shown(await send(contentOf(id, 'h=20&format=webp')))).toEqual([
      200,
      'image/webp',
      'webp',
      40,
      20,
    ]);
    expect(await shown(await send(contentOf(id, 'w=30&h=30&fit=contain&format=png')))).toEqual([
      ...[200, 'image/png', 'png', 30, 30],
    ]);
    expect(await shown(await send(contentOf(id, 'format=avif')))).toEqual([
      200,
      'image/avif',
      'heif',
      400,
      200,
    ]);
    expect(await shown(await send(contentOf(id, 'w=4000')))).toEqual([200, 'image/jpeg', 'jpeg', 400, 200]);
  });

  test('is described so that it is safe, can be kept and is not made again', async () => {
    const first = await send(contentOf(id, 'w=64&format=webp'));
    await first.arrayBuffer();
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-disposition': 'inline; filename=halves.webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-cache',
      'content-length': expect.stringMatching(/^\d+$/),
    });
    const etag = first.headers.get('etag') ?? '';
    const again = await send(contentOf(id, 'w=64&format=webp'), { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const head = await send(contentOf(id, 'w=64&format=webp'), { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      ...[200, first.headers.get('content-length'), ''],
    ]);
    const names = await filesBelow(location.folder);
    expect(names.filter((name) => name.startsWith('64x32'))).toEqual(['64x32-webp-1']);
  });

  test('is made once for all who ask at the same time, and once for all boxes larger than it', async () => {
    const asked = await Promise.all(
      Array.from({ length: 10 }, (_, index) => send(contentOf(id, `w=${400 + index * 100}&format=png`))),
    );
    expect(new Set(asked.map(({ headers }) => headers.get('etag'))).size).toBe(1);
    const sizes = await Promise.all(asked.map(async (response) => (await response.arrayBuffer()).byteLength));
    expect(new Set(sizes).size).toBe(1);
    expect((await filesBelow(location.folder)).filter((name) => name.endsWith('-1'))).toEqual([
      '400x200-png-1',
    ]);
  });

  test('keeps its focal point when it is cut', async () => {
    const cover = contentOf(id, 'w=50&h=50&fit=cover&format=png');
    const colorAt = async (focalPoint: { x: number; y: number } | null) => {
      await catalogue.runner.write(catalogue.owner, updateMedia, { ref: id, patch: { focalPoint } });
      return colorOf(await send(cover));
    };
    expect(await colorAt({ x: 0.9, y: 0.5 })).toEqual([0, 0, 1]);
    expect(await colorAt({ x: 0.1, y: 0.5 })).toEqual([1, 0, 0]);
    expect(await colorAt(null)).toEqual([1, 0, 0]);
    const outside = catalogue.runner.write(catalogue.owner, updateMedia, {
      ref: id,
      patch: { focalPoint: { x: 1.5, y: -1 } },
    });
    await expect(outside).rejects.toMatchObject({
      errors: [
        { code: 'above-maximum', path: ['focalPoint', 'x'], value: 1.5 },
        { code: 'below-minimum', path: ['focalPoint', 'y'], value: -1 },
      ],
    });
  });

  test('taken on its side is shown upright', async () => {
    const bytes = await halves().withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await shown(await send(contentOf(await upload(bytes, 'upright.jpg'), 'w=50')))).toEqual([
      ...[200, 'image/jpeg', 'jpeg', 50, 100],
    ]);
  });

  test('comes without the metadata of its original, though these are a megabyte', async () => {
    const bytes = await halves().jpeg().toBuffer();
    // Cameras and editors write profiles, previews and histories into segments of up to 64 kB each.
    const segment = Buffer.concat([Buffer.from([0xff, 0xed, 0xff, 0xff]), Buffer.alloc(65_533, 'x')]);
    const segments = Array<Buffer>(16).fill(segment);
    const heavy = Buffer.concat([bytes.subarray(0, 2), ...segments, bytes.subarray(2)]);
    const rendition = await send(contentOf(await upload(heavy, 'heavy.jpg'), 'w=50'));
    const small = Buffer.from(await rendition.clone().arrayBuffer());
    expect(await shown(rendition)).toEqual([200, 'image/jpeg', 'jpeg', 50, 25]);
    expect(small.length).toBeLessThan(5_000);
  });

  test.each(['jpeg', 'png', 'webp', 'avif', 'tiff'] as const)(
    'in %s is shown and measured upright, whatever its orientation',
    async (format) => {
      for (let orientation = 1; orientation <= 8; orientation += 1) {
        const bytes = await halves(80, 40).withMetadata({ orientation }).toFormat(format).toBuffer();
        const response = await send(`/api/v1/media?filename=turned-${orientation}.${format}`, {
          method: 'POST',
          body: new Uint8Array(bytes),
        });
        const { id, width, height } = (await response.json()) as {
          id: string;
          width: number;
          height: number;
        };
        const rendition = await shown(await send(contentOf(id, 'w=20&format=png')));
        const [stored, small] =
          orientation >= 5
            ? [
                [40, 80],
                [20, 40],
              ]
            : [
                [80, 40],
                [20, 10],
              ];
        expect([orientation, width, height, ...rendition]).toEqual([
          ...[orientation, ...stored, 200, 'image/png', 'png', ...small],
        ]);
      }
    },
  );

  test('is kept in up to a hundred sizes; then the oldest goes', async () => {
    const folder = `renditions/${catalogue.owner.organizationId}`;
    const bytes = await halves(40, 20).png().toBuffer();
    const other = await upload(bytes, 'tiny.png');
    await (await send(contentOf(other, 'w=10'))).arrayBuffer();
    const [own] = (await filesBelow(location.folder)).filter((name) => name === '10x5-png-1');
    expect(own).toBe('10x5-png-1');
    let key = '';
    for await (const object of location.storage.list(folder))
      if (object.key.endsWith('10x5-png-1')) key = object.key;
    const dir = key.slice(0, key.lastIndexOf('/'));
    for (let index = 0; index < 99; index += 1)
      await location.storage.put(
        `${dir}/made-${index}`,
        (async function* () {
          yield Buffer.from('x');
        })(),
      );
    await (await send(contentOf(other, 'w=12'))).arrayBuffer();
    const kept: string[] = [];
    for await (const object of location.storage.list(dir)) kept.push(object.key.slice(dir.length + 1));
    expect([kept.length, kept.includes('10x5-png-1'), kept.includes('12x6-png-1')]).toEqual([
      100,
      false,
      true,
    ]);
  });

  test('is not made for parameters that say nothing', async () => {
    const refused = async (query: string) => (await problemOf(await send(contentOf(id, query)))).slice(0, 3);
    expect(await refused('w=0')).toEqual([
      ...[400, 'invalid-parameter', "'w' is a number of pixels from 1 to 4096, not '0'."],
    ]);
    expect(await refused('h=5000')).toEqual([
      ...[400, 'invalid-parameter', "'h' is a number of pixels from 1 to 4096, not '5000'."],
    ]);
    expect(await refused('w=1&fit=fill')).toEqual([
      ...[400, 'invalid-parameter', "'fit' is one of inside, cover, contain, not 'fill'."],
    ]);
    expect(await refused('w=10&fit=cover')).toEqual([
      ...[400, 'invalid-parameter', "'fit=cover' needs both sides: w and h."],
    ]);
    expect(await refused('format=svg')).toEqual([
      ...[400, 'invalid-parameter', "'format' is one of jpeg, png, webp, avif, not 'svg'."],
    ]);
    expect((await refused('width=10'))[1]).toBe('unknown-parameter');
  });
});

describe('a link', () => {
  test('opens the one rendition that it was signed for', async () => {
    const id = await upload(await halves().png().toBuffer(), 'signed.png');
    const { organizationId } = catalogue.owner;
    const linked = { organizationId, id: decodeIdOf('Media', id) ?? '', sha256: '0'.repeat(64) };
    const link = signedUrl(links, linked, { width: 33, height: 11, fit: 'cover', format: 'webp' });
    expect(new URL(link).search).toContain('&w=33&h=11&fit=cover&format=webp');
    expect(await shown(await follow(link))).toEqual([200, 'image/webp', 'webp', 33, 11]);
    expect((await follow(link)).headers.get('cache-control')).toMatch(/^private, max-age=[3-7]\d{3}$/);
    const changed = [
      link.replace('w=33', 'w=34'),
      link.replace('&h=11', ''),
      link.replace('v=00000000', 'v=00000001'),
      `${signedUrl(links, linked)}&w=33`,
    ];
    for (const other of changed) expect((await follow(other)).status).toBe(403);
  });

  test('to a public file takes some sizes only, and names the next ones', async () => {
    const id = await upload(await halves(3_000, 1_500).jpeg().toBuffer(), 'public.jpg');
    const base = `/media/${encodeId('Organization', catalogue.owner.organizationId)}/public`;
    const get = (query: string) => fetch(`${server.url}${base}?${query}`);
    expect((await get('w=640')).status).toBe(404);
    await catalogue.runner.write(catalogue.owner, updateMedia, { ref: id, patch: { visibility: 'public' } });
    const response = await get('w=640&h=600&fit=cover&format=webp');
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600');
    expect(await shown(response)).toEqual([200, 'image/webp', 'webp', 640, 600]);
    const [status, code, detail, more] = await problemOf(await get('w=641'));
    expect([status, code, detail]).toEqual([
      ...[400, 'invalid-parameter'],
      "A public link takes some sizes only: of 'w' the next ones are 640 and 720, not 641. Other sizes come by signed links.",
    ]);
    expect(more).toMatchObject({ parameter: 'w', suggestions: ['640', '720'] });
  });
});

test.each([
  ['%PDF-1.7 a data sheet', 'sheet.pdf', 'not-a-picture', 'not of application/pdf.'],
  ['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'logo.svg', 'not-a-picture', 'svg+xml.'],
  ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x08\0\0\0\x08\b\x06\0\0\0', 'cut.png', 'broken', 'unchanged.'],
])(
  'what is no picture, or a broken one, is told so and can be had as it is: %#',
  async (content, name, reason, end) => {
    const id = await upload(Buffer.from(content, 'latin1'), name);
    const [status, code, detail, more] = await problemOf(await send(contentOf(id, 'w=10')));
    expect([status, code, detail.endsWith(end), more]).toMatchObject([
      422,
      'rendition-failed',
      true,
      { reason },
    ]);
    expect((await send(`/api/v1/media/${id}/content`)).status).toBe(200);
  },
);
