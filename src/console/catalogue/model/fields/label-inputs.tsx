import { Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { inPageOrder } from '../../../api/label-locale.ts';
import { localeName } from '../../../i18n/locale-name.ts';
import { substituteText } from '../../../i18n/substitute-text.ts';
import { t } from '../../../i18n/translate.ts';
import type { EditorProps } from '../config-page-types.ts';
import { enabledLocalesQuery } from './enabled-objects.ts';
import type { Labels } from './labels.ts';
import { useLabelLocale } from './use-label-locale.ts';

/** Edits the labels of an object, an input for each locale: that of the page first. */
export const LabelInputs = (props: EditorProps<Labels>) => (
  <fieldset className="config-labels" aria-label={props.label}>
    <LocaleInputs {...props} Input={TextInput} maxLength={255} isExpected />
  </fieldset>
);

/** Edits a text of several lines in each locale; it is folded while there is none. */
export const LongTextInputs = (props: EditorProps<Labels>) => (
  <FoldedInputs {...props} Input={Textarea} maxLength={10_000} />
);

/** Edits a line of text in each locale; it is folded while there is none. */
export const LineInputs = (props: EditorProps<Labels>) => (
  <FoldedInputs {...props} Input={TextInput} maxLength={255} />
);

/** Edits a line of text in each locale below the label of the field. */
export const OpenLineInputs = (props: EditorProps<Labels>) => (
  <fieldset className="config-labels" aria-label={props.label}>
    <span className="config-value-label">{props.label}</span>
    <LocaleInputs {...props} Input={TextInput} maxLength={1_000} isExpected />
  </fieldset>
);

type InputProps = EditorProps<Labels> & {
  readonly Input: typeof TextInput | typeof Textarea;
  readonly maxLength: number;
  /** True if each locale should have a text: where one is missing, its place shows the text that stands in for it. */
  readonly isExpected?: boolean;
};

const FoldedInputs = (props: InputProps) => (
  <details className="config-fold" open={Object.keys(props.value).length > 0}>
    <summary>{props.label}</summary>
    {props.description === undefined ? null : <p className="quiet">{props.description}</p>}
    <div className="config-labels">
      <LocaleInputs {...props} />
    </div>
  </details>
);

function LocaleInputs(props: InputProps) {
  const { item, value, error, isDisabled, onChange, Input, maxLength, isExpected = false } = props;
  const { data } = useQuery(enabledLocalesQuery);
  const first = useLabelLocale();
  // Labels are written before the first locale is enabled, too.
  const enabled = data?.length === 0 ? [first] : (data ?? []).map(({ code }) => code);
  return inPageOrder(enabled).map((code, index) => (
    <Input
      key={code}
      // A dialog that creates an object begins here: when it opens, or when its locales are loaded.
      autoFocus={index === 0 && item === null}
      data-autofocus={(index === 0 && item === null) || undefined}
      label={localeName(code)}
      maxLength={maxLength}
      {...(isExpected && !value[code] ? missingProps(value, code, item !== null) : {})}
      value={value[code] ?? ''}
      disabled={isDisabled}
      error={error}
      onChange={({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
        const { [code]: _previous, ...others } = value;
        onChange(currentTarget.value === '' ? others : { ...others, [code]: currentTarget.value });
      }}
    />
  ));
}

/** Returns the props of an input whose text is missing; a new object has no mark for it. */
const missingProps = (texts: Labels, locale: string, isStored: boolean) => ({
  placeholder: substituteText(texts, locale),
  ...(isStored
    ? { 'data-missing': true, title: t('No text in {locale}', { locale: localeName(locale) }) }
    : {}),
});
