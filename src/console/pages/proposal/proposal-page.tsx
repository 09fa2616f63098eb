import { useSearch } from '@tanstack/react-router';
import { t } from '../../i18n/translate.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Page } from '../../ui/page.tsx';

const CreateCatalogue = lazyComponent(
  async () => (await import('./create-catalogue.tsx')).CreateCatalogue,
  null,
);

/** Makes a catalogue of an uploaded spreadsheet. */
export function ProposalPage() {
  const { name } = useSearch({ from: '/authenticated/proposals/$uploadId' });
  return (
    <Page title={t('Catalogue of a spreadsheet')} intro={name}>
      <CreateCatalogue />
    </Page>
  );
}
