import type { CellChange } from '../../kernel/change.ts';
import { foldKey } from '../../kernel/codes.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import type { OrganizationSettings } from './organization.store.ts';

const LONGEST_NAME = 200;

/** Changes of an organization; absent = unchanged, null = none. */
export interface OrganizationPatch {
  readonly name?: string | null | undefined;
  readonly defaultChannel?: string | null | undefined;
  readonly defaultLocale?: string | null | undefined;
}

/** Returns the settings after a patch, defaults in their stored case, and their faults. */
export function checkOrganization(
  current: OrganizationSettings,
  patch: OrganizationPatch,
  candidates: { readonly channels: readonly string[]; readonly locales: readonly string[] },
): { readonly next: OrganizationSettings; readonly problems: readonly FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const resolveDefault = (
    field: 'defaultChannel' | 'defaultLocale',
    codes: readonly string[],
    what: string,
  ) => {
    const requestedCode = patch[field];
    if (requestedCode === undefined) return current[field];
    if (requestedCode === null) return null;
    const matchingCode = codes.find((code) => foldKey(code) === foldKey(requestedCode));
    if (matchingCode !== undefined) return matchingCode;
    const suggestions = suggest(requestedCode, codes);
    const message = withSuggestions(localized('not-found', { kind: what, ref: requestedCode }), suggestions);
    problems.push(
      fieldProblem('reference-not-found', [field], message, { value: requestedCode, suggestions }),
    );
    return requestedCode;
  };
  const name = patch.name === undefined ? current.name : (patch.name ?? '').trim();
  if (name === '') problems.push(fieldProblem('required', ['name'], localized('organization-name-required')));
  if (name.length > LONGEST_NAME)
    problems.push(fieldProblem('too-long', ['name'], localized('name-up-to', { max: LONGEST_NAME })));
  const next = {
    name,
    defaultChannel: resolveDefault('defaultChannel', candidates.channels, 'channel'),
    defaultLocale: resolveDefault('defaultLocale', candidates.locales, 'enabled locale'),
  };
  return { next, problems };
}

const PATHS = { name: 'name', defaultChannel: 'default_channel', defaultLocale: 'default_locale' } as const;

/** Returns the paths that a patch writes, in wire terms. */
export function changedSettingPaths(patch: OrganizationPatch): ReadonlySet<string> {
  const fields = Object.keys(PATHS) as (keyof typeof PATHS)[];
  return new Set(fields.filter((field) => patch[field] !== undefined).map((field) => PATHS[field]));
}

export function organizationChanges(before: OrganizationSettings, after: OrganizationSettings): CellChange[] {
  return (Object.keys(PATHS) as (keyof OrganizationSettings)[])
    .filter((field) => before[field] !== after[field])
    .map((field) => ({
      path: PATHS[field],
      channel: null,
      locale: null,
      old: before[field],
      new: after[field],
    }));
}
