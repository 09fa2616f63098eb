import { ALL_CHANNELS } from '../../attribute-set/index.ts';
import type { SchemaScope } from './schema-scope.ts';

/** Returns the codes of the channels in scope that require an attribute (stored code). */
export function requiredIn(attribute: string, { set, channels }: SchemaScope): readonly string[] {
  const isRequired = (channel: string) => set.requirements.get(channel)?.includes(attribute) ?? false;
  return channels.map(({ code }) => code).filter((code) => isRequired(ALL_CHANNELS) || isRequired(code));
}
