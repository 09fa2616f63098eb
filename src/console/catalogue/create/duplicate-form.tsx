import { Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { FormButtons } from '../../ui/form/form-buttons.tsx';
import { notifySuccess } from '../../ui/messages/notifications.ts';
import { ErrorAlert } from '../../ui/messages/states.tsx';
import { duplicateProduct } from './create-documents.ts';
import { skuError } from './sku-error.ts';

/** Asks for the SKU of a copy, creates it and opens it. */
export function DuplicateForm(props: {
  readonly id: string;
  readonly sku: string;
  readonly isModel: boolean;
  readonly onDone: () => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const navigate = useNavigate();
  const [sku, setSku] = useState(`${props.sku}-2`);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const skuFault = skuError(error);
  const duplicate = async () => {
    setIsBusy(true);
    setError(null);
    try {
      const created = await duplicateProduct(props.id, sku.trim());
      props.onClose();
      await navigate({ to: '/products/$sku', params: { sku: created } });
      await props.onDone();
      notifySuccess(t('{name} created as a draft.', { name: created }));
    } catch (failure) {
      setError(failure);
      setIsBusy(false);
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void duplicate();
      }}
    >
      <Stack>
        {error === null || skuFault !== undefined ? null : <ErrorAlert error={error} />}
        <Text size="sm">
          {props.isModel
            ? t(
                'The copy is a draft with the values, categories and links of this model, without its variants and unique values.',
              )
            : t(
                'The copy is a draft with the values, categories and links of this product, without its unique values.',
              )}
        </Text>
        <TextInput
          label={t('SKU')}
          required
          data-autofocus
          value={sku}
          error={skuFault}
          onChange={({ currentTarget }) => setSku(currentTarget.value)}
        />
        <FormButtons submit={t('Duplicate')} isBusy={isBusy} onCancel={props.onClose} />
      </Stack>
    </form>
  );
}
