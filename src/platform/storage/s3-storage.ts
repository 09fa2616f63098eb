import { randomUUID } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { RequestError } from '../../kernel/errors.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { rendered } from '../../kernel/problems/messages/render-message.ts';
import { describeNetworkError } from '../outbound/describe-network-error.ts';
import { assertObjectKey } from './object-key.ts';
import type { ByteRange, ListedObject, ObjectStorage, StagedObject, StoredObject } from './object-storage.ts';
import { StorageError } from './storage-error.ts';

/** A bucket of an S3-compatible store. */
export interface S3Settings {
  /** Null for the one of Amazon in the region. */
  readonly endpoint: string | null;
  readonly bucket: string;
  readonly region: string;
  /** Null where the surroundings have them: a role of the machine, a profile. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
  /** Puts the bucket into the path of addresses, not into their host. */
  readonly forcePathStyle: boolean;
}

/** The smallest part that S3 takes; 10,000 of them are 50 GB, far beyond the largest file. */
const PART_BYTES = 5 * 1024 * 1024;
/** Parts of one object that are held in memory and sent at once. */
const PARTS_AT_ONCE = 2;
const CONNECT_WITHIN_MS = 5_000;
/** Time that the store may take to respond to a request that moves no bytes, and to take a part or copy an object. */
const QUICK = { requestTimeout: 15_000 } as const;
const COPY_TIMEOUT_MS = 120_000;
/** Time for which a connection may be silent: also that of a download whose reader is slow. */
const SILENT_FOR_MS = 300_000;
const MOST_CONNECTIONS = 200;
/** Maximum number of keys that S3 returns. */
const PAGE_SIZE = 1_000;

const STAGING = 'staging/';
const OBJECTS = 'objects/';

/** One bucket, and the client that reaches it. */
interface OpenBucket {
  readonly client: S3Client;
  readonly bucket: string;
  /** Objects of one page of a list. */
  readonly pageSize: number;
}

/**
 * Opens objects in a bucket of an S3-compatible store. Received bytes lie under `staging/` first and the store itself
 * copies them to `objects/`; large bodies go in parts, so memory stays flat.
 *
 * @throws StorageError when the bucket cannot be reached with these settings
 */
export async function openS3Storage(settings: S3Settings, pageSize = PAGE_SIZE): Promise<ObjectStorage> {
  const open: OpenBucket = { client: createClient(settings), bucket: settings.bucket, pageSize };
  await checkBucket(open, settings);
  const objectKeyOf = (key: string) => `${OBJECTS}${assertObjectKey(key)}`;
  return {
    async stage(source) {
      const objectKey = `${STAGING}${randomUUID()}`;
      const sizeBytes = await upload(open, objectKey, source);
      return stagedObject(open, { objectKey, sizeBytes }, objectKeyOf);
    },
    async put(key, source) {
      await upload(open, objectKeyOf(key), source);
    },
    get: (key, range) => openObject(open, objectKeyOf(key), range),
    async exists(key) {
      return (await sizeOf(open, objectKeyOf(key))) !== null;
    },
    delete: (key) => remove(open, objectKeyOf(key)),
    list: (below) => listObjects(open, `${objectKeyOf(below)}/`, OBJECTS),
    discardAbandoned: (before) => discardAbandoned(open, before),
  };
}

function createClient({ endpoint, region, credentials, forcePathStyle }: S3Settings): S3Client {
  const agent = { keepAlive: true, maxSockets: MOST_CONNECTIONS };
  const client = new S3Client({
    ...(endpoint === null ? {} : { endpoint }),
    ...(credentials === null ? {} : { credentials }),
    region,
    forcePathStyle,
    // The newer check sums of Amazon are unknown to other stores; the signature covers what is sent.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      httpAgent: agent,
      httpsAgent: agent,
      connectionTimeout: CONNECT_WITHIN_MS,
      socketTimeout: SILENT_FOR_MS,
      requestTimeout: COPY_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  });
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) =>
        next(args).catch((error: unknown) => {
          throw ANSWERS[commandName]?.includes(statusOf(error) ?? 0) ? error : unavailable(error);
        }),
    { step: 'initialize', name: 'tellUnavailable' },
  );
  return client;
}

