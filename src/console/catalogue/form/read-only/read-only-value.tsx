import { Suspense } from 'react';
import { localeTag, t } from '../../../i18n/translate.ts';
import type { FormAttribute, FormValue } from '../../fields/field-documents.ts';
import { RichView } from '../../fields/field-input.tsx';
import { Files, filesOf } from '../../fields/shown-files.tsx';
import { formatNumericValue } from '../../values/cell-value.ts';
import { toFieldText, toSavedValue } from '../form-model.ts';
import { plainText } from './display-text.ts';

/** Shows a value to be read: an inherited one, or any for those who may not edit. */
export function ReadOnlyValue(props: {
  readonly attribute: FormAttribute;
  readonly value: FormValue | null;
  readonly currency: string | null;
  /** True if only the first lines of formatted text are shown, without its format. */
  readonly isShort: boolean;
}) {
  const { attribute, value, currency, isShort } = props;
  if (value === null || toSavedValue(value, currency) === null)
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
      {formatNumericValue(value.json, { attribute, currency }, localeTag) ??
        toFieldText(attribute, value, currency)}
    </span>
  );
}
