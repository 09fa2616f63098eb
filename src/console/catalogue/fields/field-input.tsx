import { lazy, Suspense } from 'react';
import { localeTag } from '../../i18n/translate.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { FALSE, parseCell, TRUE } from '../values/cell-value.ts';
import { DateField } from './date-field.tsx';
import { EntityField } from './entity-field.tsx';
import { type FieldInputProps, type FieldValueChange, inputProps } from './field-props.ts';
import { MeasurementField } from './measurement-field.tsx';
import { OptionField } from './option-field.tsx';
import { PriceField } from './price-field.tsx';

const MediaField = lazyComponent(
  async () => (await import('./media-field.tsx')).MediaField,
  <div className="row field-media" aria-busy="true" />,
);
const RichText = lazy(() => import('./rich-text.tsx'));
export const RichView = lazy(async () => ({ default: (await import('./rich-text.tsx')).RichView }));

/** Reads what was typed into a field as the grid does; an amount stands for itself. */
function parse(text: string, { attribute, currency, value }: FieldInputProps): FieldValueChange {
  const address = { attribute, currency, channel: null, locale: null };
  const parsed = parseCell(text, address, value, { tag: localeTag, optionsOf: () => [] });
  if ('fault' in parsed) return { text, value: null, fault: parsed.fault };
  if (currency === null) return { text, value: parsed.value };
  const [price] = parsed.value as readonly { readonly amount: string | null }[];
  return { text, value: price?.amount ?? null };
}

/** Shows the editor of a value by the type of its attribute. */
export function FieldInput(props: FieldInputProps) {
  const { attribute, label, describedBy, isDisabled, text, value, onChange } = props;
  switch (attribute.type) {
    case 'TEXTAREA':
      return (
        <textarea
          {...inputProps(props)}
          rows={3}
          value={text}
          onChange={({ currentTarget }) => onChange(parse(currentTarget.value, props))}
        />
      );
    case 'MEASUREMENT':
      return <MeasurementField {...props} />;
    case 'DATE':
    case 'DATETIME':
      return <DateField {...props} />;
    case 'BOOLEAN':
      return (
        <span className="field-boolean" role="radiogroup" aria-label={label} aria-describedby={describedBy}>
          {[true, false].map((one) => (
            <label key={String(one)}>
              <input
                type="radio"
                checked={value === one}
                disabled={isDisabled}
                onChange={() => onChange({ text: one ? TRUE : FALSE, value: one })}
              />
              <span>{one ? TRUE : FALSE}</span>
            </label>
          ))}
        </span>
      );
    case 'SELECT':
    case 'MULTI_SELECT':
      return <OptionField {...props} />;
    case 'ENTITY':
    case 'ENTITY_LIST':
      return <EntityField {...props} />;
    case 'MEDIA':
    case 'MEDIA_LIST':
      return <MediaField {...props} />;
    case 'RICH_TEXT':
      return (
        <Suspense fallback={<div className="field-input field-rich" aria-busy="true" />}>
          {isDisabled ? <RichView html={text} /> : <RichText {...props} />}
        </Suspense>
      );
    case 'PRICE':
      return <PriceField {...props} read={(input) => parse(input, props)} />;
    default:
      return (
        <input
          {...inputProps(props)}
          type="text"
          value={text}
          autoComplete="off"
          inputMode={attribute.type === 'NUMBER' ? 'decimal' : undefined}
          spellCheck={attribute.type === 'TEXT'}
          onChange={({ currentTarget }) => onChange(parse(currentTarget.value, props))}
        />
      );
  }
}
