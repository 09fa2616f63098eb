import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrapPayload } from '../../api/problem.ts';
import { request } from '../../api/request.ts';
import { t, translateLabel } from '../../i18n/translate.ts';
import { Combobox } from '../../ui/form/combobox.tsx';
import { FormButtons } from '../../ui/form/form-buttons.tsx';
import { ErrorAlert, QueryResult } from '../../ui/messages/states.tsx';
import { type Clause, selectedFacetValues } from '../search/conditions.ts';
import { type AttributeSetOption, CREATE_PRODUCT, createOptionsQuery } from './create-documents.ts';
import { skuError } from './sku-error.ts';

interface Page {
  readonly channel: string;
  readonly locale: string;
}

interface FormProps {
  readonly page: Page;
  readonly onClose: () => void;
}

/** Shows the attribute set, the SKU and a label of a new product. */
export function CreateProductForm(props: FormProps) {
  return (
    <QueryResult query={useQuery(createOptionsQuery(props.page.locale))} what={t('attribute sets')}>
      {(sets) => <Form {...props} sets={sets} />}
    </QueryResult>
  );
}

const STORAGE_KEY = 'catalograph-last-set';

/** Returns the only attribute set that is listed, otherwise the one that was used last; empty for none. */
function defaultAttributeSet(sets: readonly AttributeSetOption[], where: readonly Clause[]): string {
  const [listed, ...others] = selectedFacetValues('attribute_set', where);
  const preferredCodes = [others.length === 0 ? listed : undefined, localStorage.getItem(STORAGE_KEY)];
  const [only, ...rest] = sets;
  const first = preferredCodes.find((code) => sets.some((one) => one.code === code));
  return first ?? (rest.length === 0 ? (only?.code ?? '') : '');
}

function Form({ page, onClose, sets }: FormProps & { readonly sets: readonly AttributeSetOption[] }) {
  const { where = [] } = useSearch({ from: '/authenticated/products' });
  const [code, setCode] = useState(() => defaultAttributeSet(sets, where));
  const [isSetMissing, setIsSetMissing] = useState(false);
  const [layout, setLayout] = useState('');
  const [sku, setSku] = useState('');
  const [label, setLabel] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const set = sets.find((one) => one.code === code);
  const labelAttribute = set?.attributeAsLabel?.type === 'TEXT' ? set.attributeAsLabel : null;
  const layouts = set?.variantLayouts ?? [];
  const skuFault = skuError(error);
  const create = async () => {
    setIsSetMissing(code === '' && sets.length > 0);
    if (code === '' && sets.length > 0) return;
    setIsBusy(true);
    setError(null);
    const value =
      labelAttribute === null || label.trim() === ''
        ? []
        : [
            {
              attribute: labelAttribute.code,
              channel: labelAttribute.scopable ? page.channel : null,
              locale: labelAttribute.localizable ? page.locale : null,
              value: label.trim(),
            },
          ];
    const input = {
      sku: sku.trim(),
      attributeSet: code === '' ? null : code,
      values: value,
      ...(layout === '' ? {} : { type: 'MODEL' as const, variantLayout: layout }),
    };
    try {
      const { product } = unwrapPayload((await request(CREATE_PRODUCT, { input })).createProduct);
      localStorage.setItem(STORAGE_KEY, code);
      void queryClient.invalidateQueries();
      const params = { sku: product?.sku ?? input.sku };
      const search = { missing: true, field: labelAttribute?.code } as const;
      await navigate({ to: '/products/$sku', params, search });
    } catch (failure) {
      setError(failure);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <Stack>
        {error === null || skuFault !== undefined ? null : <ErrorAlert error={error} />}
        <Combobox
          label={t('Attribute set')}
          size="sm"
          // The dialog is open before the sets are loaded.
          autoFocus
          data-autofocus
          openOnFocus={false}
          takesTab
          limit={100}
          maxDropdownHeight={260}
          value={code === '' ? null : code}
          error={isSetMissing ? t('Choose an attribute set.') : undefined}
          data={[{ group: '', items: sets.map((one) => ({ value: one.code, label: one.label })) }]}
          onChange={(value) => {
            setIsSetMissing(false);
            setCode(value);
            setLayout('');
          }}
        />
        {layouts.length === 0 ? null : (
          <NativeSelect
            label={t('Type')}
            value={layout}
            data={[
              { value: '', label: translateLabel('Simple') },
              ...layouts.map((one) => ({
                value: one.code,
                label: t('Model: {layout}', { layout: one.label }),
              })),
            ]}
            onChange={({ currentTarget }) => setLayout(currentTarget.value)}
          />
        )}
        <TextInput
          label={t('SKU')}
          required
          value={sku}
          error={skuFault}
          onChange={({ currentTarget }) => setSku(currentTarget.value)}
        />
        {labelAttribute === null ? null : (
          <TextInput
            label={t('Label')}
            value={label}
            onChange={({ currentTarget }) => setLabel(currentTarget.value)}
          />
        )}
        <FormButtons submit={t('Create')} isBusy={isBusy} onCancel={onClose} />
      </Stack>
    </form>
  );
}
