import { Button } from '@mantine/core';
import { useState } from 'react';
import type { SelectionProps } from '../../../catalogue/model/config-page-types.ts';
import { useModelChange } from '../../../catalogue/model/use-model-change.tsx';
import { localeTag, t } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { type AttributeRow, loadMemberships } from '../attribute-documents.ts';
import { EditAttributes } from './edit-attributes.tsx';

/** Shows the actions on the ticked attributes: edit what they have in common, delete. */
export function SelectionActions({ rows, onDone }: SelectionProps<AttributeRow>) {
  const [dialog, setDialog] = useState<'edit' | 'used' | null>(null);
  const { save, isBusy, dialog: effects } = useModelChange();
  const used = rows.filter(({ productsCount }) => (productsCount ?? 0) > 0);
  const unused = rows.filter((row) => !used.includes(row));
  const close = () => setDialog(null);
  const count = rows.length;
  const remove = () => {
    close();
    save(async () => ({
      input: await deletionOf(unused),
      title: t('Delete attributes'),
      verb: t('Delete'),
      message: t('{count, plural, one {# attribute} other {# attributes}} deleted.', {
        count: unused.length,
      }),
      onSaved: onDone,
    }));
  };
  return (
    <>
      <Button variant="default" onClick={() => setDialog('edit')}>
        {t('Edit…')}
      </Button>
      <Button
        variant="default"
        loading={isBusy}
        onClick={() => (used.length > 0 ? setDialog('used') : remove())}
      >
        {t('Delete')}
      </Button>
      <Dialog
        title={
          dialog === 'edit'
            ? t('{count, plural, one {Edit # attribute} other {Edit # attributes}}', { count })
            : null
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
      <Dialog
        title={dialog === 'used' ? t('Products have values of these attributes') : null}
        onClose={close}
      >
        <ul className="plain-list usage">
          {used.map(({ code, label, productsCount }) => (
            <li key={code}>
              <TextLink to="/model/attributes/{-$code}" params={{ code }}>
                {label}
              </TextLink>
              <span className="quiet">{(productsCount ?? 0).toLocaleString(localeTag)}</span>
            </li>
          ))}
        </ul>
        <p>{t('Remove their values first, on the page of each attribute.')}</p>
        {unused.length === 0 ? null : (
          <Button variant="default" onClick={remove}>
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

/** Returns the changes that delete attributes, and take them out of their sets. */
async function deletionOf(rows: readonly AttributeRow[]) {
  const inSets = rows.filter(({ attributeSetsCount }) => (attributeSetsCount ?? 0) > 0);
  const codes = new Set(inSets.map(({ code }) => code));
  const pages = new Map(inSets.map(({ page }) => [JSON.stringify(page), page]));
  const attributes = (await Promise.all([...pages.values()].map(loadMemberships))).flat();
  const members = attributes
    .filter(({ code }) => codes.has(code))
    .flatMap(({ code, attributeSets }) =>
      (attributeSets ?? []).map((set) => ({ set: set.code, attribute: code })),
    );
  const attributeSets = [...Map.groupBy(members, ({ set }) => set)].map(([code, ofSet]) => ({
    code,
    removeAttributes: ofSet.map(({ attribute }) => attribute),
  }));
  return {
    ...(attributeSets.length === 0 ? {} : { attributeSets }),
    delete: rows.map(({ code, version }) => ({ kind: 'ATTRIBUTE' as const, code, ifVersion: version })),
  };
}
