import { createHash } from 'node:crypto';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import type { Labels } from '../../kernel/labels.ts';
import { defineWrite, type WriteWork } from '../../kernel/operation.ts';
import { ValidationFailed } from '../../kernel/refusal.ts';
import { authorize } from '../../platform/operation/authorize.ts';
import {
  type CreateMediaAnswer,
  contentKey,
  createMedia,
  INSPECTED_BYTES,
  inspectFile,
  toFilename,
} from '../media/index.ts';
import { writeOneProduct } from './write-one-product.ts';

/** Most characters of a file in base64: 750 kB of content. Larger files are uploaded. */
export const MAXIMUM_BASE64_LENGTH = 1_000_000;

/** The cell of a product that is to name the file. */
export interface MediaPlace {
  /** SKU or id. */
  readonly ref: string;
  readonly attribute: string;
  readonly channel?: string | null | undefined;
  readonly locale?: string | null | undefined;
}

export interface AddMediaInput {
  /** The content, RFC 4648 section 4. */
  readonly base64: string;
  readonly filename: string;
  /** Made from the file name when left out. */
  readonly code?: string | null | undefined;
  readonly labels?: Labels | undefined;
  readonly alt?: Labels | undefined;
  readonly attachTo?: MediaPlace | null | undefined;
  /** Gives the content its place; called last in the transaction, perhaps twice, never in a dry run. */
  readonly keep: (key: string, bytes: Uint8Array) => Promise<void>;
}

/** A type, so that it is a JSON value; ids are public. */
export type AddMediaAnswer = Pick<CreateMediaAnswer, 'id' | 'code' | 'outcome'> & {
  /** SKU of the product that names the file now; null when none was to. */
  readonly attachedTo: string | null;
};

/**
 * Takes a small file in and, when asked, lets a product name it, in one transaction: neither without the other. The
 * same content gives the file that is there, whose words stay as they are. Attaching needs `products:write` too.
 */
export const addMedia = defineWrite({
  name: 'addMedia',
  scope: 'media:write',
  effect: 'write',
  retry: 'with-key',
  errors: ['invalid', 'conflict', 'not-found', 'not-publishable'],
  transaction: 'sql',
  async work(
    work: WriteWork,
    { base64, attachTo, keep, ...described }: AddMediaInput,
  ): Promise<AddMediaAnswer> {
    const place = attachTo ?? null;
    if (place !== null) authorize(work.session, 'products:write', 'Attaching a file to a product');
    const bytes = readBase64(base64);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const { id, code, outcome } = await createMedia.work(work, {
      ...described,
      ...(await inspectFile(bytes.subarray(0, INSPECTED_BYTES))),
      ...{ filename: toFilename(described.filename), sizeBytes: bytes.byteLength, sha256, duplicate: false },
      // Only once nothing can refuse the whole any more: a refusal leaves no bytes.
      keepContent: async () => undefined,
    });
    const attachedTo = place === null ? null : await attach(work, place, code);
    if (!work.dryRun) await keep(contentKey(work.session.organizationId, sha256), bytes);
    return { id, code, outcome, attachedTo };
  },
});

async function attach(work: WriteWork, place: MediaPlace, code: string): Promise<string> {
  const { ref, attribute, channel = null, locale = null } = place;
  const cell = { attribute, channel, locale, value: code, path: ['attachTo', 'attribute'] };
  const { sku } = await writeOneProduct(work, { ref, patch: { values: [cell] } }, 'update');
  return sku;
}

/** @throws ValidationFailed for what is no base64, empty or too large. */
function readBase64(text: string): Buffer {
  const refuse = (code: FieldProblem['code'], message: string) =>
    ValidationFailed.of([fieldProblem(code, ['base64'], message, { value: text.slice(0, 50) })]);
  if (text.length > MAXIMUM_BASE64_LENGTH) {
    const message = `The content has ${text.length} characters of base64; at most ${MAXIMUM_BASE64_LENGTH} are allowed. Upload larger files with POST /api/v1/media.`;
    throw refuse('file-too-large', message);
  }
  if (text === '') throw refuse('required', 'The file is empty.');
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) {
    const message =
      'The content is no base64 (RFC 4648): letters, digits, + and /, filled up with = to a multiple of four, without line ends and without "data:" in front.';
    throw refuse('invalid-format', message);
  }
  return Buffer.from(text, 'base64');
}
