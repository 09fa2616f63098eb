import { MergeForm } from '../../../catalogue/actions/merge-form.tsx';
import { t } from '../../../i18n/translate.ts';
import { stripBrackets } from '../../../ui/labels/plain-label.ts';
import { mergeEntities, previewMerge } from './merge-documents.ts';

/** Merges entities of a type into one of them, which gets the values that it lacks. */
export function MergeEntities(props: {
  /** Code of the type. */
  readonly type: string;
  /** Two or more entities. */
  readonly entities: readonly { readonly code: string; readonly label: string }[];
  /** Code of the entity that remains unless a person chooses another one. */
  readonly preferred: string;
  readonly onCancel: () => void;
  readonly onMerged: (code: string) => void;
}) {
  const { type, entities, preferred, onCancel, onMerged } = props;
  return (
    <MergeForm
      owner={type}
      objects={entities.map(({ code, label }) => {
        const name = stripBrackets(label);
        return { code, name, content: name };
      })}
      preferred={preferred}
      preview={(merge, signal) => previewMerge({ entityType: type, ...merge }, signal)}
      run={(merge, onProgress) => mergeEntities({ entityType: type, ...merge }, onProgress)}
      effects={({ productsCount, entitiesCount, filledAttributes, filledLabels }) => {
        const count = filledAttributes.length + filledLabels.length;
        return (
          <>
            <li>
              {t(
                '{products, plural, one {# product} other {# products}} and {entities, plural, one {# entity} other {# entities}} change.',
                { products: productsCount, entities: entitiesCount },
              )}
            </li>
            {count === 0 ? null : (
              <li>
                {t(
                  'The kept one gets {count, plural, one {# value} other {# values}} that it lacks from the others.',
                  { count },
                )}
              </li>
            )}
          </>
        );
      }}
      message={(count, name) =>
        t('{count, plural, one {# entity} other {# entities}} merged into {name}.', { count, name })
      }
      onCancel={onCancel}
      onMerged={onMerged}
    />
  );
}
