import { foldKey } from '../../kernel/codes.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { localized, type Message } from '../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import type { ReferencedDocuments } from '../../platform/resource/referenced-documents.ts';
import { ATTRIBUTE_TYPES, type AttributeDocument } from '../attribute/index.ts';
import type { AttributeGroupDocument } from '../attribute-group/index.ts';
import type { ChannelDocument } from '../channel/index.ts';
import { ATTRIBUTE_ROLES, type AttributeRole, type AttributeRoles, ROLE_NAMES } from './attribute-roles.ts';
import type { AttributeSetDocument, SetMember } from './attribute-set.store.ts';

/** Key of the requirements that count for every channel. */
export const ALL_CHANNELS = '*';

/** A part of a set in its canonical form, and what is wrong with it. */
export interface ValidationResult<Part> {
  readonly value: Part;
  readonly problems: readonly FieldProblem[];
}

/** The attributes of a set or entity type under judgement, by folded code. */
export type Members = ReadonlyMap<string, AttributeDocument>;

/** Forms of a member in a write: its code alone, or with group and position. */
type WrittenMember =
  | string
  | { readonly code: string; readonly group?: string | null; readonly sortOrder?: number | null };

/** Returns members in the order of the set; the position in the list is the order where none is given. */
export function validateMembers(
  written: readonly WrittenMember[],
  attributes: ReferencedDocuments<AttributeDocument>,
  groups: ReferencedDocuments<AttributeGroupDocument>,
): ValidationResult<readonly SetMember[]> & { readonly members: Members } {
  const problems: FieldProblem[] = [];
  const members = new Map<string, AttributeDocument>();
  const value = written.map((item, index) => {
    const member = memberOf(item, index);
    const path = (key: string) => ['attributes', String(index), key];
    const attribute = attributes.find(member.code);
    const group = member.group === null ? undefined : groups.find(member.group);
    if (attribute === undefined)
      problems.push(attributes.notFoundProblem(path('code'), 'attribute', member.code));
    else if (members.has(foldKey(member.code))) problems.push(duplicateProblem(path('code'), member.code));
    else members.set(foldKey(member.code), attribute);
    if (member.group !== null && group === undefined)
      problems.push(groups.notFoundProblem(path('group'), 'attribute group', member.group));
    return {
      code: attribute?.code ?? member.code,
      group: group?.code ?? member.group,
      sortOrder: member.sortOrder,
    };
  });
  return { value: value.sort((a, b) => a.sortOrder - b.sortOrder), problems, members };
}

/** Returns the codes that members are written with, for loading them. */
export const codesOf = (written: readonly WrittenMember[]) =>
  written.map((item, index) => memberOf(item, index).code);

/** Returns the groups that members are written with. */
export const groupsOf = (written: readonly WrittenMember[]) =>
  written.flatMap((item, index) => memberOf(item, index).group ?? []);

/** Returns a member with its group and position, which is that in the list where none is written. */
export function memberOf(item: WrittenMember, index: number): SetMember {
  if (typeof item === 'string') return { code: item, group: null, sortOrder: index };
  return { code: item.code, group: item.group ?? null, sortOrder: item.sortOrder ?? index };
}

export function duplicateProblem(path: readonly string[], code: string): FieldProblem {
  return fieldProblem('duplicate-item', path, localized('attribute-named-twice', { attribute: code }), {
    attribute: code,
    value: code,
  });
}

/** Returns the problem of naming an attribute that the set or type does not have. */
export function notInSetProblem(path: readonly string[], code: string, members: Members): FieldProblem {
  const suggestions = suggest(
    code,
    [...members.values()].map((member) => member.code),
  );
  const message = withSuggestions(localized('attribute-not-a-member', { attribute: code }), suggestions);
  return fieldProblem('attribute-not-in-set', path, message, { attribute: code, value: code, suggestions });
}

/** Returns the attribute whose value names a product or entity: a member with plain text. */
export function validateLabelAttribute(
  code: string | null,
  members: Members,
): ValidationResult<string | null> {
  const fits = ({ type }: AttributeDocument) => ATTRIBUTE_TYPES[type].valueShape === 'text';
  return validateRole(['attributeAsLabel'], code, members, fits, ({ code: attribute, type }) =>
    localized('label-value-type', { attribute, type }),
  );
}

