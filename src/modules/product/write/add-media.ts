import { createHash } from 'node:crypto';
import { ValidationFailed } from '../../../kernel/errors.ts';
import { type FieldProblem, fieldProblem } from '../../../kernel/field-problem.ts';
import type { Labels } from '../../../kernel/labels.ts';
import { defineWrite, type WriteContext } from '../../../kernel/operation.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import type { Session } from '../../../kernel/session.ts';
import { authorize } from '../../../platform/operation/authorize.ts';
import type { StagedObject } from '../../../platform/storage/object-storage.ts';
import {
  type CreateMediaResult,
  contentKey,
  createMedia,
  type FileSample,
  inspectFile,
  type ReceivedFile,
  sampleOf,
  toFilename,
} from '../../media/index.ts';
import { writeOneProduct } from './write-products.ts';

/** Maximum number of characters of a file in base64: 750 kB of content. Larger files are uploaded. */
export const MAX_BASE64_LENGTH = 1_000_000;

/** The cell of a product that is to name the file. */
export interface MediaTarget {
  /** SKU, id or external id. */
  readonly ref: string;
  readonly attribute: string;
  readonly channel?: string | null | undefined;
  readonly locale?: string | null | undefined;
}

export interface AddMediaInput {
  /** The content, RFC 4648 section 4; nothing when it was fetched. */
  readonly base64?: string | null | undefined;
  /** Address from which it was fetched. */
  readonly url?: string | null | undefined;
  /** Returns the file that was fetched: a function, so that the same request is equal whatever the server sends. */
  readonly fetched?: (() => ReceivedFile) | undefined;
  /** Needed beside `base64`. */
  readonly filename?: string | null | undefined;
  /** Made from the file name when left out. */
  readonly code?: string | null | undefined;
  readonly labels?: Labels | undefined;
  readonly alt?: Labels | undefined;
  readonly attachTo?: MediaTarget | null | undefined;
  /** Stores the content; called last in the transaction, perhaps twice, never in a dry run. */
  readonly keep: (key: string, content: Uint8Array | StagedObject) => Promise<void>;
}

/** A type, so that it is a JSON value; ids are public. */
export type AddMediaResult = Pick<CreateMediaResult, 'id' | 'code' | 'outcome'> & {
  /** SKU of the product that names the file now; null when none was to. */
  readonly attachedTo: string | null;
};

/**
 * Takes a small file in and, when requested, lets a product name it, in one transaction: neither without the other. The
 * same content returns the existing file, whose texts stay as they are. Attaching needs `products:write` too.
 */
export const addMedia = defineWrite({
  name: 'addMedia',
  scope: 'media:write',
  effect: 'write',
  retry: 'with-key',
  errors: ['invalid', 'conflict', 'not-found', 'not-publishable'],
  async handler(
    context: WriteContext,
    { attachTo, keep, base64, url: _url, fetched, ...described }: AddMediaInput,
  ): Promise<AddMediaResult> {
    const target = attachTo ?? null;
    if (target !== null) authorizeAttaching(context.session);
    const { content, sizeBytes, sha256, sample, filename } = receiveContent(
      base64,
      described.filename,
      fetched,
    );
    const { id, code, outcome } = await createMedia.handler(context, {
      ...described,
      ...(await inspectFile(sample)),
      filename,
      sizeBytes,
      sha256,
      duplicate: false,
      // Bytes are stored only once nothing can reject the whole any more: a rejection leaves none.
      keepContent: async () => undefined,
    });
    const attachedTo = target === null ? null : await attach(context, target, code);
    if (!context.dryRun) await keep(contentKey(context.session.organizationId, sha256), content);
    return { id, code, outcome, attachedTo };
  },
});

/** Requires the additional scope for attaching. @throws RequestError `insufficient-scope` */
export function authorizeAttaching(session: Session): void {
  authorize(session, 'products:write', 'Attaching a file to a product');
}

/** Content as it was received, by either way. */
interface ReceivedContent {
  readonly content: Uint8Array | StagedObject;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly sample: FileSample;
  readonly filename: string;
}

function receiveContent(
  base64: string | null | undefined,
  filename: string | null | undefined,
  fetched: (() => ReceivedFile) | undefined,
): ReceivedContent {
  if (fetched !== undefined) {
    const { staged, sha256, sample, filename: name } = fetched();
    if (staged.sizeBytes === 0)
      throw ValidationFailed.of([fieldProblem('required', ['url'], localized('file-empty'))]);
    return { content: staged, sizeBytes: staged.sizeBytes, sha256, sample, filename: name };
  }
  const bytes = readBase64(base64 ?? '');
  return {
    content: bytes,
    sizeBytes: bytes.byteLength,
    sample: sampleOf(bytes),
    sha256: createHash('sha256').update(bytes).digest('hex'),
    filename: toFilename(filename ?? ''),
  };
}

/** Checks the sources of a content: it has exactly one source, and bytes have no name of their own. */
export function checkContentSource({
  base64,
  url,
  filename,
}: Pick<AddMediaInput, 'base64' | 'url' | 'filename'>): void {
  const problem = (field: string, message: Message) =>
    ValidationFailed.of([fieldProblem('required', [field], message)]);
  if ((base64 ?? null) !== null && (url ?? null) !== null)
    throw ValidationFailed.of([fieldProblem('value-not-allowed', ['url'], localized('media-source-either'))]);
  if ((base64 ?? null) === null && (url ?? null) === null)
    throw problem('url', localized('media-source-required'));
  if ((base64 ?? null) !== null && (filename ?? null) === null)
    throw problem('filename', localized('media-name-required'));
}

async function attach(context: WriteContext, target: MediaTarget, code: string): Promise<string> {
  const { ref, attribute, channel = null, locale = null } = target;
  const cell = { attribute, channel, locale, value: code, path: ['attachTo', 'attribute'] };
  const { sku } = await writeOneProduct(context, { ref, patch: { values: [cell] } }, 'update');
  return sku;
}

/** @throws ValidationFailed for what is no base64, empty or too large. */
function readBase64(text: string): Buffer {
  const refuse = (code: FieldProblem['code'], message: Message) =>
    ValidationFailed.of([fieldProblem(code, ['base64'], message, { value: text.slice(0, 50) })]);
  if (text.length > MAX_BASE64_LENGTH) {
    const message = localized('base64-too-long', { count: text.length, max: MAX_BASE64_LENGTH });
    throw refuse('file-too-large', message);
  }
  if (text === '') throw refuse('required', localized('file-empty'));
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) {
    const message = localized('base64-invalid');
    throw refuse('invalid-format', message);
  }
  return Buffer.from(text, 'base64');
}
