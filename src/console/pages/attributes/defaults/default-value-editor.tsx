import { Button, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { fieldAttributeQuery } from '../../../catalogue/fields/field-attribute-query.ts';
import type { FormAttribute, FormValue } from '../../../catalogue/fields/field-documents.ts';
import { FieldInput } from '../../../catalogue/fields/field-input.tsx';
import type { FieldValueChange } from '../../../catalogue/fields/field-props.ts';
import { toFieldText } from '../../../catalogue/form/form-model.ts';
import { ReadOnlyValue } from '../../../catalogue/form/read-only/read-only-value.tsx';
import type { EditorProps } from '../../../catalogue/model/config-page-types.ts';
import { useLabelLocale } from '../../../catalogue/model/fields/use-label-locale.ts';
import { t } from '../../../i18n/translate.ts';
import { type DefaultValue, hasObjects, loadValue, plainValue } from './stored-value.ts';

/** Returns a default value with its attribute, as fields show it; null until both are loaded. */
function useShownValue({ attribute: code, value: json }: DefaultValue): {
  readonly attribute: FormAttribute;
  /** It is null for no value. */
  readonly value: FormValue | null;
  readonly locale: string;
} | null {
  const locale = useLabelLocale();
  const attribute = useQuery(fieldAttributeQuery(code, locale)).data ?? null;
  const needsObjects = attribute !== null && json !== null && hasObjects(attribute);
  const loaded = useQuery({
    queryKey: ['ATTRIBUTE', 'default value', code, json, locale],
    queryFn: ({ signal }) => loadValue(attribute as FormAttribute, json, locale, signal),
    enabled: needsObjects,
    placeholderData: keepPreviousData,
  }).data;
  if (attribute === null || (needsObjects && loaded === undefined)) return null;
  const value = json === null ? null : needsObjects ? (loaded ?? null) : plainValue(attribute, json);
  return { attribute, value, locale };
}

/** Edits the default value of an attribute as the page of a product edits its values. */
export function DefaultValueEditor(props: EditorProps<DefaultValue>) {
  const { label, description, value: field, error, isDisabled, onChange } = props;
  const id = useId();
  const loadedValue = useShownValue(field);
  // Typed text stays as it is while it means the value.
  const [typed, setTyped] = useState<FieldValueChange | null>(null);
  const isTyped = typed !== null && JSON.stringify(typed.value) === JSON.stringify(field.value);
  const reason = (typed?.text === field.unreadText ? typed?.fault : null) ?? error;
  const text = () => {
    if (field.unreadText !== undefined) return field.unreadText;
    return isTyped
      ? typed.text
      : toFieldText(
          (loadedValue as NonNullable<typeof loadedValue>).attribute,
          loadedValue?.value ?? null,
          null,
        );
  };
  const change = (next: FieldValueChange) => {
    setTyped(next);
    const unread = next.fault == null ? {} : { unreadText: next.text };
    onChange({ attribute: field.attribute, value: next.value, ...unread });
  };
  return (
    <div className="config-value">
      <span className="config-value-label">{label}</span>
      <Text size="xs" c="dimmed" id={id}>
        {description}
      </Text>
      <div className="row">
        <div className="operation-field field-editor">
          {loadedValue === null ? (
            <span className="field-input" aria-busy="true" />
          ) : (
            <FieldInput
              attribute={loadedValue.attribute}
              currency={null}
              label={label}
              describedBy={`${id} ${id}-fault`}
              isInvalid={reason !== undefined}
              isDisabled={isDisabled}
              placeholder=""
              text={text()}
              value={field.value}
              known={loadedValue.value}
              locale={loadedValue.locale}
              onChange={change}
            />
          )}
        </div>
        {field.value === null && field.unreadText === undefined ? null : (
          <Button
            size="xs"
            variant="default"
            disabled={isDisabled}
            onClick={() => change({ text: '', value: null })}
          >
            {t('Clear')}
          </Button>
        )}
      </div>
      {reason === undefined ? null : (
        <p className="field-fault" id={`${id}-fault`} role="alert">
          {reason}
        </p>
      )}
    </div>
  );
}

/** Shows a default value to be read. */
export function DefaultValueText({ value }: { readonly value: DefaultValue }) {
  const loadedValue = useShownValue(value);
  if (loadedValue === null) return null;
  return (
    <ReadOnlyValue attribute={loadedValue.attribute} value={loadedValue.value} currency={null} isShort />
  );
}
