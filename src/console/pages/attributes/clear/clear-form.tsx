import { ValueChangeForm } from '../../../catalogue/actions/value-change-form.tsx';
import type { UndoOutcome } from '../../../catalogue/undo/use-undo.ts';
import { localeTag, t } from '../../../i18n/translate.ts';
import { clearAttribute, previewClear } from './clear-documents.ts';

/** Removes all values of an attribute: the number of products and entities is shown before. */
export const ClearForm = (props: {
  readonly item: { readonly code: string; readonly label: string };
  readonly verb: string;
  readonly onCleared: (undo: () => Promise<UndoOutcome>, isOpen: boolean) => void;
  readonly onCancel: () => void;
}) => (
  <ValueChangeForm
    changeKey={['clear', props.item.code]}
    preview={(signal) => previewClear(props.item.code, signal)}
    run={(onProgress) => clearAttribute(props.item.code, onProgress)}
    verb={props.verb}
    onCancel={props.onCancel}
    onDone={props.onCleared}
    counts={({ productsCount, entitiesCount, countsExact }) => {
      const { label: name } = props.item;
      const more = countsExact ? '' : '+';
      const numberOf = (count: number) => `${count.toLocaleString(localeTag)}${more}`;
      return (
        <>
          <li>
            {t(
              '{count, plural, one {{number} product loses} other {{number} products lose}} all values of {name}.',
              {
                name,
                count: productsCount,
                number: numberOf(productsCount),
              },
            )}
          </li>
          {entitiesCount === 0 ? null : (
            <li>
              {t(
                '{count, plural, one {{number} entity loses} other {{number} entities lose}} all values of {name}.',
                {
                  name,
                  count: entitiesCount,
                  number: numberOf(entitiesCount),
                },
              )}
            </li>
          )}
        </>
      );
    }}
  />
);
