import { errorMessage } from '../../../api/api-error.ts';
import { problemMessage } from '../../../api/problem.ts';
import { requestEach } from '../../../api/request-each.ts';
import { revertedMessage } from '../../../catalogue/undo/revert-request.ts';
import { formatConflicts, type UndoConflict } from '../../../catalogue/undo/undo-result.ts';
import type { UndoOutcome } from '../../../catalogue/undo/use-undo.ts';
import { DELETE, type MediaInput, type MediaState, RESTORE, STATE, UPDATE } from './save-documents.ts';

/** Number of files that are read before they are written. */
const READ_AT_ONCE = 100;

/** A file to change. */
export interface FileRef {
  /** Id, or code. */
  readonly ref: string;
  readonly code: string;
}

/** A change of one file, with the one that takes it back. */
export interface MediaChange extends FileRef {
  readonly input: MediaInput;
  readonly inverse: MediaInput;
  /** Version whose fields the change replaces; null to change the file as it is. */
  readonly ifVersion: number | null;
}

/** An object that uses a file. */
interface FileUser {
  readonly type: string;
  readonly code: string;
}

/** A file that a change left as it is, and why. */
export interface RejectedFile {
  readonly code: string;
  /** Code of the problem: `resource-in-use`. */
  readonly problem: string;
  readonly message: string;
  readonly usedBy: readonly FileUser[];
}

/** The result of a change of several files, up to a request that fails as a whole. */
export interface SavedFiles {
  /** Codes of the files that were changed. */
  readonly codes: readonly string[];
  readonly rejections: readonly RejectedFile[];
  /** The error that has ended it, such as a broken connection; null if all files were tried. */
  readonly error: unknown;
  readonly undo: () => Promise<UndoOutcome>;
}

type Progress = (count: number) => void;

/** Returns the change of a file and the one that takes it back; null for a file that stays as it is. */
export type ChangeOf = (file: MediaState) => readonly [input: MediaInput, inverse: MediaInput] | null;

/** Changes files, some at a time, each from its state just before. Those that were deleted meanwhile are left out. */
export async function changeFiles(
  codes: readonly string[],
  changeOf: ChangeOf,
  onDone: Progress,
): Promise<SavedFiles> {
  const inverses: MediaChange[] = [];
  const rejections: RejectedFile[] = [];
  let error: unknown = null;
  for (let from = 0; error === null && from < codes.length; from += READ_AT_ONCE) {
    const some = codes.slice(from, from + READ_AT_ONCE);
    const files = await requestEach(
      STATE,
      some.map((ref) => ({ ref })),
    );
    const changes = files.results.flatMap((file) => {
      const [input, inverse] = (file === null ? null : changeOf(file)) ?? [];
      return file === null || input === undefined || inverse === undefined
        ? []
        : [{ ref: file.id, code: file.code, input, inverse, ifVersion: null }];
    });
    const written = await writeChanges(changes, (count) => onDone(from + count));
    inverses.push(...written.inverses);
    rejections.push(...written.rejections);
    error = files.error ?? written.error;
    onDone(from + some.length);
  }
  return toSaved({ inverses, rejections, error }, false);
}

/** Writes changes that are known, each of its file alone; what others changed since their versions is not overwritten. */
export const saveChanges = async (changes: readonly MediaChange[]): Promise<SavedFiles> =>
  toSaved(await writeChanges(changes), false);

/** Returns what takes a saved change of one file back. */
export const undoOf = (inverse: MediaChange) => (): Promise<UndoOutcome> =>
  revert(async () => toSaved(await writeChanges([inverse]), true), false);

type WrittenChanges = Omit<SavedFiles, 'codes' | 'undo'> & { readonly inverses: readonly MediaChange[] };

