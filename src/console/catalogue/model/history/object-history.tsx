import { useList } from '../../../api/use-list.ts';
import { t } from '../../../i18n/translate.ts';
import { ConfigurationHistory } from './configuration-history.tsx';
import { type ConfigurationKind, loadConfigurationChanges } from './history-documents.ts';

/** Shows the changes of one object of the model or the settings, newest first, each with its undo. */
export function ObjectHistory(props: {
  readonly kind: ConfigurationKind;
  readonly code: string;
  /** Code of the option set of an option. */
  readonly optionSet?: string;
}) {
  const { kind, code, optionSet = null } = props;
  const list = useList(['configuration changes', kind, code, optionSet], (after, signal) =>
    loadConfigurationChanges({ kinds: [kind], code, optionSet }, after, signal),
  );
  return <ConfigurationHistory list={list} empty={t('No changes yet')} />;
}
