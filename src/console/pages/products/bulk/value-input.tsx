import { Checkbox, MultiSelect, NativeSelect, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GridAttribute } from '../../../catalogue/columns/column-documents.ts';
import { fieldAttributeQuery } from '../../../catalogue/fields/field-attribute-query.ts';
import { propertyOfKey } from '../../../catalogue/properties/product-properties.tsx';
import { FALSE, TRUE } from '../../../catalogue/values/cell-value.ts';
import { optionsQuery } from '../../../catalogue/values/options-query.ts';
import { t } from '../../../i18n/translate.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { isNumericOperation, isSelectAttribute, LINK_FIELD_PREFIX, usesProductField } from './operations.ts';
import type { OperationRowProps } from './row-props.ts';
import { attributeLocales, toSelectOption } from './select-options.ts';
import { ValueScopeFields } from './value-scope-fields.tsx';

const FieldInput = lazyComponent(
  async () => (await import('../../../catalogue/fields/field-input.tsx')).FieldInput,
  <span className="field-input" aria-busy="true" />,
);

/** Shows the value of an operation: typed, chosen, or where it is copied from. */
export function ValueInput(props: OperationRowProps & { readonly attribute: GridAttribute | undefined }) {
  const { operation, model, choices, attribute, locale, fault, onChange } = props;
  const { field, verb, text, codes } = operation;
  const isField = attribute !== undefined && usesProductField(attribute);
  const set = attribute?.optionSet?.code ?? '';
  const hasOptions = attribute !== undefined && isSelectAttribute(attribute);
  const options = useQuery({ ...optionsQuery(set, locale), enabled: hasOptions && set !== '' }).data ?? [];
  const common = {
    'aria-label': t('Value'),
    'data-value': true,
    'data-autofocus': true,
    size: 'xs',
    error: fault,
  } as const;
  if (attribute !== undefined && verb === 'copy') return <CopySource {...props} attribute={attribute} />;
  if (verb === 'replace') return <Replacement {...props} />;
  if (isField) return <ProductField {...props} attribute={attribute} />;
  const placeholder = verb === 'append' || verb === 'prepend' ? t('Text, including spaces') : '';
  const change = (next: string[]) => onChange({ ...operation, codes: next });
  const property = propertyOfKey(field);
  const listed =
    property?.choices === undefined
      ? hasOptions
        ? options
        : null
      : property.choices === 'channels'
        ? model.channels
        : choices[property.choices];
  const single = attribute?.type === 'SELECT' || property?.bulk?.isSingle === true ? listed : null;
  if (single !== null)
    return (
      <Select
        {...common}
        searchable
        selectFirstOptionOnChange
        limit={100}
        value={codes[0] ?? null}
        data={single.map(toSelectOption)}
        nothingFoundMessage={t('Nothing found')}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // A label may be typed before the options are loaded, and then none is highlighted.
          const inputText = event.currentTarget.value.trim().toLowerCase();
          const matchingOption = single.find(({ label }) => label.toLowerCase() === inputText);
          if (matchingOption === undefined || matchingOption.code === codes[0]) return;
          event.preventDefault();
          change([matchingOption.code]);
        }}
        onChange={(code) => change(code === null ? [] : [code])}
      />
    );
  if (listed !== null)
    return (
      <MultiSelect
        {...common}
        searchable
        selectFirstOptionOnChange
        limit={100}
        value={[...codes]}
        data={listed.map(toSelectOption)}
        nothingFoundMessage={t('Nothing found')}
        onChange={change}
      />
    );
  if (field.startsWith('.'))
    return (
      <TagsInput
        {...common}
        placeholder={field.startsWith(LINK_FIELD_PREFIX) && codes.length === 0 ? t('SKUs') : ''}
        splitChars={[',', ';', ' ']}
        value={[...codes]}
        onChange={change}
      />
    );
  if (attribute?.type === 'BOOLEAN')
    return (
      <NativeSelect
        {...common}
        value={text}
        data={['', TRUE, FALSE]}
        onChange={({ currentTarget }) => onChange({ ...operation, text: currentTarget.value })}
      />
    );
  if (attribute?.type === 'TEXTAREA')
    return (
      <Textarea
        {...common}
        rows={2}
        placeholder={placeholder}
        value={text}
        onChange={({ currentTarget }) => onChange({ ...operation, text: currentTarget.value })}
      />
    );
  return (
    <TextInput
      {...common}
      placeholder={placeholder}
      {...(isNumericOperation(verb)
        ? {
            placeholder: verb === 'percent' ? t('+5 or -10') : t('+2.00 or -0.50'),
            rightSection: verb === 'percent' ? '%' : attribute?.type === 'PRICE' ? operation.currency : null,
            rightSectionWidth: verb === 'percent' ? 28 : 40,
          }
        : {})}
      value={text}
      onChange={({ currentTarget }) => onChange({ ...operation, text: currentTarget.value })}
    />
  );
}

