import { memo, useState } from 'react';
import { t } from '../../../language/t.ts';
import { CommentMark } from '../comments/comment-mark.tsx';
import { FieldCell } from './field-cell.tsx';
import { useForm } from './form-context.ts';
import type { Field } from './form-model.ts';

/** One attribute: its label, its advice, and its values in one or two contexts. */
export const FieldRow = memo(function FieldRow({ field }: { readonly field: Field }) {
  const { attribute, cells } = field;
  const { contexts } = useForm();
  const requiring = contexts.filter(({ channel }) => field.requiredIn.includes(channel.code));
  const [isAdvised, setIsAdvised] = useState(false);
  const { guideline } = attribute;
  return (
    <div className="field" data-code={attribute.code}>
      <div className="field-head">
        <h3 title={attribute.code}>{attribute.label}</h3>
        {requiring.length === 0 ? null : (
          <span
            className="field-required"
            title={t('Required in {channels}', {
              channels: [...new Set(requiring.map(({ channel }) => channel.label))].join(', '),
            })}
          >
            {t('Required')}
          </span>
        )}
        {field.isAxis ? <span className="quiet">{t('Variant axis')}</span> : null}
        {guideline === null || guideline === '' ? null : (
          <button
            type="button"
            className="field-advice"
            aria-expanded={isAdvised}
            aria-label={t('Guideline for {field}', { field: attribute.label })}
            onClick={() => setIsAdvised(!isAdvised)}
          >
            {t('Guideline')}
          </button>
        )}
        <CommentMark code={attribute.code} label={attribute.label} />
      </div>
      {isAdvised ? <p className="field-guideline">{guideline}</p> : null}
      <div className="field-cells" data-count={cells.length}>
        {cells.map((cell) => (
          <div
            key={cell.context}
            className="field-context"
            data-context={contexts[cell.context]?.locale.label}
          >
            {cell.currencies.map((currency) => (
              <FieldCell
                key={currency ?? ''}
                field={field}
                cell={cell}
                currency={currency}
                other={cells.find(({ context }) => context !== cell.context) ?? null}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
});
