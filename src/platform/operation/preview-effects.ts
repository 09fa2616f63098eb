import { LEDGER_RESOURCES, type LedgerResource } from '../../kernel/event.ts';
import {
  type ChangeEffect,
  type ChangeEffects,
  type ConfigurationChangeHandler,
  EFFECT_KINDS,
  type EffectPreview,
  type ResourceChange,
} from '../../kernel/module.ts';
import type { DomainModule, ReadContext, WriteContext, WriteOperation } from '../../kernel/operation.ts';
import { findDeletedReferences } from '../resource/mentions.ts';
import type { DryRun } from './dry-run.ts';

type DryRunner = <Input, Output>(
  modules: readonly DomainModule[],
  operation: WriteOperation<WriteContext, Input, Output>,
  input: Input,
) => Promise<DryRun<Output>>;

/**
 * Returns the effects on objects that the configuration changed by an operation would have, the gravest first. The
 * operation is run and rolled back before objects are looked at: it locks the configuration no longer than a save does.
 */
export async function previewEffects<Input, Output>(
  openDryRun: DryRunner,
  modules: readonly DomainModule[],
  {
    operation,
    input,
  }: { readonly operation: WriteOperation<WriteContext, Input, Output>; readonly input: Input },
  reader: ReadContext,
): Promise<ChangeEffects> {
  const changes = new Map<LedgerResource, ResourceChange<unknown>[]>();
  const { context, end } = await openDryRun([...modules, changeRecorder(changes)], operation, input);
  const previews: EffectPreview<ReadContext>[] = [];
  try {
    for (const module of modules)
      if (module.previewEffects !== undefined) previews.push(await module.previewEffects(context, changes));
  } finally {
    await end();
  }
  const effects: ChangeEffects[] = [];
  for (const preview of previews) effects.push(await preview(reader));
  return {
    references: await findDeletedReferences(reader, modules, changes),
    storefronts: effects.flatMap(({ storefronts }) => storefronts ?? []),
    items: sortEffects(effects.flatMap(({ items }) => items)),
    isComplete: effects.every(({ isComplete }) => isComplete),
  };
}

/** Returns a module that notes all changes of configuration. */
function changeRecorder(changes: Map<LedgerResource, ResourceChange<unknown>[]>): DomainModule {
  const note = (resource: LedgerResource): ConfigurationChangeHandler<WriteContext> => {
    return async (_context, written) => {
      changes.set(resource, [...(changes.get(resource) ?? []), ...written]);
    };
  };
  return {
    onConfigurationChanged: Object.fromEntries(
      LEDGER_RESOURCES.map((resource) => [resource, note(resource)]),
    ),
  };
}

const sortEffects = (effects: readonly ChangeEffect[]): readonly ChangeEffect[] =>
  effects.toSorted(
    (one, other) =>
      EFFECT_KINDS.indexOf(one.kind) - EFFECT_KINDS.indexOf(other.kind) ||
      (scopeText(one) < scopeText(other) ? -1 : 1),
  );

const scopeText = ({ entityType, channel, locale, currency, attribute }: ChangeEffect): string =>
  [entityType, channel, locale, currency, attribute].join('/');
