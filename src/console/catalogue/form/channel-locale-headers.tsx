import { t } from '../../i18n/translate.ts';
import { type DraftValue, valueKey } from './draft.ts';
import { useDraft, useFormContext } from './form-context.ts';
import { type FormModel, toFieldText, toSavedValue } from './form-model.ts';

/** Shows the titles of two contexts beside each other; each can take over what it lacks from the other. */
export function ChannelLocaleHeaders({ model }: { readonly model: FormModel }) {
  const { store, contexts, mayEdit } = useFormContext();
  const draft = useDraft(store);
  const [here, there] = contexts;
  if (here === undefined || there === undefined) return null;
  const isOtherChannel = here.channel.code !== there.channel.code;
  /** Returns the values that the context lacks and the other has. */
  const copies = (to: 0 | 1): readonly DraftValue[] =>
    model.groups.flatMap(({ fields }) =>
      fields.flatMap(({ attribute, isFixed, cells }) => {
        const [target, source] = [0, 1].map((side) =>
          cells.find(({ context }) => context === (side === 0 ? to : 1 - to)),
        );
        if (target === undefined || source === undefined || isFixed || attribute.readOnly) return [];
        return target.currencies.flatMap((currency): DraftValue[] => {
          const address = {
            attribute: attribute.code,
            channel: target.channel,
            locale: target.locale,
            currency,
          };
          const isFilled = [target.own, target.inherited].some(
            (value) => toSavedValue(value, currency) !== null,
          );
          if (isFilled || draft.has(valueKey(address))) return [];
          const draftValue = draft.get(
            valueKey({ ...address, channel: source.channel, locale: source.locale }),
          );
          const sourceValue = source.own ?? source.inherited;
          const value = draftValue === undefined ? toSavedValue(sourceValue, currency) : draftValue.value;
          if (value === null) return [];
          const text = draftValue?.text ?? toFieldText(attribute, sourceValue, currency);
          const names = [attribute.label, ...(currency === null ? [] : [currency])];
          return [{ ...address, label: names.join(' '), text, value, fault: null, base: null, baseText: '' }];
        });
      }),
    );
  return (
    <div className="context-heads">
      {([0, 1] as const).map((side) => {
        const context = side === 0 ? here : there;
        const valueCopies = mayEdit ? copies(side) : [];
        return (
          <div key={side} className="row" style={{ gap: '2px 12px' }}>
            <span>
              {isOtherChannel ? `${context.channel.label} · ` : ''}
              {context.locale.label}
            </span>
            {valueCopies.length === 0 ? null : (
              <button type="button" className="link-button" onClick={() => store.put(valueCopies)}>
                {side === 0 ? '←' : '→'}{' '}
                {t('Copy {count} that are empty here', { count: valueCopies.length })}
              </button>
            )}
          </div>
        );
      })}
    </div>
  );
}
