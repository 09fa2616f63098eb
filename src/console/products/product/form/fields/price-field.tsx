import { useLayoutEffect, useRef, useState } from 'react';
import { formatTag } from '../../../../language/t.ts';
import { formatPrice, writeNumber } from '../../../values/parse-number.ts';
import { type FieldChange, type FieldInputProps, inputProps } from './field-props.ts';

/** An amount of money: as it was typed while it has the focus, otherwise in groups and with all decimals. */
export function PriceField(props: FieldInputProps & { readonly read: (typed: string) => FieldChange }) {
  const { currency, text, value, onChange, read } = props;
  const input = useRef<HTMLInputElement>(null);
  // What is typed over is marked, as it is in other fields that are reached by Tab.
  const [focus, setFocus] = useState<'none' | 'marked' | 'at a place'>('none');
  useLayoutEffect(() => {
    if (focus === 'marked') input.current?.select();
  }, [focus]);
  const isPlain = focus !== 'none' || typeof value !== 'string' || currency === null;
  return (
    <input
      ref={input}
      {...inputProps(props)}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      value={isPlain ? text : formatPrice(writeNumber(value, formatTag), currency, formatTag)}
      onFocus={({ currentTarget: { selectionStart, selectionEnd, value: shown } }) => {
        const isMarked = selectionStart === 0 && selectionEnd === shown.length && shown !== '';
        setFocus(isMarked ? 'marked' : 'at a place');
      }}
      onBlur={() => setFocus('none')}
      onChange={({ currentTarget }) => onChange(read(currentTarget.value))}
    />
  );
}
