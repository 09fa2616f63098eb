// Risk: an uploaded drawing or page runs its scripts with the rights of this site, or tells strangers who looks at it.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { browserPath, openBrowser } from '../../support/browser.ts';
import { type ServedProgram, serveProgram } from '../../support/served-program.ts';

if (browserPath === null) {
  process.stderr.write('Skipping the tests of files in a browser: no Chromium; set CHROMIUM_PATH.\n');
}

test.runIf(browserPath === null && process.env.CI === 'true')('finds a browser', () => {
  expect.fail('There is no Chromium. Install the package chromium-headless-shell or set CHROMIUM_PATH.');
});

/** Every way in which content tells that it runs: each asks the canary for a path of its own. */
const call = (what: string) => `fetch('http://canary.test/${what}',{mode:'no-cors'});`;
const HOSTILE_SVG = `<?xml version="1.0"?>
<?xml-stylesheet href="http://canary.test/xml-stylesheet" type="text/css"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="80" height="60"
     onload="${call('svg-onload')}">
  <style>@import url('http://canary.test/svg-import'); rect { fill: url('http://canary.test/svg-fill#a'); }</style>
  <script>${call('svg-script')} alert('svg');</script>
  <script href="http://canary.test/svg-script-file"/>
  <image href="http://canary.test/svg-image" width="9" height="9"/>
  <use xlink:href="http://canary.test/svg-use#a"/>
  <animate onbegin="${call('svg-animate')}" attributeName="x" dur="1s"/>
  <foreignObject width="80" height="60"><div xmlns="http://www.w3.org/1999/xhtml">
    <img src="http://canary.test/svg-foreign-image" onerror="${call('svg-foreign-error')}"/>
    <iframe src="http://canary.test/svg-frame"></iframe>
    <iframe srcdoc="&lt;script&gt;${call('svg-srcdoc')}&lt;/script&gt;"></iframe>
  </div></foreignObject>
  <rect width="80" height="60"/>
</svg>`;
const HOSTILE_HTML = `<!doctype html><html><head>
  <meta http-equiv="refresh" content="1; url=http://canary.test/html-refresh">
  <link rel="stylesheet" href="http://canary.test/html-stylesheet">
  <script>${call('html-script')} alert('html');</script></head>
  <body onload="${call('html-onload')}"><img src="http://canary.test/html-image" onerror="${call('html-error')}">
  <form id="f" action="http://canary.test/html-form"></form><script>f.submit()</script></body></html>`;
const HOSTILE_SCRIPT = `${call('script-file')} self.postMessage?.('ran'); self.alert?.('script');`;

const FILES = {
  'drawing.svg': HOSTILE_SVG,
  'page.html': HOSTILE_HTML,
  // What it is called and said to be changes nothing.
  'photo.png': HOSTILE_HTML,
  'photo.svg.jpg': `<!-- a comment first -->${HOSTILE_SVG.replace(/<\?xml.*?\?>/g, '')}`,
  'widget.js': HOSTILE_SCRIPT,
};
type Filename = keyof typeof FILES;
const NAMES = Object.keys(FILES) as Filename[];

