import { t } from '../../language/t.ts';
import type { Exposable } from './front-end-documents.ts';
import { CATEGORIES, type FrontEndDraft } from './front-end-draft.ts';

export interface DiffLine {
  readonly kind: 'added' | 'removed' | 'same';
  readonly text: string;
}

/** What appears in the public schema and what goes. */
export interface SchemaDiff {
  readonly blocks: readonly { readonly title: string; readonly lines: readonly DiffLine[] }[];
  readonly added: number;
  readonly removed: number;
}

/** What a draft exposes that is not exposed now, and what it no longer does. */
export function exposureDiff(stored: FrontEndDraft, draft: FrontEndDraft, exposable: Exposable): SchemaDiff {
  const lists = [
    [t('Attributes'), 'attributes', exposable.attributes],
    [t('Entity types'), 'entityTypes', exposable.entityTypes],
    [t('Association types'), 'associationTypes', exposable.associationTypes],
    [t('External systems'), 'externalSystems', []],
    [t('Facets'), 'facets', [{ code: CATEGORIES, label: t('Categories') }, ...exposable.attributes]],
  ] as const;
  const blocks = lists.map(([title, name, choices]) => {
    const textOf = (code: string) => choices.find((choice) => choice.code === code)?.label ?? code;
    const without = (codes: readonly string[], others: readonly string[]) =>
      codes.filter((code) => !others.includes(code)).map(textOf);
    return {
      title,
      lines: [
        ...without(draft[name], stored[name]).map((text) => ({ kind: 'added' as const, text })),
        ...without(stored[name], draft[name]).map((text) => ({ kind: 'removed' as const, text })),
      ],
    };
  });
  const count = (kind: DiffLine['kind']) =>
    blocks.flatMap(({ lines }) => lines).filter((line) => line.kind === kind).length;
  return {
    blocks: blocks.filter(({ lines }) => lines.length > 0),
    added: count('added'),
    removed: count('removed'),
  };
}
