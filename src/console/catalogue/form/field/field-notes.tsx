import { t } from '../../../i18n/translate.ts';
import { isSameValue } from '../draft.ts';
import { toFieldText, toSavedValue } from '../form-model.ts';
import { plainText } from '../read-only/display-text.ts';
import { parsedNumberHint } from '../read-only/parsed-number-hint.ts';
import type { FieldCellState } from './use-field-cell.ts';

/** Shows what there is to know about a value, and what can be done with it. */
export function FieldNotes({ state }: { readonly state: FieldCellState }) {
  const { attribute, draft, label, inherited, parent, isInherited, isLocked } = state;
  const { ObjectLink } = state.source;
  const understood = draft === undefined ? null : parsedNumberHint(attribute, draft);
  return (
    <div className="field-notes" id={`${state.id}-notes`}>
      {state.isMissing ? <p style={{ color: 'var(--warn)' }}>{t('Required, and empty')}</p> : null}
      <Length state={state} />
      {understood === null ? null : (
        <span className="number" style={{ color: 'var(--ink-1)' }}>
          = {understood}
        </span>
      )}
      {state.fallback === null ? null : (
        <span className="quiet">{t('Shows the value of a fallback locale')}</span>
      )}
      {inherited !== null && parent !== null ? (
        <span>
          {isInherited ? <span aria-hidden="true">↑</span> : t('Overrides')}{' '}
          <ObjectLink code={parent.sku} field={attribute.code} isQuiet>
            {parent.label}
          </ObjectLink>
        </span>
      ) : null}
      {isInherited || inherited === null || isLocked ? null : (
        <span className="field-actions" data-lasting>
          <button
            type="button"
            className="link-button"
            aria-label={t('Back to inherited: {field}', { field: label })}
            onClick={() => state.change({ text: '', value: null })}
          >
            {t('Back to inherited')}
          </button>
        </span>
      )}
      {attribute.readOnly ? <span className="quiet">{t('Changed by programs only')}</span> : null}
      {isLocked ? null : <FieldActions state={state} />}
    </div>
  );
}

/** Shows the number of characters of a text, and their maximum. */
function Length({ state: { attribute, text, isInherited } }: { readonly state: FieldCellState }) {
  const maximum = attribute.validation.maxLength;
  if (maximum === null || isInherited) return null;
  if (!['TEXT', 'TEXTAREA', 'RICH_TEXT'].includes(attribute.type)) return null;
  const { length } = [...(attribute.type === 'RICH_TEXT' ? plainText(text) : text)];
  return (
    <span
      className="field-count"
      data-near={length > 0.8 * maximum || undefined}
      data-over={length > maximum || undefined}
    >
      {length} / {maximum}
    </span>
  );
}

/** The types whose editors have no way to empty them. */
const NEEDS_CLEAR: ReadonlySet<string> = new Set([
  'BOOLEAN',
  'SELECT',
  'MULTI_SELECT',
  'ENTITY',
  'ENTITY_LIST',
]);

function FieldActions({ state }: { readonly state: FieldCellState }) {
  const { attribute, currency, cell, contexts, label, copySource, inherited, isInherited, change } = state;
  const mayClear = !state.isEmpty && inherited === null && NEEDS_CLEAR.has(attribute.type);
  return (
    <span className="field-actions">
      {isInherited ? (
        <button
          type="button"
          className="link-button"
          aria-label={t('Override {field}', { field: label })}
          onClick={() => {
            change({
              text: toFieldText(attribute, inherited, currency),
              value: toSavedValue(inherited, currency),
            });
            state.focusEditor();
          }}
        >
          {t('Override')}
        </button>
      ) : null}
      {copySource === null || isSameValue(copySource.value, state.own) ? null : (
        <button
          type="button"
          className="link-button"
          aria-label={t('Copy {field} from {context}', {
            field: label,
            context: contexts[1 - cell.context]?.locale.label,
          })}
          onClick={() => change(copySource)}
        >
          {cell.context === 0 ? '←' : '→'} {t('Copy')}
        </button>
      )}
      {mayClear ? (
        <button
          type="button"
          className="link-button"
          aria-label={t('Empty {field}', { field: label })}
          onClick={() => change({ text: '', value: null })}
        >
          {t('Empty')}
        </button>
      ) : null}
      {state.draft === undefined ? null : (
        <button
          type="button"
          className="link-button"
          tabIndex={-1}
          aria-label={t('Discard the change of {field}', { field: label })}
          title={t('Escape in the field discards its change')}
          onClick={state.discard}
        >
          {t('Discard')}
        </button>
      )}
    </span>
  );
}
