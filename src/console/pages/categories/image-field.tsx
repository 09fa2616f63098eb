import type { ConfigField } from '../../catalogue/model/config-page-types.ts';
import { t } from '../../i18n/translate.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import type { Category } from './category-documents.ts';

const ImageEditor = lazyComponent(async () => (await import('./image-editor.tsx')).ImageEditor, null);

/** The image of a category, by the code of its file. */
export const imageField: ConfigField<Category, string | null> = {
  name: 'image',
  label: t('Image'),
  initial: null,
  read: ({ image }) => image?.code ?? null,
  format: (code) => code,
  Editor: ImageEditor,
};
