import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CellOption } from '../../../catalogue/values/cell-value.ts';
import { OptionEditor } from '../../../catalogue/values/option-editor.tsx';
import { t } from '../../../i18n/translate.ts';
import type { EditorProps } from '../../../ui/sheet/sheet-types.ts';
import { parseColor } from '../content/option-cell.ts';
import type { OptionRow } from './option-rows.ts';
import { findSwatchFiles, swatchOf } from './swatch-files.ts';

const choice = (code: string, label: string, swatch: Partial<CellOption> = {}): CellOption => ({
  code,
  label,
  names: [],
  ...swatch,
});

/** Edits the swatch of an option: a color that is typed, or a picture of the media library that is found by its name. */
export function SwatchEditor(props: {
  readonly row: OptionRow;
  readonly label: string;
  readonly editor: EditorProps;
  readonly onCommit: (text: string) => void;
}) {
  const { row, label, editor, onCommit } = props;
  const [searchText, setSearchText] = useState(editor.typed ?? '');
  const query = useQuery({
    queryKey: ['MEDIA', 'swatches', searchText],
    queryFn: ({ signal }) => findSwatchFiles(searchText, signal),
    placeholderData: keepPreviousData,
  });
  const text = searchText.trim();
  const color = parseColor(text);
  const { swatch } = row.values;
  const { name, ...current } = swatchOf(row);
  const files = (query.data ?? [])
    // While the server searches, those of the previous matches are shown that have the text, too.
    .filter((file) => !query.isPlaceholderData || file.label.toLowerCase().includes(text.toLowerCase()))
    .filter(({ code }) => code !== swatch)
    .map(({ code, label: title, url }) => choice(code, title, { image: url }));
  const none = choice('', t('No swatch'));
  const matches =
    text === ''
      ? [...(swatch === '' ? [] : [choice(swatch, name, current)]), none, ...files]
      : color !== null
        ? [choice(color, color, { color }), ...files]
        : // A text that is neither stays as it is, and is rejected with a reason.
          [...files, choice(text, text)];
  return (
    <OptionEditor
      {...editor}
      label={label}
      options={matches}
      matches={matches}
      onType={setSearchText}
      chosen={[swatch]}
      isMany={false}
      onCommit={([picked]) => onCommit(picked?.code ?? '')}
    />
  );
}
