import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { t } from '../../i18n/translate.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { createOptionsQuery } from './create-documents.ts';

const CreateProductForm = lazyComponent(
  async () => (await import('./create-product-form.tsx')).CreateProductForm,
);

interface Page {
  readonly channel: string;
  readonly locale: string;
}

/** Creates a product or a model, and opens it on what it misses. */
export function CreateProduct({ page }: { readonly page: Page }) {
  const { create: isOpen } = useSearch({ from: '/authenticated/products' });
  const navigate = useNavigate({ from: '/products' });
  // The choices are requested while the script of the form is loaded.
  useQuery({ ...createOptionsQuery(page.locale), enabled: isOpen === true });
  const open = (create: true | undefined) =>
    void navigate({ search: (before) => ({ ...before, create }), replace: true });
  return (
    <>
      <Button onClick={() => open(true)}>{t('Create product')}</Button>
      <Dialog title={isOpen === true ? t('Create product') : null} size="sm" onClose={() => open(undefined)}>
        <CreateProductForm page={page} onClose={() => open(undefined)} />
      </Dialog>
    </>
  );
}
