import type { ConfigPage } from '../../catalogue/model/config-page-types.ts';
import { ObjectPanel } from '../../catalogue/model/panel/object-panel.tsx';
import { t } from '../../i18n/translate.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { CategoryActions } from './category-actions.tsx';
import type { Category } from './category-documents.ts';
import { CATEGORY_FORM } from './category-form.tsx';
import { CategoryPlace, CategoryProducts } from './category-sections.tsx';

const ObjectHistory = lazyComponent(
  async () => (await import('../../catalogue/model/history/object-history.tsx')).ObjectHistory,
  null,
);

const PAGE: ConfigPage<Category, Category> = {
  ...CATEGORY_FORM,
  tabs: [
    { title: t('Content'), fields: ['labels', 'descriptions', 'image'], content: CategoryPlace },
    { title: t('Search engines'), fields: ['slugs', 'seoTitles', 'seoDescriptions'] },
    { title: t('Products'), content: CategoryProducts },
    {
      title: t('History'),
      content: ({ item }) => <ObjectHistory kind="CATEGORY" code={item.code} />,
    },
  ],
  actions: CategoryActions,
};

/** Shows one category beside the tree: its texts, its products and its history. */
export const CategoryPanel = (props: { readonly code: string; readonly onClose: () => void }) => (
  <ObjectPanel page={PAGE} {...props} />
);
