import { useRef } from 'react';
import { localeTag, t } from '../../i18n/translate.ts';
import { CalendarIcon } from '../../ui/icons.ts';
import { datePattern, formatDate, formatDateTime, parseDate, parseDateTime } from '../values/parse-date.ts';
import { type FieldInputProps, inputProps } from './field-props.ts';

const [DAY = '', MONTH = '', YEAR = ''] = t('dd mm yyyy').split(' ');
const PATTERN = datePattern(localeTag, { day: DAY, month: MONTH, year: YEAR });

/**
 * Shows a day, or a day with its time, typed as the language of the page writes it, or chosen from the calendar of the
 * browser.
 */
export function DateField(props: FieldInputProps) {
  const { attribute, label, isDisabled, placeholder, text, value, onChange } = props;
  const field = useRef<HTMLInputElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const hasTime = attribute.type === 'DATETIME';
  const [parse, write] = hasTime ? [parseDateTime, formatDateTime] : [parseDate, formatDate];
  const take = (iso: string) => onChange({ text: write(iso, localeTag), value: iso });
  const read = (input: string) => {
    const iso = parse(input, localeTag);
    const isFault = iso === null && input.trim() !== '';
    onChange({
      text: input,
      value: iso,
      fault: isFault
        ? t('“{text}” is not a date. Write it as {example}.', {
            text: input,
            example: write('2026-11-25T14:30:00Z'.slice(0, hasTime ? 20 : 10), localeTag),
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
          if (typeof value === 'string' && text !== write(value, localeTag)) take(value);
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
