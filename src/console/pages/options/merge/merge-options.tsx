import { MergeForm } from '../../../catalogue/actions/merge-form.tsx';
import { OptionLabel } from '../../../catalogue/values/option-editor.tsx';
import { t } from '../../../i18n/translate.ts';
import { labelOfRow, type OptionRow } from '../sheet/option-rows.ts';
import { swatchOf } from '../sheet/swatch-files.ts';
import { mergeOptions, previewMerge } from './merge-documents.ts';

/** Merges options into one of them. */
export function MergeOptions(props: {
  readonly optionSet: string;
  /** Two or more options. */
  readonly rows: readonly OptionRow[];
  readonly locales: readonly string[];
  readonly onCancel: () => void;
  readonly onMerged: () => void;
}) {
  const { optionSet, rows, locales, onCancel, onMerged } = props;
  // The most used option is the one that most people mean.
  const [mostUsed] = rows.toSorted((one, other) => productsOf(other) - productsOf(one));
  return (
    <MergeForm
      owner={optionSet}
      objects={rows.map((row) => {
        const { code } = row;
        const name = labelOfRow(row, locales);
        return {
          code,
          name,
          content: <OptionLabel option={{ code, label: name, names: [], ...swatchOf(row) }} />,
          hint: t('{count, plural, one {# product} other {# products}}', { count: productsOf(row) }),
        };
      })}
      preferred={mostUsed?.code ?? ''}
      preview={(merge, signal) => previewMerge({ optionSet, ...merge }, signal)}
      run={(merge, onProgress) => mergeOptions({ optionSet, ...merge }, onProgress)}
      effects={({ synonyms }) =>
        synonyms.length === 0 ? null : (
          <li>{t('Synonyms afterwards: {names}', { names: synonyms.join(', ') })}</li>
        )
      }
      message={(count, name) =>
        t('{count, plural, one {# option} other {# options}} merged into {name}.', { count, name })
      }
      onCancel={onCancel}
      onMerged={onMerged}
    />
  );
}

const productsOf = ({ stored }: OptionRow): number => stored?.productsCount ?? 0;
