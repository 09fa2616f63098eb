import { t } from '../../../i18n/translate.ts';
import { MultiPicker } from '../../../ui/form/multi-picker.tsx';
import type { SetContent, SetMember, VariantLayout } from '../content/set-content.ts';
import { axisMembers, changeLevel, freeMembers, MAX_AXES, MAX_LEVELS } from './edit-layouts.ts';

export const toChoices = (members: readonly SetMember[]) =>
  members.map(({ attribute: { code, label } }) => ({ value: code, label }));

const codesOf = (attributes: readonly { readonly code: string }[]) => attributes.map(({ code }) => code);
const labelsOf = (attributes: readonly { readonly label: string }[]) =>
  attributes.map(({ label }) => label).join(', ') || '–';

/** Shows the levels of a layout as columns: the model, then the levels below it with their axes and further attributes. */
export function LayoutLevels(props: {
  readonly content: SetContent;
  readonly layout: VariantLayout;
  readonly mayEdit: boolean;
  readonly onChange: (layout: VariantLayout) => void;
}) {
  const { content, layout, mayEdit, onChange } = props;
  const isLocked = layout.productsCount > 0;
  const usedCodes = new Set(
    layout.levels.flatMap(({ axes, attributes }) => codesOf([...axes, ...attributes])),
  );
  const atRoot = content.members.filter(({ attribute }) => !usedCodes.has(attribute.code));
  const canAddLevel = mayEdit && !isLocked && layout.levels.length < MAX_LEVELS;
  const levels = canAddLevel ? [...layout.levels, { axes: [], attributes: [] }] : layout.levels;
  return (
    <div className="layout-levels">
      <div>
        <h3>{t('Model')}</h3>
        <p className="quiet">{atRoot.map(({ attribute }) => attribute.label).join(', ')}</p>
      </div>
      {levels.map(({ axes, attributes }, level) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: levels have no names and do not move.
        <div key={level}>
          <h3>{t('Level {level}', { level: level + 1 })}</h3>
          {mayEdit && !isLocked ? (
            <MultiPicker
              size="xs"
              label={t('Axes')}
              maxValues={MAX_AXES}
              data={toChoices(axisMembers(content))}
              value={codesOf(axes)}
              onChange={(codes) => onChange(changeLevel(layout, level, 'axes', codes, content))}
            />
          ) : (
            <p>
              <span className="config-value-label">{t('Axes')}</span> {labelsOf(axes)}
            </p>
          )}
          {axes.length === 0 ? null : mayEdit ? (
            <MultiPicker
              size="xs"
              label={t('Further attributes')}
              data={toChoices(freeMembers(content, layout, level))}
              value={codesOf(attributes)}
              onChange={(codes) => onChange(changeLevel(layout, level, 'attributes', codes, content))}
            />
          ) : (
            <p>
              <span className="config-value-label">{t('Further attributes')}</span> {labelsOf(attributes)}
            </p>
          )}
        </div>
      ))}
    </div>
  );
}
