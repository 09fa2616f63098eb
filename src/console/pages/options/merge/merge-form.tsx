import { Radio, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useUndo } from '../../../catalogue/undo/use-undo.ts';
import { OptionLabel } from '../../../catalogue/values/option-editor.tsx';
import { localeTag, t } from '../../../i18n/translate.ts';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { notifySuccess } from '../../../ui/messages/notifications.ts';
import { ErrorAlert } from '../../../ui/messages/states.tsx';
import { colorOf } from '../sheet/option-cells.tsx';
import { labelOfRow, type OptionRow } from '../sheet/option-rows.ts';
import { mergeOptions, previewMerge } from './merge-documents.ts';

/** Merges options into one of them: the number of values that move is shown before. */
export function MergeForm(props: {
  readonly optionSet: string;
  /** Two or more options. */
  readonly rows: readonly OptionRow[];
  readonly locales: readonly string[];
  readonly onCancel: () => void;
  readonly onMerged: () => void;
}) {
  const { optionSet, rows, locales, onCancel, onMerged } = props;
  const queryClient = useQueryClient();
  const { undoable } = useUndo();
  // The most used option is the one that most people mean.
  const [keep, setKeep] = useState(
    () => rows.toSorted((one, other) => productsOf(other) - productsOf(one))[0]?.code ?? '',
  );
  const [done, setDone] = useState(0);
  const merge = { optionSet, keep, merge: rows.map(({ code }) => code).filter((code) => code !== keep) };
  const preview = useQuery({
    queryKey: ['merge options', merge],
    queryFn: ({ signal }) => previewMerge(merge, signal),
    gcTime: 0,
    retry: false,
  });
  const labelOf = (row: OptionRow | undefined) => (row === undefined ? '' : labelOfRow(row, locales));
  const merging = useMutation({
    mutationFn: () => mergeOptions(merge, setDone),
    onSuccess: async (undo) => {
      const name = labelOf(rows.find(({ code }) => code === keep));
      notifySuccess(
        t('{count, plural, one {# option} other {# options}} merged into {name}.', {
          count: merge.merge.length,
          name,
        }),
        undoable(undo),
      );
      onMerged();
      await queryClient.invalidateQueries();
    },
  });
  const { data } = preview;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        merging.mutate();
      }}
    >
      <Stack>
        <Radio.Group label={t('Keep')} value={keep} onChange={setKeep}>
          <Stack gap={6} mt={6}>
            {rows.map((row) => (
              <Radio
                key={row.code}
                value={row.code}
                disabled={merging.isPending}
                label={
                  <span className="row">
                    <OptionLabel
                      option={{ code: row.code, label: labelOf(row), names: [], color: colorOf(row) }}
                    />
                    <span className="quiet">
                      {row.code} ·{' '}
                      {t('{count, plural, one {# product} other {# products}}', { count: productsOf(row) })}
                    </span>
                  </span>
                }
              />
            ))}
          </Stack>
        </Radio.Group>
        <div className="effect" role="status">
          {data === undefined ? (
            t('Counting the products that this changes…')
          ) : (
            <ul className="plain-list">
              <li>
                {t('{count, plural, one {# value moves} other {# values move}}.', {
                  count: data.valuesCount,
                })}
              </li>
              {data.synonyms.length === 0 ? null : (
                <li>{t('Synonyms afterwards: {names}', { names: data.synonyms.join(', ') })}</li>
              )}
              {merging.isPending && done > 0 ? (
                <li>{t('{done} products changed…', { done: done.toLocaleString(localeTag) })}</li>
              ) : null}
            </ul>
          )}
        </div>
        {preview.isError ? <ErrorAlert error={preview.error} /> : null}
        {merging.isError ? <ErrorAlert error={merging.error} /> : null}
        <FormButtons
          submit={t('Merge')}
          isBusy={merging.isPending}
          isDisabled={data === undefined}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}

const productsOf = ({ stored }: OptionRow): number => stored?.productsCount ?? 0;
