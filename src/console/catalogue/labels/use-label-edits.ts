import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { refetchAccess, useMayChange } from '../../api/workspace.ts';
import { notifyError, notifySuccess } from '../../ui/messages/notifications.ts';
import type { Draft } from '../model/config-page-types.ts';
import { hasEffects } from '../model/effects/effect-documents.ts';
import { useDraft } from '../model/use-draft.ts';
import { useUndo } from '../undo/use-undo.ts';
import { useUndoShortcuts } from '../undo/use-undo-shortcuts.ts';
import {
  cellName,
  cellsOfDraft,
  keyOfObject,
  kindOfKey,
  type LabelCell,
  type LabelChange,
  stateOfCell,
  storedLabel,
  withLabels,
} from './label-cells.ts';
import type { LabelObject } from './label-object.ts';
import type { LabelSource, PreparedLabels } from './label-source.ts';

const NO_FAULTS: ReadonlyMap<string, string> = new Map();
const NO_OBJECTS: ReadonlyMap<string, LabelObject | null> = new Map();

/**
 * Stages texts of any objects and saves them together. What is typed waits in the browser; a save reads the objects
 * again, tries all changes, asks where products are affected, and then writes.
 *
 * @param listed the loaded objects of the list, which show what others save
 */
export function useLabelEdits(source: LabelSource, listed: readonly LabelObject[]) {
  const queryClient = useQueryClient();
  const { undoable, undo, redo } = useUndo();
  const [draft, setDraft] = useDraft(source.name);
  const steps = useRef<readonly Draft[]>([]);
  // Objects as a save has last seen them.
  const [objects, setObjects] = useState(NO_OBJECTS);
  const [faults, setFaults] = useState(NO_FAULTS);
  const [prepared, setPrepared] = useState<PreparedLabels | null>(null);
  const cells = cellsOfDraft(draft);
  const mayChange = useMayChange();
  const lockedCells = cells.filter(({ key }) => !mayChange(kindOfKey(key)));
  const canSave = cells.length > lockedCells.length;
  const newest = newestObjects(cells, listed, objects);
  const conflicts = cells.filter((cell) => {
    const object = newest.get(cell.key);
    return object !== undefined && ['changed', 'deleted'].includes(stateOfCell(cell, object));
  });
  const edit = (change: (old: Draft) => Draft) =>
    setDraft((old) => {
      steps.current = [...steps.current, old];
      return change(old);
    });
  const onError = (error: unknown) => {
    notifyError(error);
    void refetchAccess(queryClient, error);
    void queryClient.invalidateQueries();
  };
  const writing = useMutation({
    mutationFn: (labels: PreparedLabels) => labels.write(),
    onError,
    onSuccess: async ({ labels, undo: undoSaved, faults: rejected, error }) => {
      // Labels that one request wrote are saved, even if the next one fails.
      if (labels.length > 0) {
        steps.current = [];
        setDraft((old) => withoutWritten(old, labels));
        notifySuccess(source.savedMessage(labels.length), undoable(undoSaved));
      }
      setFaults(rejected);
      if (error !== null) return onError(error);
      await queryClient.invalidateQueries();
    },
  });
  const preparing = useMutation({
    mutationFn: async () => (await source.loadWriter())(withoutCells(draft, lockedCells)),
    onError,
    onSuccess: (result) => {
      setObjects(result.objects);
      setFaults(result.faults);
      // Labels that are stored already need no request.
      setDraft((old) => withoutSaved(old, result.objects));
      if (result.ready.length < cells.length) void queryClient.invalidateQueries({ queryKey: [source.name] });
      if (result.faults.size > 0 || result.ready.length === 0) return;
      if (result.effects !== null && hasEffects(result.effects)) setPrepared(result);
      else writing.mutate(result);
    },
  });
  const isBusy = preparing.isPending || writing.isPending;
  const save = () => {
    if (!isBusy && canSave) preparing.mutate();
  };
  const stepBack = () => {
    const previous = steps.current.at(-1);
    if (previous === undefined) return false;
    steps.current = steps.current.slice(0, -1);
    setDraft(() => previous);
    return true;
  };
  useUndoShortcuts({ undo: () => void (stepBack() || undo()), redo, save });
  return {
    draft,
    cells,
    /** Labels that the person may no longer change. */
    lockedCells,
    canSave,
    conflicts,
    faults,
    isBusy,
    /** Returns an object as it was last read, if it was; null if it was deleted. */
    storedObject: (key: string) => newest.get(key),
    /** Returns what the source says of an object; an empty text for one that was not read yet. */
    infoOf: (key: string) => {
      const object = newest.get(key);
      return object == null ? '' : source.info.textOf(object);
    },
    stage: (changes: readonly LabelChange[]) => {
      setFaults(NO_FAULTS);
      edit((old) => withLabels(old, changes));
    },
    discard: (some: readonly LabelCell[]) => edit((old) => withoutCells(old, some)),
    /** Keeps the own text of labels that somebody else changed. */
    keepMine: (some: readonly LabelCell[]) =>
      edit((old) => ({
        ...old,
        ...Object.fromEntries(
          some.flatMap(({ key, locale, value }) => {
            const object = newest.get(key);
            return object == null
              ? []
              : [[cellName(key, locale), { base: storedLabel(object, locale), value }] as const];
          }),
        ),
      })),
    save,
    /** Changes that affect products, and wait until they are confirmed. */
    prepared,
    confirm: () => {
      if (prepared === null) return;
      // Once one of the requests is written, the others are prepared anew.
      setPrepared(null);
      writing.mutate(prepared);
    },
    cancel: () => setPrepared(null),
  };
}

export type LabelEdits = ReturnType<typeof useLabelEdits>;

/** Returns the objects of a draft as they were last read: by the list, or by a save; null for those that were deleted. */
function newestObjects(
  cells: readonly LabelCell[],
  listed: readonly LabelObject[],
  read: ReadonlyMap<string, LabelObject | null>,
): ReadonlyMap<string, LabelObject | null> {
  if (cells.length === 0) return NO_OBJECTS;
  const keys = new Set(cells.map(({ key }) => key));
  const newest = new Map(read);
  for (const object of listed) {
    const key = keyOfObject(object);
    const lastRead = newest.get(key);
    // A deleted object stays in the list until that is loaded again.
    if (lastRead === null || !keys.has(key)) continue;
    if (object.version >= (lastRead?.version ?? 0)) newest.set(key, object);
  }
  return newest;
}

const withoutCells = (draft: Draft, cells: readonly LabelCell[]): Draft => {
  const names = new Set(cells.map(({ key, locale }) => cellName(key, locale)));
  return Object.fromEntries(Object.entries(draft).filter(([name]) => !names.has(name)));
};

/** Returns a draft without labels that were written; a text that was typed since replaces the written one. */
const withoutWritten = (draft: Draft, cells: readonly LabelCell[]): Draft => {
  const written = new Map(cells.map(({ key, locale, value }) => [cellName(key, locale), value]));
  return Object.fromEntries(
    Object.entries(draft).flatMap(([name, { base, value }]) => {
      const saved = written.get(name);
      if (saved === value) return [];
      return [[name, { base: saved ?? base, value }]];
    }),
  );
};

const withoutSaved = (draft: Draft, objects: PreparedLabels['objects']): Draft =>
  withoutCells(
    draft,
    cellsOfDraft(draft).filter((cell) => stateOfCell(cell, objects.get(cell.key) ?? null) === 'saved'),
  );