/** Statuses of responses that are no failures: there is no such object or part of it, or the store cannot do that. */
const ANSWERS: Readonly<Record<string, readonly number[]>> = {
  GetObjectCommand: [404, 416],
  HeadObjectCommand: [404],
  AbortMultipartUploadCommand: [404],
  ListMultipartUploadsCommand: [405, 501],
};

function unavailable(cause: unknown): RequestError {
  const detail = localized('object-store-unavailable', { reason: reasonOf(cause) });
  return Object.assign(new RequestError('service-unavailable', detail), { cause });
}

async function checkBucket({ client, bucket }: OpenBucket, { endpoint }: S3Settings): Promise<void> {
  try {
    const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }), QUICK);
    // Any web server responds with something.
    if (page.IsTruncated === undefined) throw new RequestError('service-unavailable', NOT_S3);
  } catch (error) {
    const cause = error instanceof RequestError ? (error.cause ?? error) : error;
    const reason = reasonOf(cause);
    const where = endpoint === null ? '' : ` at ${new URL(endpoint).host}`;
    throw new StorageError(
      `The bucket '${bucket}'${where} cannot be used (${typeof reason === 'string' ? reason : rendered(reason)}): make it, or correct S3_BUCKET, S3_ENDPOINT and the keys.`,
      cause,
    );
  }
}

const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;

const NOT_S3 = localized('object-store-not-s3');

/** Returns why the store cannot be used: a message, or the status of its response. */
function reasonOf(error: unknown): Message | string {
  const status = statusOf(error);
  if (status === undefined && !(error instanceof RequestError)) return describeNetworkError(error);
  // A status of success is that of a response which cannot be read.
  return status === undefined || status < 300 ? NOT_S3 : String(status);
}

function ignoreMissing(error: unknown): null {
  if (statusOf(error) === 404) return null;
  throw error;
}

/** Sends a stream to its end and returns its size; a stream that breaks leaves nothing. */
async function upload(
  { client, bucket }: OpenBucket,
  objectKey: string,
  source: AsyncIterable<Uint8Array>,
): Promise<number> {
  let sizeBytes = 0;
  const body = new PassThrough();
  const sending = new Upload({
    client,
    params: { Bucket: bucket, Key: objectKey, Body: body },
    partSize: PART_BYTES,
    queueSize: PARTS_AT_ONCE,
    leavePartsOnError: false,
  });
  const measured = async function* () {
    for await (const chunk of source) {
      sizeBytes += chunk.byteLength;
      yield chunk;
    }
  };
  const [sent, read] = await Promise.allSettled([
    sending.done().catch((error: Error) => {
      body.destroy(error);
      throw error;
    }),
    pipeline(Readable.from(measured(), { objectMode: false }), body),
  ]);
  // If the source broke, that is the reason; the store has only seen the end of it.
  if (read.status === 'rejected' && !(sent.status === 'rejected' && sent.reason === read.reason))
    throw read.reason;
  if (sent.status === 'rejected') throw sent.reason;
  return sizeBytes;
}

function stagedObject(
  open: OpenBucket,
  { objectKey, sizeBytes }: { readonly objectKey: string; readonly sizeBytes: number },
  objectKeyOf: (key: string) => string,
): StagedObject {
  const { client, bucket } = open;
  let storedKey: string | null = null;
  return {
    sizeBytes,
    async keepAs(key) {
      if (storedKey === key) return;
      const CopySource = encodeURI(`${bucket}/${objectKey}`);
      await client.send(new CopyObjectCommand({ Bucket: bucket, Key: objectKeyOf(key), CopySource }));
      storedKey = key;
      // The remains are found when abandoned uploads are deleted.
      await remove(open, objectKey).catch(() => undefined);
    },
    async discard() {
      if (storedKey === null) await remove(open, objectKey);
    },
  };
}

