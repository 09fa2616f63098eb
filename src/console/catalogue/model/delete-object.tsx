import { t } from '../../i18n/translate.ts';
import { DeleteIcon } from '../../ui/icons.ts';
import type { ConfigObject, ConfigPage } from './config-page-types.ts';
import { useModelChange } from './use-model-change.tsx';

/** Deletes an object: at once, with undo, where no product is affected, otherwise after its effects are confirmed. */
export function DeleteObject<Row extends ConfigObject, Item extends ConfigObject>(props: {
  readonly page: ConfigPage<Row, Item>;
  readonly item: Item;
  readonly onDeleted: () => void;
}) {
  const { page, item, onDeleted } = props;
  const { label, code, version } = item;
  const { save, isBusy, dialog } = useModelChange();
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={t('Delete {name}', { name: label })}
        disabled={isBusy}
        onClick={() =>
          save({
            input: { ...page.detach?.(item), delete: [{ kind: page.kind, code, ifVersion: version }] },
            title: t('Delete {name}', { name: label }),
            verb: t('Delete'),
            message: t('{name} deleted.', { name: label }),
            onSaved: onDeleted,
            hidesChannel: page.kind === 'CHANNEL',
          })
        }
      >
        <DeleteIcon />
      </button>
      {dialog}
    </>
  );
}
