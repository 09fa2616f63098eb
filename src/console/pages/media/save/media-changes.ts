import { graphql, type VariablesOf } from '../../../api/graphql.ts';
import { PROBLEM_FRAGMENT, problemMessage } from '../../../api/problem.ts';
import { requestEach } from '../../../api/request-each.ts';
import { formatConflicts, type UndoConflict } from '../../../catalogue/undo/undo-result.ts';
import type { UndoOutcome } from '../../../catalogue/undo/use-undo.ts';
import { t } from '../../../i18n/translate.ts';

const UPDATE = graphql(
  `
  mutation UpdateMediaFiles($ref: ID!, $input: UpdateMediaInput!, $ifVersion: Int) {
    updateMedia(ref: $ref, input: $input, ifVersion: $ifVersion) {
      __typename
      ... on MediaPayload { media { id version } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

const DELETE = graphql(
  `
  mutation DeleteMediaFiles($ref: ID!) {
    deleteMedia(ref: $ref) {
      __typename
      ... on DeletePayload { code }
      ... on Conflict { usedBy { type code } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

const RESTORE = graphql(
  `
  mutation RestoreMediaFiles($ref: ID!) {
    restoreMedia(ref: $ref) {
      __typename
      ... on MediaPayload { media { id } }
      ...ProblemParts
    }
  }
`,
  [PROBLEM_FRAGMENT],
);

export type MediaInput = VariablesOf<typeof UPDATE>['input'];

/** A change of one file, with the one that takes it back. */
export interface MediaChange {
  readonly id: string;
  readonly code: string;
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
export interface RefusedFile {
  readonly code: string;
  /** Code of the problem: `resource-in-use`. */
  readonly problem: string;
  readonly message: string;
  readonly usedBy: readonly FileUser[];
}

/** The result of a change of several files. */
export interface SavedFiles {
  /** Number of files that were changed. */
  readonly count: number;
  readonly refused: readonly RefusedFile[];
  readonly undo: () => Promise<UndoOutcome>;
}

type Progress = (count: number) => void;

/**
 * Writes changes, each of its file alone. What others changed since the version of a change is not overwritten.
 *
 * @param isUndo true if they take others back
 */
export async function saveFiles(
  changes: readonly MediaChange[],
  onDone?: Progress,
  isUndo = false,
): Promise<SavedFiles> {
  const variables = changes.map(({ id, input, ifVersion }) => ({ ref: id, input, ifVersion }));
  const results = await requestEach(UPDATE, variables, onDone);
  const inverses: MediaChange[] = [];
  const refusedFiles = refusedOf(changes, results, (change, result) => {
    if (!('media' in result)) return false;
    const { version: ifVersion } = result.media;
    inverses.push({ ...change, input: change.inverse, inverse: change.input, ifVersion });
    return true;
  });
  const undo = () => revert(() => saveFiles(inverses, undefined, !isUndo), isUndo);
  return { count: inverses.length, refused: refusedFiles, undo };
}

/** Returns what takes a saved change of one file back. */
export const undoOf = (inverse: MediaChange) => (): Promise<UndoOutcome> =>
  revert(() => saveFiles([inverse], undefined, true), false);

/** A file to delete or restore. */
export interface FileRef {
  readonly id: string;
  readonly code: string;
}

/** Deletes files, each of them alone. Those in use stay, with what uses them. */
export async function deleteFiles(
  files: readonly FileRef[],
  onDone?: Progress,
  isUndo = false,
): Promise<SavedFiles> {
  const variables = files.map(({ id }) => ({ ref: id }));
  const results = await requestEach(DELETE, variables, onDone);
  const deleted: FileRef[] = [];
  const refusedFiles = refusedOf(files, results, (file, result) => {
    if (result.__typename !== 'DeletePayload') return false;
    deleted.push(file);
    return true;
  });
  return {
    count: deleted.length,
    refused: refusedFiles,
    undo: () => revert(() => restoreFiles(deleted, !isUndo), isUndo),
  };
}

/** Restores files that were deleted. */
export async function restoreFiles(files: readonly FileRef[], isUndo = false): Promise<SavedFiles> {
  const variables = files.map(({ id }) => ({ ref: id }));
  const results = await requestEach(RESTORE, variables);
  const restored: FileRef[] = [];
  const refusedFiles = refusedOf(files, results, (file, result) => {
    if (!('media' in result)) return false;
    restored.push(file);
    return true;
  });
  return {
    count: restored.length,
    refused: refusedFiles,
    undo: () => revert(() => deleteFiles(restored, undefined, !isUndo), isUndo),
  };
}

/** Returns the files that a request refused. `save` takes each result, and returns false for a problem. */
const refusedOf = <File extends FileRef, Result extends object>(
  files: readonly File[],
  results: readonly Result[],
  save: (file: File, result: Result) => boolean,
): readonly RefusedFile[] =>
  files.flatMap((file, index) => {
    const result = results[index];
    return result === undefined || save(file, result) ? [] : [toRefused(file.code, result)];
  });

interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly errors: Parameters<typeof problemMessage>[0]['errors'];
  readonly usedBy?: readonly FileUser[] | null;
}

const toRefused = (code: string, problem: object): RefusedFile => {
  const { code: problemCode, usedBy, ...texts } = problem as Problem;
  return { code, problem: problemCode, message: problemMessage(texts), usedBy: usedBy ?? [] };
};

/** Takes a change back by another one, and reports what stays as it is. */
async function revert(write: () => Promise<SavedFiles>, isRedo: boolean): Promise<UndoOutcome> {
  const { count, refused: refusedFiles, undo } = await write();
  const remaining = formatConflicts(refusedFiles.map(toConflict));
  if (count === 0) return { words: null, left: remaining, redo: null };
  return {
    words: isRedo ? t('The change is made again.') : t('The change is undone.'),
    left: remaining,
    redo: undo,
  };
}

const toConflict = ({ code, problem, message }: RefusedFile): UndoConflict => ({
  ref: code,
  path: null,
  code: problem === 'version-mismatch' ? 'changed-since' : problem,
  message,
  changedBy: null,
});
