import {
  cellsOfDraft,
  codeOfKey,
  keyOfObject,
  type LabelCell,
  stateOfCell,
} from '../../../catalogue/labels/label-cells.ts';
import type { PreparedLabels, WrittenLabels } from '../../../catalogue/labels/label-source.ts';
import type { Draft } from '../../../catalogue/model/config-page-types.ts';
import { type MediaChange, saveChanges } from '../save/media-changes.ts';
import { type FileTexts, findTexts } from './text-documents.ts';

/** Reads the files of a draft again. The texts that nobody else changed meanwhile are ready. */
export async function prepareTexts(draft: Draft): Promise<PreparedLabels> {
  const cells = cellsOfDraft(draft);
  const keys = new Set(cells.map(({ key }) => key));
  const files = await findTexts([...keys].map(codeOfKey));
  const byKey = new Map(files.map((file) => [keyOfObject(file), file]));
  const ready = cells.filter((cell) => stateOfCell(cell, byKey.get(cell.key) ?? null) === 'ready');
  return {
    ready,
    effects: null,
    objects: new Map([...keys].map((key) => [key, byKey.get(key) ?? null])),
    faults: new Map(),
    write: () => writeTexts(ready, byKey),
  };
}

async function writeTexts(
  ready: readonly LabelCell[],
  files: ReadonlyMap<string, FileTexts>,
): Promise<WrittenLabels> {
  const changes = [...Map.groupBy(ready, ({ key }) => key)].flatMap(([key, cells]): MediaChange[] => {
    const stored = files.get(key);
    if (stored === undefined) return [];
    const { code, version, file } = stored;
    return [
      {
        ref: file.id,
        code,
        input: { alt: cells.map(({ locale, value }) => ({ locale, text: value || null })) },
        inverse: { alt: cells.map(({ locale, base }) => ({ locale, text: base || null })) },
        ifVersion: version,
      },
    ];
  });
  const { codes, rejections, error, undo } = await saveChanges(changes);
  const written = new Set(codes);
  return {
    labels: ready.filter(({ key }) => written.has(codeOfKey(key))),
    undo,
    faults: new Map(rejections.map(({ code, message }) => [keyOfObject(fileKey(code)), message])),
    error,
  };
}

const fileKey = (code: string) => ({ kind: 'MEDIA', owner: null, code });
