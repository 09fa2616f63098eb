import { foldKey } from '../../../kernel/codes.ts';
import { type Labels, labelOf } from '../../../kernel/labels.ts';
import type { Entity } from '../../../platform/prisma/generated/client/client.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import { NO_VALUES, type Values } from '../cells/cells.ts';
import { findText, type ValuesView } from './values-view.ts';

type EntityRow = Pick<Entity, 'entityType' | 'code' | 'labels' | 'values'>;

/** Returns an entity's values with what is needed to show them. It inherits nothing. */
export function entityView(entity: EntityRow, structure: CatalogueStructure): ValuesView {
  const values = (entity.values ?? NO_VALUES) as unknown as Values;
  const type = structure.entityTypes.get(foldKey(entity.entityType));
  return {
    structure,
    members: type?.members,
    displayOrder: type?.displayOrder,
    own: values,
    values,
  };
}

/**
 * Returns the name of an entity: the value of its type's label attribute, else its label, else its code in brackets.
 * @param locales the wanted one, then those that stand in
 */
export function entityLabel(
  entity: EntityRow,
  structure: CatalogueStructure,
  locales: readonly string[],
  channel: string | null = null,
): string {
  const type = structure.entityTypes.get(foldKey(entity.entityType));
  const view = entityView(entity, structure);
  for (const locale of locales.length === 0 ? [null] : locales) {
    const request = { channel, locale, fallback: false };
    const labelText = findText(view, type?.document.attributeAsLabel ?? null, request);
    if (labelText !== null) return labelText.text;
  }
  return labelOf((entity.labels ?? {}) as Labels, entity.code, locales);
}

/**
 * Returns the code of the file that shows an entity in a channel and locale, by its type's image attribute; null for
 * none.
 */
export function entityImage(
  entity: EntityRow,
  structure: CatalogueStructure,
  channel: string | null | undefined,
  locale: string | null | undefined,
): string | null {
  const type = structure.entityTypes.get(foldKey(entity.entityType));
  const view = entityView(entity, structure);
  const request = { channel, locale, fallback: true };
  return findText(view, type?.document.attributeAsImage ?? null, request)?.text ?? null;
}
