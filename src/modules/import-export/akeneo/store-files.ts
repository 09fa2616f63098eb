import { createReadStream } from 'node:fs';
import { Fault, Refusal } from '../../../kernel/refusal.ts';
import { type AttributeDefinition, mediaFaults } from '../../attribute/index.ts';
import {
  createMedia,
  dropUnusedContent,
  findMediaByContent,
  inspectFile,
  measureContent,
  receiveFile,
  storeReceivedFile,
  toFilename,
} from '../../media/index.ts';
import type { ImportEnvironment } from './import-environment.ts';

/** A file that a value is to name. */
export interface WantedFile {
  /** Absolute path. */
  readonly location: string;
  /** As the cell has it. */
  readonly path: string;
  /** Whose rules it has to fit. */
  readonly attribute: Pick<AttributeDefinition, 'validation'>;
}

/** The code of a file, or why it has none. */
export type StoredFile =
  | { readonly code: string }
  | { readonly fault: { readonly code: string; readonly message: string } };

interface FileFacts {
  readonly filename: string;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly mimeType: string;
  readonly width: number | null;
  readonly height: number | null;
}

/**
 * The codes of files, in their order: the one the catalogue has of the same content, else that of a new media file. The
 * bytes are streamed twice, first to look for them in the catalogue, so that a file that is there is not copied again.
 * A new file that does not fit its attribute is not stored.
 */
export async function storeFiles(
  wanted: readonly WantedFile[],
  environment: ImportEnvironment,
): Promise<StoredFile[]> {
  const { storage, maximumBytes } = environment.files;
  const facts = new Map<string, FileFacts | Unfit>();
  for (const file of wanted) {
    if (!facts.has(file.location)) facts.set(file.location, await measure(file, maximumBytes));
  }
  const sha256 = [...facts.values()].flatMap((found) => (found instanceof Unfit ? [] : [found.sha256]));
  const known = await environment.read(findMediaByContent, { sha256: [...new Set(sha256)] });
  const codes = new Map<string, string>();
  for (const [hash, { code, key }] of known) {
    // A file whose bytes were lost is stored again, which heals it.
    if (await storage.exists(key)) codes.set(hash, code);
  }
  const stored: StoredFile[] = [];
  for (const file of wanted) {
    const found = facts.get(file.location) ?? new Unfit('file-missing', 'It is gone.');
    stored.push(found instanceof Unfit ? { fault: found } : await codeOf(file, found, codes, environment));
  }
  return stored;
}

/** Why a file cannot be taken; part of the report and not a failure of the import. */
class Unfit {
  readonly code: string;
  readonly message: string;

  constructor(code: string, message: string) {
    this.code = code;
    this.message = message;
  }
}

async function measure({ location, path }: WantedFile, maximumBytes: number): Promise<FileFacts | Unfit> {
  try {
    const { sizeBytes, sha256, head } = await measureContent(bytesOf(location), maximumBytes);
    if (sizeBytes === 0) return new Unfit('file-empty', `The file '${path}' is empty; the cell is left out.`);
    return { filename: toFilename(path), sizeBytes, sha256, ...(await inspectFile(head)) };
  } catch (error) {
    return unfitOf(error, path);
  }
}

async function codeOf(
  { location, path, attribute }: WantedFile,
  facts: FileFacts,
  codes: Map<string, string>,
  environment: ImportEnvironment,
): Promise<StoredFile> {
  const known = codes.get(facts.sha256);
  // Whether a file of the catalogue fits is said by whoever writes the value.
  if (known !== undefined) return { code: known };
  const [fault] = mediaFaults({ ...facts, code: facts.filename }, attribute);
  if (fault !== undefined) return { fault };
  try {
    const received = await receiveFile(bytesOf(location), facts.filename, environment.files);
    try {
      const { code } = await storeReceivedFile(received, { duplicate: false }, environment.files.storage, {
        create: (input) => environment.write(createMedia, input),
        drop: (input) => environment.write(dropUnusedContent, input),
      });
      codes.set(received.sha256, code);
      return { code };
    } finally {
      await received.staged.discard();
    }
  } catch (error) {
    return { fault: unfitOf(error, path) };
  }
}

/** The fault of a file; anything else went wrong on our side and ends the import. */
function unfitOf(error: unknown, path: string): Unfit {
  if (error instanceof Unreadable) {
    return new Unfit('file-unreadable', `The file '${path}' cannot be read (${error.message}).`);
  }
  if (error instanceof Fault && error.code === 'payload-too-large') {
    return new Unfit('file-too-large', `The file '${path}' is too large: ${error.detail}`);
  }
  if (error instanceof Refusal) {
    const [problem] = error.errors;
    return new Unfit(problem?.code ?? error.code, `The file '${path}': ${problem?.message ?? error.detail}`);
  }
  throw error;
}

/** A file of the folder could not be read to its end. */
class Unreadable extends Error {}

async function* bytesOf(location: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(location) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new Unreadable(error instanceof Error ? error.message : String(error));
  }
}