async function openObject(
  open: OpenBucket,
  objectKey: string,
  range: ByteRange | undefined,
): Promise<StoredObject | null> {
  const { client, bucket } = open;
  const params = {
    Bucket: bucket,
    Key: objectKey,
    ...(range === undefined ? {} : { Range: rangeOf(range) }),
  };
  try {
    const { Body, ContentLength = 0, ContentRange } = await client.send(new GetObjectCommand(params), QUICK);
    const whole = /\/(\d+)$/.exec(ContentRange ?? '')?.[1];
    return { stream: Body as Readable, sizeBytes: whole === undefined ? ContentLength : Number(whole) };
  } catch (error) {
    if (statusOf(error) !== 416) return ignoreMissing(error);
    // No bytes lie behind the end; a file reads as empty there, too.
    const sizeBytes = await sizeOf(open, objectKey);
    return sizeBytes === null ? null : { stream: Readable.from([]), sizeBytes };
  }
}

function rangeOf({ first, last }: ByteRange): string {
  return `bytes=${first}-${last === Number.MAX_SAFE_INTEGER ? '' : last}`;
}

async function sizeOf({ client, bucket }: OpenBucket, objectKey: string): Promise<number | null> {
  const response = await client
    .send(new HeadObjectCommand({ Bucket: bucket, Key: objectKey }), QUICK)
    .catch(ignoreMissing);
  return response === null ? null : (response.ContentLength ?? 0);
}

async function remove({ client, bucket }: OpenBucket, objectKey: string): Promise<void> {
  await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: objectKey }), QUICK);
}

/** Iterates over the objects below a prefix, by pages of up to 1,000; the keys have no `root`. */
async function* listObjects(
  { client, bucket, pageSize }: OpenBucket,
  below: string,
  root: string,
): AsyncGenerator<ListedObject> {
  for (let ContinuationToken: string | undefined, more = true; more; ) {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: below, MaxKeys: pageSize, ContinuationToken }),
      QUICK,
    );
    for (const { Key, LastModified } of page.Contents ?? []) {
      if (Key !== undefined && LastModified !== undefined)
        yield { key: Key.slice(root.length), receivedAt: LastModified };
    }
    ContinuationToken = page.NextContinuationToken;
    more = page.IsTruncated === true && ContinuationToken !== undefined;
  }
}

async function discardAbandoned(open: OpenBucket, before: Date): Promise<number> {
  let removed = await abortUploads(open, before);
  for await (const { key, receivedAt } of listObjects(open, STAGING, '')) {
    if (receivedAt >= before) continue;
    await remove(open, key);
    removed += 1;
  }
  return removed;
}

/** Position at which a page of open uploads begins. */
interface UploadMarker {
  readonly KeyMarker?: string;
  readonly UploadIdMarker?: string;
}

function markerAfter(page: ListMultipartUploadsCommandOutput | null): UploadMarker | null {
  if (page?.IsTruncated !== true || page.NextKeyMarker === undefined) return null;
  const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
  return { KeyMarker, ...(UploadIdMarker === undefined ? {} : { UploadIdMarker }) };
}

/** Ends uploads whose process died between two parts: their parts show in no list and cost all the same. */
async function abortUploads({ client, bucket }: OpenBucket, before: Date): Promise<number> {
  let aborted = 0;
  for (let marker: UploadMarker | null = {}; marker !== null; ) {
    const page: ListMultipartUploadsCommandOutput | null = await client
      .send(new ListMultipartUploadsCommand({ Bucket: bucket, ...marker }), QUICK)
      .catch(ignoreUnknown);
    for (const { Key, UploadId, Initiated } of page?.Uploads ?? []) {
      if (Initiated === undefined || Initiated >= before || !isOurs(Key)) continue;
      await client
        .send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }), QUICK)
        .catch(ignoreMissing);
      aborted += 1;
    }
    marker = markerAfter(page);
  }
  return aborted;
}

const isOurs = (key: string | undefined) =>
  key?.startsWith(STAGING) === true || key?.startsWith(OBJECTS) === true;

/** Ignores that some stores cannot list uploads; they end them by a rule of the bucket. */
function ignoreUnknown(error: unknown): null {
  const status = statusOf(error);
  if (status === 501 || status === 405) return null;
  throw error;
}
