import type { AttributeType } from '../../attribute/index.ts';

/** Target of a column of a file. Codes are in their stored case. */
export type ColumnTarget = FieldTarget | CellTarget | LinkTarget;

/** A property of the object, or one key of a property that has many. */
export interface FieldTarget {
  readonly kind: 'field';
  readonly field: string;
  readonly key: string | null;
  /** Files of Akeneo say `enabled` for a status and `groups` for categories beside others. */
  readonly alias?: 'enabled' | 'groups';
}

/** A value, or a part of it with its own column. */
export interface CellTarget {
  readonly kind: 'cell';
  readonly attribute: string;
  readonly type: AttributeType;
  readonly channel: string | null;
  readonly locale: string | null;
  readonly part: 'value' | 'unit' | { readonly currency: string };
}

/** Links of one type. */
export interface LinkTarget {
  readonly kind: 'links';
  readonly type: string;
  readonly to: 'products' | 'entities';
  readonly part: 'refs' | 'quantities';
}

/** Returns a key that is equal for targets of the same meaning. */
export function targetKey(target: ColumnTarget): string {
  switch (target.kind) {
    case 'field':
      return JSON.stringify(['field', target.field, target.key, target.alias ?? null]);
    case 'cell':
      return JSON.stringify(['cell', target.attribute, target.channel, target.locale, target.part]);
    case 'links':
      return JSON.stringify(['links', target.type, target.to, target.part]);
  }
}
