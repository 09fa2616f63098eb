import type { ComponentType } from 'react';
import { loadScript } from '../../api/load-script.ts';
import type { LabelObject } from '../../catalogue/labels/label-object.ts';
import type { LabelSource } from '../../catalogue/labels/label-source.ts';
import { attributeTypeIcon } from '../../catalogue/model/attributes/attribute-types.ts';
import { t } from '../../i18n/translate.ts';
import { CategoriesIcon, ChannelsIcon, LinksIcon, ListIcon, TableIcon } from '../../ui/icons.ts';
import { findLabels, type LabelKind, type ModelLabels } from './label-documents.ts';
import { KIND_NAMES } from './label-kinds.ts';

const ICONS: Readonly<Record<Exclude<LabelKind, 'ATTRIBUTE'>, ComponentType>> = {
  ATTRIBUTE_GROUP: ListIcon,
  ATTRIBUTE_SET: TableIcon,
  OPTION_SET: ListIcon,
  OPTION: attributeTypeIcon('SELECT'),
  CATEGORY: CategoriesIcon,
  ENTITY_TYPE: attributeTypeIcon('ENTITY'),
  ASSOCIATION_TYPE: LinksIcon,
  CHANNEL: ChannelsIcon,
  MEASUREMENT_FAMILY: attributeTypeIcon('MEASUREMENT'),
  UNIT: attributeTypeIcon('MEASUREMENT'),
};

const iconOf = ({ kind, type }: ModelLabels): ComponentType =>
  kind === 'ATTRIBUTE' ? attributeTypeIcon(type ?? '') : ICONS[kind];

// All objects of the sheet are read as such.
const modelLabels = (object: LabelObject) => object as ModelLabels;

const namesOf = ({ kind }: ModelLabels) => KIND_NAMES[kind];

/** The labels of all objects of the model. */
export const MODEL_LABELS: LabelSource = {
  name: 'LABELS',
  label: t('Labels'),
  objectTitle: t('Object'),
  info: {
    key: 'kind',
    title: t('Kind'),
    textOf: (object) => namesOf(modelLabels(object)).one,
    namesOf: (object) => {
      const { one, many } = namesOf(modelLabels(object));
      return [object.kind, one, many];
    },
  },
  contentOf: (object) => <ObjectName object={modelLabels(object)} />,
  find: findLabels,
  loadWriter: async () => (await loadScript(() => import('./save-labels.ts'))).prepareLabels,
  savedMessage: (count) => t('{count, plural, one {# label} other {# labels}} saved.', { count }),
};

function ObjectName({ object }: { readonly object: ModelLabels }) {
  const Icon = iconOf(object);
  const { owner, code } = object;
  return (
    <span className="option-label">
      <Icon />
      <span className="code">
        {owner === null ? null : <span className="quiet">{owner}/</span>}
        {code}
      </span>
    </span>
  );
}
