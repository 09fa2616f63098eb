import type { ConfigField, EditorProps } from '../../catalogue/model/config-page-types.ts';
import { t } from '../../i18n/translate.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { SetIcon } from '../../ui/thumbnail/set-icon.tsx';

const IconEditor = lazyComponent(async () => {
  const { IconPicker } = await import('./icon-picker.tsx');
  const { ICON_NAMES } = await import('../../ui/thumbnail/attribute-set-icon.tsx');
  return (props: EditorProps<string | null>) => <IconPicker {...props} names={ICON_NAMES} />;
}, null);

/** The icon that stands for products of the set without an image. */
export const iconField: ConfigField<{ readonly icon: string | null }, string | null> = {
  name: 'icon',
  label: t('Icon'),
  description: t('Lists show it for products without an image.'),
  initial: null,
  isInDialog: true,
  read: ({ icon }) => icon,
  format: (icon) => (icon === null ? '' : <SetIcon name={icon} />),
  Editor: IconEditor,
};
