import type { ReactNode } from 'react';
import type { Draft } from '../model/config-page-types.ts';
import type { Effects } from '../model/effects/effect-documents.ts';
import type { UndoOutcome } from '../undo/use-undo.ts';
import type { LabelCell } from './label-cells.ts';
import type { LabelObject } from './label-object.ts';

/** The column of a sheet and of its tables that says more of an object than its code. */
export interface InfoColumn {
  /** Head of the column in tables. */
  readonly key: string;
  readonly title: string;
  readonly textOf: (object: LabelObject) => string;
  /** Returns the texts by which a table may name the object in this column; the first one is exported. */
  readonly namesOf: (object: LabelObject) => readonly string[];
}

/** Objects whose texts are edited in one sheet. */
export interface LabelSource {
  /** Name of the draft in the browser, and of the lists that a save makes stale. */
  readonly name: 'LABELS' | 'MEDIA';
  /** Accessible name of the sheet. */
  readonly label: string;
  /** Title of the first column. */
  readonly objectTitle: string;
  readonly info: InfoColumn;
  readonly contentOf: (object: LabelObject) => ReactNode;
  /** Returns objects with some codes, as they are stored now. */
  readonly find: (codes: readonly string[]) => Promise<readonly LabelObject[]>;
  /** Loads what only a save needs: a function that reads the objects of a draft again and tries its changes. */
  readonly loadWriter: () => Promise<(draft: Draft) => Promise<PreparedLabels>>;
  readonly savedMessage: (count: number) => string;
}

/** The texts of a draft, ready to be written. */
export interface PreparedLabels {
  /** The texts that are written. */
  readonly ready: readonly LabelCell[];
  /** The effects on products; null where there are none. */
  readonly effects: Effects | null;
  /** The objects as they are stored now, by key; null for those that were deleted. */
  readonly objects: ReadonlyMap<string, LabelObject | null>;
  /** Reasons why texts cannot be saved, by object. */
  readonly faults: ReadonlyMap<string, string>;
  readonly write: () => Promise<WrittenLabels>;
}

/** Texts that were written. */
export interface WrittenLabels {
  readonly labels: readonly LabelCell[];
  readonly undo: () => Promise<UndoOutcome>;
  /** Reasons why others were rejected, by object. */
  readonly faults: ReadonlyMap<string, string>;
  /** The error that has ended it; null if everything was tried. */
  readonly error: unknown;
}