const SITE = 'http://catalograph.test:4000';
describe.skipIf(browserPath === null)('an uploaded file', () => {
  let served: ServedProgram;
  let server: Awaited<ReturnType<ServedProgram['listen']>>;
  let canary: Server;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const heard: string[] = [];
  const pages = new Map<string, { readonly type: string; readonly body: string }>();
  /** The private signed and the public address of each file. */
  const addresses = new Map<Filename, { readonly signed: string; readonly open: string }>();

  beforeAll(async () => {
    served = await serveProgram();
    // A page of ours that shows the files, as the console does.
    server = await served.listen(({ pathname }) => {
      const made = pathname === '/page' ? pages.get(pathname) : undefined;
      return made === undefined ? null : new Response(made.body, { headers: { 'content-type': made.type } });
    });
    canary = createServer((request, response) => {
      const made = request.headers.host === 'shop.test' ? pages.get(request.url ?? '') : undefined;
      // Of their own accord browsers ask a site for its icon, nothing more.
      if (made === undefined && request.url !== '/favicon.ico')
        heard.push(`${request.headers.host}${request.url}`);
      response.writeHead(made === undefined ? 404 : 200, { 'content-type': made?.type ?? 'text/plain' });
      response.end(made?.body);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => canary.once('listening', resolve));
    const { port } = canary.address() as AddressInfo;
    browser = await openBrowser({
      'catalograph.test:4000': Number(new URL(server.url).port),
      'canary.test': port,
      'shop.test': port,
    });
    for (const name of NAMES) addresses.set(name, await upload(name));
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    canary?.close();
    await server?.close();
    await served?.close();
  });
  beforeEach(async () => {
    context = await browser.newContext({ acceptDownloads: true });
    page = await context.newPage();
    page.on('dialog', (dialog) => {
      heard.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    heard.length = 0;
  });
  afterEach(() => context.close());

  async function upload(name: Filename) {
    const body = new FormData();
    // The type that a client claims is not believed.
    body.append('file', new Blob([FILES[name]], { type: 'image/png' }), name);
    const headers = { authorization: `Bearer ${served.token}` };
    const response = await fetch(`${server.url}/api/v1/media?duplicate=true`, {
      method: 'POST',
      headers,
      body,
    });
    const { code, url } = (await response.json()) as { code: string; url: string };
    expect([name, response.status]).toEqual([name, 201]);
    const { data } = await served.graphql(
      'mutation ($ref: ID!) { updateMedia(ref: $ref, input: { visibility: PUBLIC }) { ... on MediaPayload { media { publicUrl } } } }',
      { variables: { ref: code } },
    );
    const { media } = (data as { updateMedia: { media: { publicUrl: string } } }).updateMedia;
    return { signed: url, open: media.publicUrl };
  }
  const addressOf = (name: Filename, which: 'signed' | 'open') => {
    const url = addresses.get(name)?.[which] ?? '';
    expect(url.startsWith(SITE)).toBe(true);
    return url;
  };
  /** Waits until the browser has done what the page asks of it, its frames and files included. */
  async function settle(): Promise<void> {
    await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise((done) => requestAnimationFrame(done));
      // Whatever ran before has sent its request before this one.
      await fetch('http://canary.test/end', { mode: 'no-cors' });
    });
    expect(heard.pop()).toBe('canary.test/end');
  }
  /** Shows a page of another site, or of ours. */
  async function show(body: string, origin: 'http://shop.test' | typeof SITE): Promise<void> {
    const html = `<!doctype html><title>shop</title>${body}`;
    pages.set('/page', { type: 'text/html', body: html });
    await page.goto(`${origin}/page`, { waitUntil: 'load' });
  }
  const isAccepted = (...words: readonly string[]) =>
    vi.waitUntil(() => words.every((word) => heard.some((line) => line.startsWith(word))), {
      timeout: 10_000,
    });

  test('would be heard if it ran: the same contents, served as they are, call the canary', async () => {
    pages.set('/drawing.svg', { type: 'image/svg+xml', body: HOSTILE_SVG });
    await page.goto('http://shop.test/drawing.svg');
    await isAccepted(
      'dialog svg',
      'canary.test/svg-onload',
      'canary.test/svg-script',
      'canary.test/svg-image',
    );
    await isAccepted('canary.test/svg-foreign-image', 'canary.test/svg-frame', 'canary.test/svg-srcdoc');
    pages.set('/page.html', { type: 'text/html', body: HOSTILE_HTML });
    await page.goto('http://shop.test/page.html').catch(() => null);
    await isAccepted(
      'dialog html',
      'canary.test/html-script',
      'canary.test/html-image',
      'canary.test/html-form',
    );
    pages.set('/widget.js', { type: 'text/javascript', body: HOSTILE_SCRIPT });
    await show('<script src="http://shop.test/widget.js"></script>', 'http://shop.test');
    await isAccepted('canary.test/script-file');
  });

  test.each(NAMES)(
    'opened by either address is offered as a download and runs nothing (%s)',
    async (name) => {
      for (const which of ['signed', 'open'] as const) {
        const url = addressOf(name, which);
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.goto(url).then(
            () => expect.fail(`${url} was shown.`),
            (error: Error) => expect(error.message).toMatch(/Download is starting|ERR_ABORTED/),
          ),
        ]);
        await settle();
        expect([download.suggestedFilename(), page.url()]).toEqual([name, 'about:blank']);
        expect(heard).toEqual([]);
      }
    },
  );

  test.each(['http://shop.test', SITE] as const)('put into a page of %s runs nothing', async (origin) => {
    const urls = NAMES.flatMap((name) => [addressOf(name, 'signed'), addressOf(name, 'open')]);
    const body = urls
      .map((url) => url.replaceAll('&', '&amp;'))
      .map(
        (url) => `<img src="${url}"><iframe src="${url}"></iframe><object data="${url}"></object>
          <embed src="${url}"><object data="${url}" type="image/svg+xml"></object>
          <script src="${url}"></script><link rel="stylesheet" href="${url}"><link rel="manifest" href="${url}">
          <video src="${url}"></video><div style="background: url('${url}')">x</div>
          <svg><use href="${url}#a"/><image href="${url}" width="9" height="9"/></svg>`,
      );
    await show(body.join(''), origin);
    await settle();
    expect(heard).toEqual([]);
  });

  test('that is a drawing is still shown as a picture, in pages of any site', async () => {
    await show(`<img id="drawing" src="${addressOf('drawing.svg', 'open')}">`, 'http://shop.test');
    const size = await page.evaluate(() => {
      const image = document.querySelector<HTMLImageElement>('#drawing');
      return [image?.naturalWidth, image?.naturalHeight];
    });
    expect(size).toEqual([80, 60]);
    await settle();
    expect(heard).toEqual([]);
  });

  test('cannot become a worker of the site', async () => {
    await show('', SITE);
    const outcomes = await page.evaluate(
      (urls) =>
        Promise.all(
          urls.map(
            (url) =>
              new Promise<string>((resolve) => {
                const worker = new Worker(url);
                worker.onerror = () => resolve('refused');
                worker.onmessage = () => resolve('ran');
              }),
          ),
        ),
      NAMES.map((name) => addressOf(name, 'open')),
    );
    expect(new Set(outcomes)).toEqual(new Set(['refused']));
    await settle();
    expect(heard).toEqual([]);
  });
});
