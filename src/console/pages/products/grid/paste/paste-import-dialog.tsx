import { NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { request } from '../../../../api/request.ts';
import type { GridColumn } from '../../../../catalogue/columns/grid-column.ts';
import { createOptionsQuery } from '../../../../catalogue/create/create-documents.ts';
import { setPendingFile } from '../../../../catalogue/jobs/pending-import-file.ts';
import { t } from '../../../../i18n/translate.ts';
import { Dialog } from '../../../../ui/dialog.tsx';
import { FormButtons } from '../../../../ui/form/form-buttons.tsx';
import { ErrorAlert } from '../../../../ui/messages/states.tsx';
import { EXISTING_SKUS } from '../edits/edit-documents.ts';
import { toCsvFile } from './paste-file.ts';
import { blockSkus, type PastedBlock, skuColumnIndex } from './pasted-block.ts';

const BATCH = 100;

/** Returns the SKUs of products that exist; these keep their attribute set. */
async function findExisting(skus: readonly string[]): Promise<readonly string[]> {
  const existingSkus: string[] = [];
  for (let from = 0; from < skus.length; from += BATCH) {
    const { products } = await request(EXISTING_SKUS, { skus: skus.slice(from, from + BATCH) });
    existingSkus.push(...products.nodes.map(({ sku }) => sku));
  }
  return existingSkus;
}

/** Opens a paste that is too large to stage, or has SKUs of its own, as an import with the same cells. */
export function PasteImportDialog(props: {
  readonly pasted: PastedBlock;
  readonly columns: readonly GridColumn[];
  readonly locale: string;
  readonly skusUpTo: (count: number) => Promise<readonly string[]>;
  readonly readerOf: (columns: readonly GridColumn[]) => Promise<Parameters<typeof toCsvFile>[4]>;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={t('Open as import')} onClose={props.onClose}>
      <PasteForm {...props} />
    </Dialog>
  );
}

function PasteForm(props: Parameters<typeof PasteImportDialog>[0]) {
  const { pasted, columns, locale, skusUpTo, readerOf, onClose } = props;
  const navigate = useNavigate();
  const hasSkus = skuColumnIndex(pasted) >= 0;
  const sets = useQuery({ ...createOptionsQuery(locale), enabled: hasSkus }).data ?? [];
  const [set, setSet] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const open = async () => {
    setIsBusy(true);
    setError(null);
    try {
      const skus = hasSkus
        ? await findExisting(set === '' ? [] : blockSkus(pasted))
        : await skusUpTo(pasted.row + pasted.block.length);
      const text = toCsvFile(pasted, columns, skus, set === '' ? null : set, await readerOf(columns));
      setPendingFile(new File([text], 'paste.csv', { type: 'text/csv' }));
      onClose();
      await navigate({ to: '/imports' });
    } catch (reason) {
      setError(reason);
      setIsBusy(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void open();
      }}
    >
      <Stack>
        {error instanceof Error ? <ErrorAlert error={error} /> : null}
        <Text size="sm">
          {hasSkus
            ? t(
                '{count, plural, one {# row has} other {# rows have}} SKUs that are not those of the rows here. An import updates the products that exist and creates the others.',
                { count: pasted.block.length },
              )
            : t(
                '{count} cells are too many to stage here. An import writes the same cells, with a dry run before.',
                {
                  count: pasted.block.length * (pasted.block[0]?.length ?? 0),
                },
              )}
        </Text>
        {hasSkus ? (
          <NativeSelect
            label={t('Attribute set of new products')}
            data={[
              { value: '', label: t('None') },
              ...sets.map(({ code, label }) => ({ value: code, label })),
            ]}
            value={set}
            onChange={({ currentTarget }) => setSet(currentTarget.value)}
          />
        ) : null}
        <FormButtons submit={t('Open as import')} isBusy={isBusy} onCancel={onClose} />
      </Stack>
    </form>
  );
}
