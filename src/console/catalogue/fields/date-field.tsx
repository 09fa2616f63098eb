import { useRef } from 'react';
import { formatTag, t } from '../../language/t.ts';
import { CalendarIcon } from '../../ui/icons.ts';
import { datePattern, parseDate, parseDateTime, writeDate, writeDateTime } from '../values/parse-date.ts';
import { type FieldInputProps, inputProps } from './field-props.ts';

const [DAY = '', MONTH = '', YEAR = ''] = t('dd mm yyyy').split(' ');
const PATTERN = datePattern(formatTag, { day: DAY, month: MONTH, year: YEAR });

/**
 * Shows a day, or a day with its time, typed as the language of the page writes it, or chosen from the calendar of the
 * browser.
 */
export function DateField(props: FieldInputProps) {
  const { attribute, label, isDisabled, placeholder, text, value, onChange } = props;
  const field = useRef<HTMLInputElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const hasTime = attribute.type === 'DATETIME';
  const [parse, write] = hasTime ? [parseDateTime, writeDateTime] : [parseDate, writeDate];
  const take = (iso: string) => onChange({ text: write(iso, formatTag), value: iso });
  const read = (typed: string) => {
    const iso = parse(typed, formatTag);
    const isFault = iso === null && typed.trim() !== '';
    onChange({
      text: typed,
      value: iso,
      fault: isFault
        ? t('“{text}” is not a date. Write it as {example}.', {
            text: typed,
            example: write('2026-11-25T14:30:00Z'.slice(0, hasTime ? 20 : 10), formatTag),
          })
        : null,
    });
  };
  return (
    <span className="field-date">
      <input
        ref={field}
        {...inputProps(props)}
        aria-keyshortcuts="Alt+ArrowDown"
        placeholder={placeholder || (hasTime ? `${PATTERN} hh:mm` : PATTERN)}
        title={hasTime ? t('Time in UTC') : undefined}
        type="text"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => read(currentTarget.value)}
        onBlur={() => {
          // A date that was typed in another form is shown as it is understood.
          if (typeof value === 'string' && text !== write(value, formatTag)) take(value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || !event.altKey) return;
          event.preventDefault();
          picker.current?.showPicker();
        }}
      />
      <button
        type="button"
        className="icon-button"
        tabIndex={-1}
        disabled={isDisabled}
        aria-label={t('Calendar: {field}', { field: label })}
        title={t('Calendar (Alt+↓)')}
        onClick={() => picker.current?.showPicker()}
      >
        <CalendarIcon />
      </button>
      <input
        ref={picker}
        type={hasTime ? 'datetime-local' : 'date'}
        tabIndex={-1}
        aria-hidden="true"
        disabled={isDisabled}
        value={typeof value === 'string' ? value.slice(0, hasTime ? 16 : 10) : ''}
        onChange={({ currentTarget: { value: picked } }) => {
          if (picked === '') onChange({ text: '', value: null });
          else take(hasTime ? `${picked}:00Z` : picked);
          field.current?.focus();
        }}
      />
    </span>
  );
}
