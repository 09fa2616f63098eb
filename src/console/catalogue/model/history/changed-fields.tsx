import { t } from '../../../i18n/translate.ts';
import { type FieldLine, fieldLines } from './field-lines.ts';
import { fieldTitle } from './field-title.ts';
import type { FieldChange } from './history-documents.ts';

/** Shows the changed fields of an object of the model or the settings, each with its value before and after. */
export function ChangedFields(props: {
  readonly changes: readonly FieldChange[];
  readonly isTruncated: boolean;
}) {
  const { changes, isTruncated } = props;
  if (isTruncated)
    return (
      <p className="quiet">
        {t('{fields} (too long to show)', {
          fields: [...new Set(changes.map(({ path }) => fieldTitle(path)))].join(', '),
        })}
      </p>
    );
  const lines = changes.flatMap((change) =>
    fieldLines(change).map((line) => ({ ...line, id: [change.path, change.locale, line.key].join() })),
  );
  return (
    <dl className="diff">
      {lines.map((line) => (
        <div key={line.id}>
          <dt>{line.title}</dt>
          <dd>{line.isList ? <ChangedList line={line} /> : <ChangedValue line={line} />}</dd>
        </div>
      ))}
    </dl>
  );
}

const ChangedValue = ({ line: { removed, added } }: { readonly line: FieldLine }) => (
  <>
    <del>{removed[0]}</del>
    <ins>{added[0]}</ins>
  </>
);

function ChangedList({ line: { removed, added } }: { readonly line: FieldLine }) {
  if (removed.length === 0 && added.length === 0) return t('In another order');
  return (
    <>
      {removed.length === 0 ? null : <del>{t('removed: {list}', { list: removed.join(', ') })}</del>}
      {added.length === 0 ? null : <ins>{t('added: {list}', { list: added.join(', ') })}</ins>}
    </>
  );
}
