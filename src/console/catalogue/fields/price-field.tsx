import { useState } from 'react';
import { localeTag } from '../../i18n/translate.ts';
import { formatPrice, toEditableNumber } from '../values/parse-number.ts';
import { type FieldInputProps, type FieldValueChange, inputProps } from './field-props.ts';

/**
 * Shows an amount of money: in groups and with all decimals, as it was typed until the field is left. Focus alone does
 * not change the text, so that what replaces the selection replaces all of it.
 */
export function PriceField(props: FieldInputProps & { readonly read: (text: string) => FieldValueChange }) {
  const { currency, text, value, onChange, read } = props;
  const [isTyping, setIsTyping] = useState(false);
  const isPlain = isTyping || typeof value !== 'string' || currency === null;
  return (
    <input
      {...inputProps(props)}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      value={isPlain ? text : formatPrice(toEditableNumber(value, localeTag), currency, localeTag)}
      onBlur={() => setIsTyping(false)}
      onChange={({ currentTarget }) => {
        setIsTyping(true);
        onChange(read(currentTarget.value));
      }}
    />
  );
}