/** Writes changes, each of its file alone. What others changed since the version of a change is not overwritten. */
async function writeChanges(changes: readonly MediaChange[], onDone?: Progress): Promise<WrittenChanges> {
  const variables = changes.map(({ ref, input, ifVersion }) => ({ ref, input, ifVersion }));
  const { results, error } = await requestEach(UPDATE, variables, onDone);
  const inverses: MediaChange[] = [];
  const rejections = rejectionsOf(changes, results, (change, result) => {
    if (!('media' in result)) return false;
    const { version: ifVersion } = result.media;
    inverses.push({ ...change, input: change.inverse, inverse: change.input, ifVersion });
    return true;
  });
  return { inverses, rejections, error };
}

/** Adds what takes changes back. `isUndo` is true if they take others back. */
const toSaved = ({ inverses, rejections, error }: WrittenChanges, isUndo: boolean): SavedFiles => ({
  codes: codesOf(inverses),
  rejections,
  error,
  undo: () => revert(async () => toSaved(await writeChanges(inverses), !isUndo), isUndo),
});

const codesOf = (files: readonly FileRef[]): readonly string[] => files.map(({ code }) => code);

/**
 * Deletes files, each of them alone. Those in use stay, with what uses them.
 *
 * @param isUndo true if that takes their restoration back
 */
export async function deleteFiles(
  files: readonly FileRef[],
  onDone?: Progress,
  isUndo = false,
): Promise<SavedFiles> {
  const variables = files.map(({ ref }) => ({ ref }));
  const { results, error } = await requestEach(DELETE, variables, onDone);
  const deleted: FileRef[] = [];
  const rejections = rejectionsOf(files, results, ({ code }, result) => {
    if (!('deletedId' in result)) return false;
    deleted.push({ ref: result.deletedId, code });
    return true;
  });
  const undo = () => revert(() => restoreFiles(deleted, !isUndo), isUndo);
  return { codes: codesOf(deleted), rejections, error, undo };
}

/** Restores files that were deleted. */
async function restoreFiles(files: readonly FileRef[], isUndo: boolean): Promise<SavedFiles> {
  const variables = files.map(({ ref }) => ({ ref }));
  const { results, error } = await requestEach(RESTORE, variables);
  const restored: FileRef[] = [];
  const rejections = rejectionsOf(files, results, (file, result) => {
    if (!('media' in result)) return false;
    restored.push(file);
    return true;
  });
  const undo = () => revert(() => deleteFiles(restored, undefined, !isUndo), isUndo);
  return { codes: codesOf(restored), rejections, error, undo };
}

/** Returns the files that were rejected. `save` takes each result, and returns false for a problem. */
const rejectionsOf = <File extends FileRef, Result extends object>(
  files: readonly File[],
  results: readonly (Result | null)[],
  save: (file: File, result: Result) => boolean,
): readonly RejectedFile[] =>
  files.flatMap((file, index) => {
    const result = results[index] ?? null;
    return result === null || save(file, result) ? [] : [toRejection(file.code, result)];
  });

interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly errors: Parameters<typeof problemMessage>[0]['errors'];
  readonly usedBy?: readonly FileUser[] | null;
}

const toRejection = (code: string, problem: object): RejectedFile => {
  const { code: problemCode, usedBy, ...texts } = problem as Problem;
  return { code, problem: problemCode, message: problemMessage(texts), usedBy: usedBy ?? [] };
};

/** Takes a change back by another one, and reports what stays as it is. */
async function revert(write: () => Promise<SavedFiles>, isRedo: boolean): Promise<UndoOutcome> {
  const { codes, rejections, error, undo } = await write();
  if (codes.length === 0 && error !== null) throw error;
  const remaining = [
    formatConflicts(rejections.map(toConflict)),
    error === null ? null : errorMessage(error),
  ].filter((part) => part !== null);
  const reasons = remaining.length === 0 ? null : remaining.join(' ');
  if (codes.length === 0) return { words: null, left: reasons, redo: null };
  return { words: revertedMessage(isRedo), left: reasons, redo: undo };
}

const toConflict = ({ code, problem, message }: RejectedFile): UndoConflict => ({
  ref: code,
  path: null,
  code: problem === 'version-mismatch' ? 'changed-since' : problem,
  message,
  changedBy: null,
});
