// A process of its own that speaks S3 until its parent lets go of it; it knows the key S3RVER alone.
// Arguments: the folder for its objects, and the one with its packages.
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const BUCKET = 'catalograph';
const [folder = '', packages = ''] = process.argv.slice(2);
const entry = createRequire(join(packages, 'any.js')).resolve('@20minutes/s3rver');
const { default: S3rver }: typeof import('@20minutes/s3rver') = await import(pathToFileURL(entry).href);
const s3 = new S3rver({
  // It expects bucket addresses signed without the slash at their end, which the client has signed.
  allowMismatchedSignatures: true,
  silent: true,
  directory: folder,
  configureBuckets: [{ name: BUCKET }],
});
await s3.configureBuckets();
const answer = s3.callback();

/** Uploads in parts that were neither completed nor aborted. */
const uploads = join(folder, BUCKET, '._S3rver_uploads');

async function abortUpload(uploadId: string, response: ServerResponse) {
  await rm(join(uploads, uploadId.replace(/\W/g, '')), { recursive: true, force: true });
  response.writeHead(204).end();
}

async function listUploads(response: ServerResponse) {
  const ids = await readdir(uploads).catch(() => []);
  const entries = ids.map(async (id) => {
    const key = await readFile(join(uploads, id, 'key'), 'utf8');
    const { birthtime } = await stat(join(uploads, id));
    return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${birthtime.toISOString()}</Initiated></Upload>`;
  });
  const body = `<ListMultipartUploadsResult><Bucket>${BUCKET}</Bucket><IsTruncated>false</IsTruncated>${(await Promise.all(entries)).join('')}</ListMultipartUploadsResult>`;
  response.writeHead(200, { 'content-type': 'application/xml' }).end(body);
}

// It lacks two requests: to abort an upload in parts and to list those that are open.
const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://s3.test');
  const uploadId = searchParams.get('uploadId');
  if (request.method === 'DELETE' && uploadId !== null) void abortUpload(uploadId, response);
  else if (request.method === 'GET' && searchParams.has('uploads')) void listUploads(response);
  else answer(request, response);
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.once('disconnect', () => process.exit(0));