type AttributeProps = OperationRowProps & { readonly attribute: GridAttribute };

/** Shows a value that is typed or chosen as on the page of a product. */
function ProductField({ operation, attribute, locale, fault, onChange }: AttributeProps) {
  const { code } = attribute;
  const loaded = useQuery(fieldAttributeQuery(code, locale)).data;
  const isWide = attribute.type === 'RICH_TEXT';
  return (
    <div className="operation-field" data-values data-wide={isWide || undefined}>
      {loaded === undefined || loaded === null ? (
        <span className="field-input" aria-busy="true" />
      ) : (
        <FieldInput
          attribute={loaded}
          currency={null}
          label={t('Value')}
          describedBy=""
          isInvalid={fault !== undefined}
          isDisabled={false}
          placeholder=""
          text={operation.typed?.text ?? ''}
          value={operation.typed?.value ?? null}
          known={null}
          locale={locale}
          onChange={(inputText) => onChange({ ...operation, typed: inputText })}
        />
      )}
      {fault === undefined ? null : (
        <span className="field-fault" role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}

/** Edits the text to find, and the text that replaces it. */
function Replacement({ operation, onChange }: OperationRowProps) {
  return (
    <div className="row operation-values">
      <TextInput
        aria-label={t('Find')}
        placeholder={t('Find')}
        data-value
        data-autofocus
        flex="1 1 160px"
        size="xs"
        value={operation.text}
        onChange={({ currentTarget }) => onChange({ ...operation, text: currentTarget.value })}
      />
      <TextInput
        aria-label={t('Replace with')}
        placeholder={t('Replace with')}
        flex="1 1 160px"
        size="xs"
        value={operation.put}
        onChange={({ currentTarget }) => onChange({ ...operation, put: currentTarget.value })}
      />
      <Checkbox
        label={t('Match case')}
        size="xs"
        checked={operation.isCaseMatched}
        onChange={({ currentTarget }) => onChange({ ...operation, isCaseMatched: currentTarget.checked })}
      />
    </div>
  );
}

/** Shows the channel and the locale that a value is copied from, and those that it is copied to. */
function CopySource(props: AttributeProps) {
  const { operation, model, attribute, fault, onChange } = props;
  const { fromChannel, fromLocale, onlyEmpty } = operation;
  return (
    <div className="row operation-values">
      {attribute.scopable ? (
        <NativeSelect
          aria-label={t('Copy from: channel')}
          data-value
          size="xs"
          error={attribute.localizable ? undefined : fault}
          value={fromChannel}
          data={model.channels.map(toSelectOption)}
          onChange={({ currentTarget }) => onChange({ ...operation, fromChannel: currentTarget.value })}
        />
      ) : null}
      {attribute.localizable ? (
        <NativeSelect
          aria-label={t('Copy from: locale')}
          data-value
          size="xs"
          error={fault}
          value={fromLocale}
          data={attributeLocales(model, attribute, fromChannel).map(toSelectOption)}
          onChange={({ currentTarget }) => onChange({ ...operation, fromLocale: currentTarget.value })}
        />
      ) : null}
      <span aria-hidden="true">→</span>
      <ValueScopeFields {...props} />
      <Checkbox
        label={t('Only where empty')}
        size="xs"
        checked={onlyEmpty}
        onChange={({ currentTarget }) => onChange({ ...operation, onlyEmpty: currentTarget.checked })}
      />
    </div>
  );
}
