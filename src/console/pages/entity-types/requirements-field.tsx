import type { ConfigField } from '../../catalogue/model/config-page-types.ts';
import { t } from '../../i18n/translate.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import type { EntityType } from './entity-type-documents.ts';
import { cellOf, type Requirement, sortCells } from './requirements.ts';

const RequirementsEditor = lazyComponent(
  async () => (await import('./requirements-editor.tsx')).RequirementsEditor,
  null,
);
const RequirementsText = lazyComponent(
  async () => (await import('./requirements-editor.tsx')).RequirementsText,
  null,
);

function readRequirements({ attributes, requiredAttributes }: EntityType): readonly Requirement[] {
  const labels = new Map((attributes ?? []).map(({ code, label }) => [code, label]));
  return sortCells(
    (requiredAttributes ?? []).flatMap(({ channel, attributes: codes }) =>
      codes.map((code) => ({ channel, code, label: labels.get(code) ?? code })),
    ),
  );
}

/** Returns the requirements of the channels in which they changed. */
function changedChannels(requirements: readonly Requirement[], stored: readonly Requirement[]) {
  const codesIn = (of: readonly Requirement[], channel: string) =>
    of.filter((one) => one.channel === channel).map(({ code }) => code);
  const channels = new Set([...requirements, ...stored].map(({ channel }) => channel));
  return [...channels]
    .map((channel) => ({ channel, attributes: codesIn(requirements, channel) }))
    .filter(({ channel, attributes }) => attributes.join() !== codesIn(stored, channel).join());
}

/** Applies the cells that a person switched to the requirements as they are stored now. */
function mergeRequirements(
  base: readonly Requirement[],
  mine: readonly Requirement[],
  stored: readonly Requirement[],
) {
  const has = (of: readonly Requirement[], one: Requirement) =>
    of.some((other) => cellOf(other) === cellOf(one));
  return sortCells([
    ...stored.filter((one) => has(mine, one) || !has(base, one)),
    ...mine.filter((one) => !has(base, one) && !has(stored, one)),
  ]);
}

/** The attributes that a complete entity of a type needs, by channel. */
export const requirementsField: ConfigField<EntityType, readonly Requirement[]> = {
  name: 'requiredAttributes',
  label: t('Required attributes'),
  description: t('An entity is complete in a channel once it has values for them.'),
  initial: [],
  read: readRequirements,
  write: changedChannels,
  merge: mergeRequirements,
  format: (requirements) =>
    requirements.length === 0 ? t('None') : <RequirementsText requirements={requirements} />,
  Editor: RequirementsEditor,
};
