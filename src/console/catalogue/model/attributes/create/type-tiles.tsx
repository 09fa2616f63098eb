import { t } from '../../../../i18n/translate.ts';
import { ATTRIBUTE_TYPES, type AttributeType } from '../attribute-types.ts';

/** Selects a type among tiles with examples; arrows go from one to the next. */
export function TypeTiles(props: {
  readonly value: AttributeType;
  readonly isDisabled: boolean;
  readonly onChange: (type: AttributeType) => void;
}) {
  const { value, isDisabled, onChange } = props;
  return (
    <fieldset className="type-tiles">
      <legend className="config-value-label">{t('Type')}</legend>
      {(Object.keys(ATTRIBUTE_TYPES) as AttributeType[]).map((type) => {
        const { label, example, Icon } = ATTRIBUTE_TYPES[type];
        return (
          <label key={type} className="type-tile">
            <input
              type="radio"
              name="type"
              className="visually-hidden"
              checked={type === value}
              disabled={isDisabled}
              onChange={() => onChange(type)}
            />
            <Icon />
            <span>{label}</span>
            <span className="type-example">{example}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
