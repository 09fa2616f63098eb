import { Radio, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { notifySuccess } from '../../ui/messages/notifications.ts';
import { type UndoOutcome, useUndo } from '../undo/use-undo.ts';
import { ValueChangeForm } from './value-change-form.tsx';

/** Codes of the object that remains, and of those that are merged into it. */
export interface Merge {
  readonly keep: string;
  readonly merge: string[];
}

/** Merges objects into one of them: the number of values that move is shown before. */
export function MergeForm<Counts extends { readonly valuesCount: number }>(props: {
  /** Code of the option set or the entity type. */
  readonly owner: string;
  /** Two or more objects. */
  readonly objects: readonly {
    readonly code: string;
    readonly name: string;
    readonly content: ReactNode;
    /** Shown after the code. */
    readonly hint?: string;
  }[];
  /** Code of the object that remains unless a person chooses another one. */
  readonly preferred: string;
  readonly preview: (merge: Merge, signal: AbortSignal) => Promise<Counts>;
  /** Merges them; resolves with a function that takes it back. */
  readonly run: (merge: Merge, onProgress: (done: number) => void) => Promise<() => Promise<UndoOutcome>>;
  /** Shows what a merge does besides, as items of a list. */
  readonly effects: (counts: Counts) => ReactNode;
  /** Returns the message about a merge: `2 options merged into Brass.` */
  readonly message: (count: number, name: string) => string;
  readonly onCancel: () => void;
  /** Called with the code of the remaining object, if the form is still open. */
  readonly onMerged: (code: string) => void;
}) {
  const { owner, objects, preferred, preview, run, effects, message, onCancel, onMerged } = props;
  const queryClient = useQueryClient();
  const { undoable } = useUndo();
  const [keep, setKeep] = useState(preferred);
  const merge = { keep, merge: objects.map(({ code }) => code).filter((code) => code !== keep) };
  return (
    <ValueChangeForm
      changeKey={[owner, merge]}
      preview={(signal) => preview(merge, signal)}
      run={(onProgress) => run(merge, onProgress)}
      verb={t('Merge')}
      onCancel={onCancel}
      onDone={async (undo, isOpen) => {
        const name = objects.find(({ code }) => code === keep)?.name ?? keep;
        notifySuccess(message(merge.merge.length, name), undoable(undo));
        if (isOpen) onMerged(keep);
        await queryClient.invalidateQueries();
      }}
      counts={(counts) => (
        <>
          <li>
            {t('{count, plural, one {# value moves} other {# values move}}.', { count: counts.valuesCount })}
          </li>
          {effects(counts)}
        </>
      )}
    >
      {(isBusy) => (
        <Radio.Group label={t('Keep')} value={keep} onChange={setKeep}>
          <Stack gap={6} mt={6}>
            {objects.map(({ code, content, hint }) => (
              <Radio
                key={code}
                value={code}
                disabled={isBusy}
                label={
                  <span className="row">
                    {content}
                    <span className="quiet">{hint === undefined ? code : `${code} · ${hint}`}</span>
                  </span>
                }
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </ValueChangeForm>
  );
}
