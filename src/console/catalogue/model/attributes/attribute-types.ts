import LongTextIcon from 'lucide-react/icons/align-left';
import PriceIcon from 'lucide-react/icons/banknote';
import IdentifierIcon from 'lucide-react/icons/barcode';
import EntityIcon from 'lucide-react/icons/box';
import EntityListIcon from 'lucide-react/icons/boxes';
import DateTimeIcon from 'lucide-react/icons/calendar-clock';
import SelectIcon from 'lucide-react/icons/circle-dot';
import NumberIcon from 'lucide-react/icons/hash';
import ImageIcon from 'lucide-react/icons/image';
import MultiSelectIcon from 'lucide-react/icons/list-checks';
import RichTextIcon from 'lucide-react/icons/pilcrow';
import MeasurementIcon from 'lucide-react/icons/ruler';
import BooleanIcon from 'lucide-react/icons/toggle-left';
import TextIcon from 'lucide-react/icons/type';
import type { ComponentType } from 'react';
import type { ResultOf } from '../../../api/graphql.ts';
import { graphql } from '../../../api/graphql.ts';
import { t, translateLabel } from '../../../i18n/translate.ts';
import { CalendarIcon, MediaIcon } from '../../../ui/icons.ts';

/** Selects what the types below have a name and an icon for. */
const ATTRIBUTE_TYPE = graphql('fragment AttributeTypeParts on Attribute { type }');

/** Type of the values of an attribute. Tables are not available yet. */
export type AttributeType = Exclude<NonNullable<ResultOf<typeof ATTRIBUTE_TYPE>['type']>, 'TABLE'>;

interface TypeDisplay {
  readonly label: string;
  /** Names attributes of the type. */
  readonly example: string;
  readonly Icon: ComponentType;
}

/** Names and icons of the types, in the order in which they are offered. */
export const ATTRIBUTE_TYPES: Readonly<Record<AttributeType, TypeDisplay>> = {
  TEXT: { label: translateLabel('Text'), example: t('Title, collection'), Icon: TextIcon },
  TEXTAREA: { label: t('Long text'), example: t('Care instructions'), Icon: LongTextIcon },
  RICH_TEXT: { label: t('Formatted text'), example: t('Description with lists'), Icon: RichTextIcon },
  SELECT: { label: t('Single choice'), example: t('Color, material'), Icon: SelectIcon },
  MULTI_SELECT: { label: t('Several choices'), example: t('Occasions'), Icon: MultiSelectIcon },
  BOOLEAN: { label: t('Yes or no'), example: t('Dimmable'), Icon: BooleanIcon },
  NUMBER: { label: t('Number'), example: t('Number of parts'), Icon: NumberIcon },
  MEASUREMENT: {
    label: translateLabel('Measurement'),
    example: t('Weight in kg, length'),
    Icon: MeasurementIcon,
  },
  PRICE: { label: translateLabel('Price'), example: t('List price in EUR, USD'), Icon: PriceIcon },
  DATE: { label: t('Date'), example: t('Available from'), Icon: CalendarIcon },
  DATETIME: { label: t('Date and time'), example: t('Start of sale'), Icon: DateTimeIcon },
  IDENTIFIER: { label: translateLabel('Identifier'), example: t('GTIN, part number'), Icon: IdentifierIcon },
  MEDIA: { label: t('File'), example: t('Image, data sheet'), Icon: ImageIcon },
  MEDIA_LIST: { label: t('Several files'), example: t('Gallery'), Icon: MediaIcon },
  ENTITY: { label: translateLabel('Entity'), example: t('Brand, designer'), Icon: EntityIcon },
  ENTITY_LIST: { label: t('Several entities'), example: t('Certificates'), Icon: EntityListIcon },
};

const TYPES: Readonly<Record<string, TypeDisplay>> = ATTRIBUTE_TYPES;

/** Returns the name of a type of the API; the type itself if it has none. */
export const attributeTypeLabel = (type: string): string => TYPES[type]?.label ?? type;

/** Returns the icon of a type of the API. */
export const attributeTypeIcon = (type: string): ComponentType => TYPES[type]?.Icon ?? TextIcon;
