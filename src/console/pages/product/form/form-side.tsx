import { Button, Switch } from '@mantine/core';
import { useFormContext } from '../../../catalogue/form/form-context.ts';
import type { FormModel } from '../../../catalogue/form/form-model.ts';
import { GroupList } from '../../../catalogue/form/group-list.tsx';
import { t } from '../../../i18n/translate.ts';
import { DownIcon, UpIcon } from '../../../ui/icons.ts';
import { SearchPosition } from '../search-position.tsx';
import type { Neighbours } from './use-neighbours.ts';
import type { ShownFields } from './use-shown-fields.ts';

/** Shows what is beside the fields: which of them are shown, their groups, and the way to other products. */
export function FormSide(props: {
  readonly model: FormModel;
  readonly fields: ShownFields;
  readonly neighbours: Neighbours;
}) {
  const { model, fields, neighbours } = props;
  const { contexts } = useFormContext();
  const { beside, openPrevious, openNext } = neighbours;
  return (
    <div className="form-side">
      <Switch
        size="xs"
        label={t('Only missing')}
        title="M"
        checked={fields.isMissing}
        onChange={({ currentTarget }) => fields.showMissing(currentTarget.checked)}
      />
      {contexts.length === 1 ? null : (
        <Switch
          size="xs"
          label={
            contexts[0]?.locale.code === contexts[1]?.locale.code
              ? t('Only fields per channel')
              : t('Only translatable')
          }
          checked={fields.isApart}
          onChange={({ currentTarget }) => fields.showApart(currentTarget.checked)}
        />
      )}
      <GroupList groups={model.groups} shown={fields.groups} />
      {beside === null ? null : (
        <nav className="row number" style={{ gap: 4 }} aria-label={t('Found products')}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('Previous product')}
            title="K"
            disabled={beside.previous === null}
            onClick={openPrevious}
          >
            <UpIcon />
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('Next product')}
            title="J"
            disabled={beside.next === null}
            onClick={() => void openNext()}
          >
            <DownIcon />
          </Button>
          <SearchPosition beside={beside} />
        </nav>
      )}
    </div>
  );
}