/** Returns the attribute whose value shows a product or entity: a member with files, of which the first is taken. */
export function validateImageAttribute(
  code: string | null,
  members: Members,
): ValidationResult<string | null> {
  const fits = ({ type }: AttributeDocument) => type === 'media' || type === 'media_list';
  return validateRole(['attributeAsImage'], code, members, fits, ({ code: attribute, type }) =>
    localized('image-value-type', { attribute, type }),
  );
}

/**
 * Returns the attributes of the other roles, in the order of the roles. One that had its role before and is no longer
 * in the set loses it.
 */
export function validateRoles(
  written: AttributeRoles,
  before: AttributeRoles,
  members: Members,
): ValidationResult<AttributeRoles> {
  const problems: FieldProblem[] = [];
  const value: Partial<Record<AttributeRole, string>> = {};
  for (const name of Object.keys(written)) if (!isRole(name)) problems.push(noSuchRole(name));
  for (const role of ROLE_NAMES) {
    const code = written[role] ?? null;
    const isLeftOver = code !== null && !members.has(foldKey(code)) && before[role] === code;
    if (isLeftOver) continue;
    const { types } = ATTRIBUTE_ROLES[role];
    const expected = types.map((type) => `'${type}'`).join(' or ');
    const judged = validateRole(
      ['roles', role],
      code,
      members,
      ({ type }) => types.includes(type),
      ({ code: attribute, type }) => localized('role-value-type', { attribute, type, expected }),
    );
    problems.push(...judged.problems);
    if (judged.value !== null) value[role] = judged.value;
  }
  return { value, problems };
}

const isRole = (name: string): name is AttributeRole => Object.hasOwn(ATTRIBUTE_ROLES, name);

function noSuchRole(name: string): FieldProblem {
  const suggestions = suggest(name, ROLE_NAMES);
  const message = withSuggestions(
    localized('attribute-role-unknown', { name, list: ROLE_NAMES }),
    suggestions,
  );
  return fieldProblem('value-not-allowed', ['roles', name], message, { value: name, suggestions });
}

function validateRole(
  path: readonly string[],
  code: string | null,
  members: Members,
  fits: (attribute: AttributeDocument) => boolean,
  messageOf: (attribute: AttributeDocument) => Message,
): ValidationResult<string | null> {
  if (code === null || code === '') return { value: null, problems: [] };
  const attribute = members.get(foldKey(code));
  if (attribute === undefined) return { value: code, problems: [notInSetProblem(path, code, members)] };
  if (fits(attribute)) return { value: attribute.code, problems: [] };
  const suggestions = [...members.values()].filter(fits).map((member) => member.code);
  const details = { attribute: attribute.code, value: code, suggestions: suggestions.slice(0, 3) };
  return { value: code, problems: [fieldProblem('value-not-allowed', path, messageOf(attribute), details)] };
}

/**
 * Returns requirements by the channels' stored codes, each list by code; channels that require nothing are left out. An
 * attribute that was required before and is no longer in the set is dropped; another that is not in it is rejected.
 */
export function validateRequirements(
  written: AttributeSetDocument['requiredAttributes'],
  before: AttributeSetDocument['requiredAttributes'],
  members: Members,
  channels: ReferencedDocuments<ChannelDocument>,
): ValidationResult<AttributeSetDocument['requiredAttributes']> {
  const problems: FieldProblem[] = [];
  const value: Record<string, readonly string[]> = {};
  const entries = Object.entries(written).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [key, codes] of entries) {
    const channel = key === ALL_CHANNELS ? ALL_CHANNELS : channels.find(key)?.code;
    if (channel === undefined) {
      problems.push(channels.notFoundProblem(['requiredAttributes', key], 'channel', key));
      continue;
    }
    const leftOver = new Set((before[channel] ?? []).map(foldKey));
    const required = new Set<string>();
    codes.forEach((code, index) => {
      const member = members.get(foldKey(code));
      if (member !== undefined) required.add(member.code);
      else if (!leftOver.has(foldKey(code)))
        problems.push(notInSetProblem(['requiredAttributes', key, String(index)], code, members));
    });
    if (required.size > 0) value[channel] = [...required].sort();
  }
  return { value, problems };
}
