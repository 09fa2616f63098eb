import { t } from '../../i18n/translate.ts';
import { PageTabs } from '../../ui/layout/page-tabs.tsx';
import { Page } from '../../ui/page.tsx';
import { DeletedEntities } from './deleted-entities.tsx';
import { DeletedProducts } from './deleted-products.tsx';

/** Shows the deleted products and entities that can be restored. */
export function TrashPage() {
  return (
    <Page
      title={t('Trash')}
      intro={t(
        'Deleted products and entities. Each can be restored for 30 days; a model comes back with the variants that were deleted with it.',
      )}
    >
      <PageTabs
        label={t('Kind of objects')}
        isFirst
        parts={[
          { title: t('Products'), content: <DeletedProducts /> },
          { title: t('Entities'), content: <DeletedEntities /> },
        ]}
      />
    </Page>
  );
}
