import { readdir } from 'node:fs/promises';
import { createFilesApp, type FilesSettings } from '../../src/adapters/files/files-app.ts';
import { listen } from '../../src/adapters/http/http-server.ts';
import { createRouter } from '../../src/adapters/http/router.ts';
import { requestLog } from '../../src/adapters/monitoring/request-log.ts';
import { RequestError } from '../../src/kernel/errors.ts';
import { verbatim } from '../../src/kernel/problems/messages/message.ts';
import type { Session } from '../../src/kernel/session.ts';
import { createRenditions } from '../../src/modules/media/index.ts';
import { createImageRenderer } from '../../src/platform/image/image-renderer.ts';
import { silentLog } from './silent-log.ts';
import { WEBHOOK_TOOLS } from './webhook-tools.ts';

/** The door of files on a port of this machine; `Bearer <name>` is whoever `callers` says. */
export async function serveFiles(
  settings: Omit<FilesSettings, 'authenticator' | 'renditions' | 'downloads'>,
  callers: Readonly<Record<string, Session>>,
) {
  const router = createRouter({
    log: silentLog,
    publicUrl: 'http://catalograph.test',
    around: [requestLog(silentLog)],
  });
  const authenticator = {
    async authenticate(request: Request) {
      const name = /^Bearer (.*)$/.exec(request.headers.get('authorization') ?? '')?.[1];
      if (name === undefined) return null;
      const caller = callers[name];
      if (caller === undefined)
        throw new RequestError('invalid-token', verbatim('This is not a token of this server.'));
      return caller;
    },
  };
  const { downloads } = WEBHOOK_TOOLS;
  const renderer = createImageRenderer();
  const renditions = createRenditions({ storage: settings.storage, renderer });
  router.route('/', createFilesApp({ ...settings, renditions, downloads, authenticator }));
  const server = await listen({ host: '127.0.0.1', port: 0, log: silentLog });
  server.setHandler((request, env) => router.fetch(request, env));
  return {
    url: `http://127.0.0.1:${server.port}`,
    port: server.port,
    close: () => server.close(1_000).then(() => renderer.close()),
  };
}

/** Names of all files below a folder, however deep. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
