import { Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { localeTag, t } from '../../i18n/translate.ts';
import { FormButtons } from '../../ui/form/form-buttons.tsx';
import { notifyError } from '../../ui/messages/notifications.ts';
import { ErrorAlert } from '../../ui/messages/states.tsx';
import type { UndoOutcome } from '../undo/use-undo.ts';

/**
 * Confirms a change of the values of many products: a dry run counts them first, and the progress of its job is shown
 * until it is done. A form that is closed before leaves the change running.
 */
export function ValueChangeForm<Counts>(props: {
  /** Key of the change, after which its counts are loaded anew. */
  readonly changeKey: readonly unknown[];
  readonly preview: (signal: AbortSignal) => Promise<Counts>;
  /** Makes the change; resolves with a function that takes it back. */
  readonly run: (onProgress: (done: number) => void) => Promise<() => Promise<UndoOutcome>>;
  /** Called once it is made, with what takes it back and whether the form is still open. */
  readonly onDone: (undo: () => Promise<UndoOutcome>, isOpen: boolean) => Promise<void> | void;
  readonly onCancel: () => void;
  readonly verb: string;
  /** Returns false for counts of a change that changes nothing. */
  readonly canRun?: (counts: Counts) => boolean;
  /** Shows the counts, as items of a list. */
  readonly counts: (counts: Counts) => ReactNode;
  /** Shows what is chosen before. */
  readonly children?: (isBusy: boolean) => ReactNode;
}) {
  const { changeKey, preview, run, onDone, onCancel, verb, canRun, counts, children } = props;
  const [done, setDone] = useState(0);
  const query = useQuery({
    queryKey: ['value change', ...changeKey],
    queryFn: ({ signal }) => preview(signal),
    gcTime: 0,
    retry: false,
  });
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const running = useMutation({
    mutationFn: () => run(setDone),
    onSuccess: (undo) => onDone(undo, isOpen.current),
    onError: (error) => {
      if (!isOpen.current) notifyError(error);
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        running.mutate();
      }}
    >
      <Stack>
        {children?.(running.isPending)}
        {query.isError ? (
          <ErrorAlert error={query.error} />
        ) : (
          <div className="effect" role="status">
            {query.data === undefined ? (
              t('Counting the products that this changes…')
            ) : (
              <ul className="plain-list">
                {counts(query.data)}
                {running.isPending && done > 0 ? (
                  <li>{t('{done} products changed…', { done: done.toLocaleString(localeTag) })}</li>
                ) : null}
              </ul>
            )}
          </div>
        )}
        {running.isError ? <ErrorAlert error={running.error} /> : null}
        <FormButtons
          submit={verb}
          isBusy={running.isPending}
          isDisabled={query.data === undefined || canRun?.(query.data) === false}
          onCancel={onCancel}
          cancel={running.isPending ? t('Close') : undefined}
        />
      </Stack>
    </form>
  );
}
