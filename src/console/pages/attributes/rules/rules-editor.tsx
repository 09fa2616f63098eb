import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { abilitiesOf } from '../../../catalogue/model/attributes/type-abilities.ts';
import type { EditorProps } from '../../../catalogue/model/config-page-types.ts';
import { t } from '../../../i18n/translate.ts';
import type { Attribute } from '../attribute-documents.ts';
import { FORMAT_LABELS, parseRule, RULES, type RuleName, type Rules, ruleText } from './rules.ts';
import { TryValue } from './try-value.tsx';

/** Edits the rules that the type of an attribute has, and tries a value with them. */
export function RulesEditor(props: EditorProps<Rules, Attribute>) {
  const { item = null, label, value, error, isDisabled, onChange } = props;
  if (item === null) return null;
  const { rules, formats } = abilitiesOf(item.type);
  const set = (name: RuleName, rule: unknown) => {
    const { [name]: _previous, ...others } = value;
    onChange(rule === undefined ? others : { ...others, [name]: rule });
  };
  return (
    <fieldset aria-label={label}>
      <legend className="config-value-label">{label}</legend>
      {error === undefined ? null : <p role="alert">{error}</p>}
      <div className="rules-grid">
        {rules.map((name) => (
          <RuleEditor
            key={name}
            name={name}
            value={value[name]}
            unit={unitOf(name, item)}
            formats={formats}
            isDisabled={isDisabled}
            onChange={(rule) => set(name, rule)}
          />
        ))}
      </div>
      <TryValue item={item} rules={value} />
    </fieldset>
  );
}

/** Returns the unit in which a rule is entered. */
function unitOf(name: RuleName, { measurementFamily }: Attribute): string | null {
  if (measurementFamily === null || (name !== 'min' && name !== 'max')) return null;
  const { units, standardUnit } = measurementFamily;
  return units?.find(({ code }) => code === standardUnit)?.symbol || standardUnit;
}

function RuleEditor(props: {
  readonly name: RuleName;
  readonly value: unknown;
  readonly unit: string | null;
  readonly formats: readonly string[];
  readonly isDisabled: boolean;
  readonly onChange: (rule: unknown) => void;
}) {
  const { name, value, unit, formats, isDisabled, onChange } = props;
  const { label: title, input, placeholder } = RULES[name];
  const label = unit === null ? title : `${title} (${unit})`;
  switch (input) {
    case 'count':
      return (
        <NumberInput
          label={label}
          min={0}
          allowDecimal={false}
          value={typeof value === 'number' ? value : ''}
          disabled={isDisabled}
          onChange={(next) => onChange(next === '' ? undefined : Number(next))}
        />
      );
    case 'negative':
      return (
        <Checkbox
          label={label}
          checked={value === false}
          disabled={isDisabled}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? false : undefined)}
        />
      );
    case 'format':
      return (
        <NativeSelect
          label={label}
          data={[
            { value: '', label: t('Any text') },
            ...formats.map((format) => ({ value: format, label: FORMAT_LABELS[format] ?? format })),
          ]}
          value={ruleText(value)}
          disabled={isDisabled}
          onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
        />
      );
    default:
      return (
        <RuleText
          name={name}
          label={label}
          placeholder={placeholder}
          value={value}
          isDisabled={isDisabled}
          onChange={onChange}
        />
      );
  }
}

/** Edits a rule as a text, which stays as it was typed. */
function RuleText(props: {
  readonly name: RuleName;
  readonly label: string;
  readonly placeholder: string | undefined;
  readonly value: unknown;
  readonly isDisabled: boolean;
  readonly onChange: (rule: unknown) => void;
}) {
  const { name, label, placeholder, value, isDisabled, onChange } = props;
  const [typedText, setTypedText] = useState(() => ruleText(value));
  const text = ruleText(parseRule(name, typedText)) === ruleText(value) ? typedText : ruleText(value);
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={text}
      disabled={isDisabled}
      onChange={({ currentTarget }) => {
        setTypedText(currentTarget.value);
        onChange(parseRule(name, currentTarget.value));
      }}
    />
  );
}
