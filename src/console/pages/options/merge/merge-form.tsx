import { Radio, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ValueChangeForm } from '../../../catalogue/actions/value-change-form.tsx';
import { useUndo } from '../../../catalogue/undo/use-undo.ts';
import { OptionLabel } from '../../../catalogue/values/option-editor.tsx';
import { t } from '../../../i18n/translate.ts';
import { notifySuccess } from '../../../ui/messages/notifications.ts';
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
  const merge = { optionSet, keep, merge: rows.map(({ code }) => code).filter((code) => code !== keep) };
  const labelOf = (row: OptionRow | undefined) => (row === undefined ? '' : labelOfRow(row, locales));
  return (
    <ValueChangeForm
      changeKey={[merge]}
      preview={(signal) => previewMerge(merge, signal)}
      run={(onProgress) => mergeOptions(merge, onProgress)}
      verb={t('Merge')}
      onCancel={onCancel}
      onDone={async (undo, isOpen) => {
        const name = labelOf(rows.find(({ code }) => code === keep));
        notifySuccess(
          t('{count, plural, one {# option} other {# options}} merged into {name}.', {
            count: merge.merge.length,
            name,
          }),
          undoable(undo),
        );
        if (isOpen) onMerged();
        await queryClient.invalidateQueries();
      }}
      counts={({ valuesCount, synonyms }) => (
        <>
          <li>{t('{count, plural, one {# value moves} other {# values move}}.', { count: valuesCount })}</li>
          {synonyms.length === 0 ? null : (
            <li>{t('Synonyms afterwards: {names}', { names: synonyms.join(', ') })}</li>
          )}
        </>
      )}
    >
      {(isBusy) => (
        <Radio.Group label={t('Keep')} value={keep} onChange={setKeep}>
          <Stack gap={6} mt={6}>
            {rows.map((row) => (
              <Radio
                key={row.code}
                value={row.code}
                disabled={isBusy}
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
      )}
    </ValueChangeForm>
  );
}

const productsOf = ({ stored }: OptionRow): number => stored?.productsCount ?? 0;
