import { Suspense } from 'react';
import type { FormAttribute, FormValue } from '../../../../catalogue/fields/field-documents.ts';
import { RichView } from '../../../../catalogue/fields/field-input.tsx';
import { Files, filesOf } from '../../../../catalogue/fields/shown-files.tsx';
import { showNumeric } from '../../../../catalogue/values/cell-value.ts';
import { formatTag, t } from '../../../../language/t.ts';
import { jsonOfValue, textOfValue } from '../form-model.ts';
import { plainText } from './shown-text.ts';

/** Shows a value to be read: an inherited one, or any for those who may not edit. */
export function ShownValue(props: {
  readonly attribute: FormAttribute;
  readonly value: FormValue | null;
  readonly currency: string | null;
  /** True if only the first lines of formatted text are shown, without its format. */
  readonly isShort: boolean;
}) {
  const { attribute, value, currency, isShort } = props;
  if (value === null || jsonOfValue(value, currency) === null)
    return <span className="quiet">{t('empty')}</span>;
  const files = filesOf(value);
  if (files !== null) return <Files files={files} />;
  if (attribute.type === 'RICH_TEXT')
    return isShort ? (
      <span>{plainText(String(value.json))}</span>
    ) : (
      <Suspense fallback={null}>
        <RichView html={String(value.json)} />
      </Suspense>
    );
  return (
    <span>
      {showNumeric(value.json, { attribute, currency }, formatTag) ?? textOfValue(attribute, value, currency)}
    </span>
  );
}
