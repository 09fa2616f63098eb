import type { DraftSaving } from '../../../catalogue/form/use-save-draft.ts';
import { t } from '../../../i18n/translate.ts';
import { showToast } from '../../../ui/messages/toasts.tsx';
import { checkStatusChange, publishProduct } from '../header/set-status.ts';

/**
 * Saves what is typed for a product, and publishes it.
 *
 * @param onNotPublished shows the reasons
 */
export async function publishDraft(
  id: string,
  { save, notifySaved, refresh, fail }: DraftSaving,
  onNotPublished: () => void,
): Promise<void> {
  if (!(await save())) return;
  const title = t('The product was not published');
  try {
    const rejection = await checkStatusChange(id, 'PUBLISHED');
    if (rejection !== null) {
      onNotPublished();
      return showToast({ tone: 'error', title, message: rejection });
    }
    notifySaved(t('Published.'), await publishProduct(id), 1);
    await refresh();
  } catch (error) {
    await fail(error, title);
  }
}
