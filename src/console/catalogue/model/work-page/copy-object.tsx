import { Button } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import type { AnyConfigPage, ConfigObject, Draft } from '../config-page-types.ts';
import { contentOfCopy } from '../object-input.ts';

const CreateObject = lazyComponent(async () => (await import('../create-object.tsx')).CreateObject, null);

/** Creates a copy of an object as it is shown, with its draft, under another label and code. */
export function CopyObject(props: {
  readonly page: AnyConfigPage;
  readonly item: ConfigObject;
  readonly draft: Draft;
  readonly onCopied: (code: string) => void;
}) {
  const { page, item, draft, onCopied } = props;
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {t('Copy')}
      </Button>
      <Dialog title={isOpen ? t('Copy {name}', { name: item.label }) : null} size="lg" onClose={close}>
        <CreateObject
          page={page}
          search={{}}
          codes={[item.code]}
          original={contentOfCopy(page, draft, item)}
          initialLabel={t('{name} (copy)', { name: item.label })}
          onCancel={close}
          onCreated={(code) => {
            close();
            onCopied(code);
          }}
        />
      </Dialog>
    </>
  );
}
