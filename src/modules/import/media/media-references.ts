import { DomainError, detailOf } from '../../../kernel/errors.ts';
import { type FieldProblem, textOf } from '../../../kernel/field-problem.ts';
import type { WriteContext } from '../../../kernel/operation.ts';
import { localized, type Message } from '../../../kernel/problems/messages/message.ts';
import { hasScope } from '../../../kernel/scopes.ts';
import type { Session } from '../../../kernel/session.ts';
import { normalText } from '../../../kernel/text/normal-text.ts';
import type { OperationRunner } from '../../../platform/operation/run-operation.ts';
import type { DownloadClient } from '../../../platform/outbound/downloads.ts';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import {
  createMedia,
  deleteUnusedContent,
  fetchFile,
  findCodesByFilename,
  findMediaByFilename,
  storeReceivedFile,
} from '../../media/index.ts';

/** The result of a media reference in a cell: the code of a file, or a problem. */
export type MediaReference =
  | { readonly code: string }
  | { readonly problem: Pick<FieldProblem, 'code' | 'suggestions'> & { readonly message: Message } };

/** Finds the files that cells name otherwise than by code. */
export interface MediaReferences {
  /** Returns results by reference, for URLs and file names; other texts are omitted. */
  resolve(words: ReadonlySet<string>): Promise<ReadonlyMap<string, MediaReference>>;
}

export interface MediaReferencesSettings {
  readonly runner: OperationRunner;
  readonly storage: ObjectStorage;
  /** Null where nothing is fetched. */
  readonly downloads: DownloadClient | null;
  readonly session: Session;
  /** True if the principal of the import may add files. */
  readonly addsMedia: boolean;
  /** True if nothing is downloaded; URLs resolve to an empty code. */
  readonly isDry: boolean;
}

/** Number of URLs that are fetched at the same time. */
const CONCURRENCY = 6;
/** Number of failures in a row after which the remaining URLs of one server are not tried. */
const MAX_FAILURES = 20;
/** Size of the cache of resolved references, so that an image that many rows name is fetched once. */
const MAX_CACHED = 20_000;

const URL_WORD = /^https?:\/\//i;
/** A code has no dot. */
const isFilename = (word: string) => word.includes('.') && !URL_WORD.test(word);

const problem = (
  code: FieldProblem['code'],
  message: Message,
  suggestions: readonly string[] = [],
): MediaReference => ({ problem: { code, message, suggestions } });

const MISSING_SCOPE = problem('value-not-allowed', localized('download-scope-missing'));

/** Lives as long as one attempt of an import. */
export function createMediaReferences(settings: MediaReferencesSettings): MediaReferences {
  const fetched = new Map<string, MediaReference>();
  const failures = new Map<string, number>();
  return {
    async resolve(terms) {
      const referencesByTerm = new Map<string, MediaReference>();
      const filenames = [...terms].filter(isFilename);
      const { runner, session } = settings;
      const find = (names: readonly string[]) =>
        runner.read(session, findMediaByFilename, { filenames: names });
      for (const [word, reference] of await byFilename(session, filenames, find))
        referencesByTerm.set(word, reference);
      const urls = [...terms].filter((word) => URL_WORD.test(word));
      const missing = urls.filter((url) => !fetched.has(url));
      await inParallel(missing, CONCURRENCY, async (url) => {
        const origin = URL.canParse(url) ? new URL(url).origin : url;
        const reference =
          (failures.get(origin) ?? 0) >= MAX_FAILURES
            ? problem('fetch-failed', localized('downloads-failed-in-a-row', { count: MAX_FAILURES }))
            : await byUrl(settings, url);
        const hasFailed = 'problem' in reference && reference.problem.code === 'fetch-failed';
        failures.set(origin, hasFailed ? (failures.get(origin) ?? 0) + 1 : 0);
        if (fetched.size >= MAX_CACHED) fetched.clear();
        fetched.set(url, reference);
        referencesByTerm.set(url, reference);
      });
      for (const url of urls) {
        const fetchedReference = fetched.get(url);
        if (fetchedReference !== undefined) referencesByTerm.set(url, fetchedReference);
      }
      return referencesByTerm;
    },
  };
}

/** Finds the files of a preview in its transaction. Nothing is downloaded; URLs resolve to an empty code. */
export function previewedReferences(context: WriteContext): MediaReferences {
  const { session } = context;
  const find = (names: readonly string[]) => findCodesByFilename(context, session.organizationId, names);
  return {
    async resolve(terms) {
      const files = await byFilename(session, [...terms].filter(isFilename), find);
      const urls = [...terms].filter((word) => URL_WORD.test(word));
      const addsMedia = hasScope(session, 'media:write');
      return new Map([
        ...files,
        ...urls.map((url) => [url, addsMedia ? { code: '' } : MISSING_SCOPE] as const),
      ]);
    },
  };
}

async function inParallel<Item>(
  items: readonly Item[],
  atOnce: number,
  context: (item: Item) => Promise<void>,
) {
  const rest = items[Symbol.iterator]();
  const drainItems = async () => {
    for (const item of rest) await context(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, drainItems));
}

/** References that match no file name stay: they may be unknown codes, which the validation of values reports. */
async function byFilename(
  session: Session,
  filenames: readonly string[],
  find: (filenames: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>,
): Promise<readonly (readonly [string, MediaReference])[]> {
  if (filenames.length > 0 && !hasScope(session, 'media:read')) {
    const message = localized('find-files-scope-missing');
    return filenames.map((name) => [name, problem('value-not-allowed', message)]);
  }
  const codes = await find(filenames.map(normalText));
  return filenames.flatMap((name): (readonly [string, MediaReference])[] => {
    const [code, ...others] = codes.get(normalText(name)) ?? [];
    if (code === undefined) return [];
    if (others.length === 0) return [[name, { code }]];
    const message = localized('filename-ambiguous', { count: others.length + 1, name });
    return [[name, problem('value-not-allowed', message, [code, ...others].slice(0, 3))]];
  });
}

async function byUrl(settings: MediaReferencesSettings, url: string): Promise<MediaReference> {
  const { runner, storage, downloads, session, addsMedia, isDry } = settings;
  if (!addsMedia) return MISSING_SCOPE;
  if (isDry) return { code: '' };
  if (downloads === null) return problem('fetch-failed', localized('downloads-off'));
  try {
    const file = await fetchFile({ url }, { downloads, storage });
    try {
      return await storeReceivedFile(file, { duplicate: false }, storage, {
        create: async (input) => ({ code: (await runner.write(session, createMedia, input)).output.code }),
        drop: (input) => runner.write(session, deleteUnusedContent, input),
      });
    } finally {
      await file.staged.discard();
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const [first] = error.errors;
    return problem(
      first?.code ?? 'fetch-failed',
      first === undefined ? detailOf(error) : textOf(first),
      first?.suggestions,
    );
  }
}
