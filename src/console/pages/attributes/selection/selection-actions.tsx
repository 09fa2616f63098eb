import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { SelectionProps } from '../../../catalogue/model/config-page-types.ts';
import { useModelChange } from '../../../catalogue/model/use-model-change.tsx';
import { localeTag, t } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { notifyError } from '../../../ui/messages/notifications.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { type AttributeRow, loadUsers, type UsedAttribute } from '../attribute-documents.ts';
import { EditAttributes } from './edit-attributes.tsx';

/** Shows the actions on the ticked attributes: edit what they have in common, delete. */
export function SelectionActions({ rows, onDone }: SelectionProps<AttributeRow>) {
  const [isEditing, setIsEditing] = useState(false);
  // Attributes to delete, some of which have values.
  const [selected, setSelected] = useState<readonly UsedAttribute[]>([]);
  const { save, isBusy, dialog: effects } = useModelChange();
  const used = selected.filter(isUsed);
  const unused = selected.filter((attribute) => !isUsed(attribute));
  const close = () => {
    setIsEditing(false);
    setSelected([]);
  };
  const count = rows.length;
  const users = useMutation({
    mutationFn: () => loadUsers(rows),
    onError: notifyError,
    onSuccess: (attributes) => (attributes.some(isUsed) ? setSelected(attributes) : remove(attributes)),
  });
  const remove = (attributes: readonly UsedAttribute[]) => {
    close();
    save(async () => ({
      input: deletionOf(attributes),
      title: t('Delete attributes'),
      verb: t('Delete'),
      message: t('{count, plural, one {# attribute} other {# attributes}} deleted.', {
        count: attributes.length,
      }),
      onSaved: onDone,
    }));
  };
  return (
    <>
      <Button variant="default" onClick={() => setIsEditing(true)}>
        {t('Edit…')}
      </Button>
      <Button variant="default" loading={isBusy || users.isPending} onClick={() => users.mutate()}>
        {t('Delete')}
      </Button>
      <Dialog
        title={
          isEditing ? t('{count, plural, one {Edit # attribute} other {Edit # attributes}}', { count }) : null
        }
        onClose={close}
      >
        <EditAttributes
          rows={rows}
          onCancel={close}
          onSaved={() => {
            close();
            onDone();
          }}
        />
      </Dialog>
      <Dialog title={used.length > 0 ? t('Products have values of these attributes') : null} onClose={close}>
        <ul className="plain-list usage">
          {used.map(({ code, label, productsCount }) => (
            <li key={code}>
              <TextLink to="/model/attributes/{-$code}" params={{ code }}>
                {label}
              </TextLink>
              <span className="quiet">{productsCount.toLocaleString(localeTag)}</span>
            </li>
          ))}
        </ul>
        <p>{t('Remove their values first, on the page of each attribute.')}</p>
        {unused.length === 0 ? null : (
          <Button variant="default" onClick={() => remove(unused)}>
            {t('{count, plural, one {Delete the other one} other {Delete the other #}}', {
              count: unused.length,
            })}
          </Button>
        )}
      </Dialog>
      {effects}
    </>
  );
}

const isUsed = ({ productsCount }: UsedAttribute) => productsCount > 0;

/** Returns the changes that delete attributes, and take them out of their sets. */
function deletionOf(attributes: readonly UsedAttribute[]) {
  const members = attributes.flatMap(({ code, setCodes }) =>
    setCodes.map((set) => ({ set, attribute: code })),
  );
  const attributeSets = [...Map.groupBy(members, ({ set }) => set)].map(([code, ofSet]) => ({
    code,
    removeAttributes: ofSet.map(({ attribute }) => attribute),
  }));
  return {
    ...(attributeSets.length === 0 ? {} : { attributeSets }),
    delete: attributes.map(({ code, version }) => ({ kind: 'ATTRIBUTE' as const, code, ifVersion: version })),
  };
}
