import { foldKey } from '../../kernel/codes.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../kernel/json.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { suggest, withSuggestions } from '../../kernel/suggestion.ts';
import type { MemberPatches, ResourceDocument, ResourcePatch } from '../../platform/resource/resource.ts';
import type { SetMember } from './attribute-set.store.ts';

type Requirements = Readonly<Record<string, readonly string[]>>;

/** Position of an attribute in a patch: behind another one, or first when `after` is null. */
interface Placement {
  readonly code: string;
  readonly group?: string | null;
  readonly after?: string | null;
}

const KEYS = [
  'removeAttributes',
  'addAttributes',
  'moveAttributes',
  'addRequiredAttributes',
  'removeRequiredAttributes',
] as const;
type Key = (typeof KEYS)[number];

const placementsOf = (patch: ResourcePatch, key: Key) =>
  (patch[key] ?? []) as unknown as readonly Placement[];
const codesIn = (patch: ResourcePatch, key: Key) => (patch[key] ?? []) as readonly string[];
const requirementsIn = (patch: ResourcePatch, key: Key) =>
  Object.entries((patch[key] ?? {}) as Readonly<Record<string, readonly string[] | null>>);

/**
 * Defines the patches of a document with a list of attributes and requirements by channel: attributes are added, removed
 * and moved, and required or not, one by one, so that two people who change different ones do not overwrite each other.
 */
export function defineMemberPatches<
  Document extends ResourceDocument & { readonly requiredAttributes: Requirements },
>(list: {
  readonly membersOf: (document: Document) => readonly SetMember[];
  readonly withMembers: (document: Document, members: readonly SetMember[]) => Document;
}): MemberPatches<Document> {
  return {
    keys: KEYS,
    apply(document, patch) {
      const { members, problems } = patchMembers(list.membersOf(document), patch);
      const requiredAttributes = patchRequirements(document.requiredAttributes, patch);
      return { document: { ...list.withMembers(document, members), requiredAttributes }, problems };
    },
    pathInPatch(document, patch, path) {
      const [field, key = '', index = ''] = path;
      if (field === 'attributes') {
        const code = foldKey(list.membersOf(document)[Number(key)]?.code ?? '');
        const position = placementsOf(patch, 'addAttributes').findIndex((one) => foldKey(one.code) === code);
        return position === -1 ? path : ['addAttributes', String(position), ...path.slice(2)];
      }
      if (field !== 'requiredAttributes') return path;
      const added = requirementsIn(patch, 'addRequiredAttributes').find(
        ([channel]) => foldKey(channel) === foldKey(key),
      );
      if (added === undefined) return path;
      if (path.length === 2) return ['addRequiredAttributes', added[0]];
      const code = foldKey(document.requiredAttributes[key]?.[Number(index)] ?? '');
      const position = (added[1] ?? []).findIndex((one) => foldKey(one) === code);
      return position === -1 ? path : ['addRequiredAttributes', added[0], String(position)];
    },
    writesChange(patch, { path, old, new: now }) {
      if (path === 'attributes') {
        const [before, after] = [groupsByCode(old), groupsByCode(now)];
        return patchedCodes(patch).some((code) => before.get(foldKey(code)) !== after.get(foldKey(code)));
      }
      if (path !== 'required_attributes') return false;
      const [before, after] = [requiredCells(old), requiredCells(now)];
      return [
        ...requirementsIn(patch, 'addRequiredAttributes'),
        ...requirementsIn(patch, 'removeRequiredAttributes'),
      ].some(([channel, codes]) =>
        (codes ?? []).some((code) => before.has(cellOf(channel, code)) !== after.has(cellOf(channel, code))),
      );
    },
  };
}

/** Removes, adds and moves members, and numbers those behind a new position anew as far as needed. */
function patchMembers(
  members: readonly SetMember[],
  patch: ResourcePatch,
): { readonly members: readonly SetMember[]; readonly problems: readonly FieldProblem[] } {
  const problems: FieldProblem[] = [];
  const removed = new Set(codesIn(patch, 'removeAttributes').map(foldKey));
  let list = members
    .toSorted((a, b) => a.sortOrder - b.sortOrder)
    .filter(({ code }) => !removed.has(foldKey(code)));
  const insertedKeys = new Set<string>();
  const indexOf = (code: string) => list.findIndex((member) => foldKey(member.code) === foldKey(code));
  // A member without `after` is appended if it is new; a present one stays where it is and only its group changes.
  const insertOrMove = (key: Key, index: number, { code, group, after }: Placement) => {
    const present = list[indexOf(code)];
    const member = {
      code: present?.code ?? code,
      group: group === undefined ? (present?.group ?? null) : group,
      sortOrder: present?.sortOrder ?? 0,
    };
    if (present !== undefined && after === undefined) {
      list = list.map((one) => (one === present ? member : one));
      return;
    }
    if (typeof after === 'string' && (indexOf(after) === -1 || foldKey(after) === foldKey(code))) {
      problems.push(notAMember([key, String(index), 'after'], after, list));
      return;
    }
    list = list.filter((one) => one !== present);
    const position = after === undefined ? list.length : after === null ? 0 : indexOf(after) + 1;
    list = list.toSpliced(position, 0, member);
    insertedKeys.add(foldKey(code));
  };
  for (const [index, one] of placementsOf(patch, 'addAttributes').entries())
    insertOrMove('addAttributes', index, one);
  for (const [index, one] of placementsOf(patch, 'moveAttributes').entries()) {
    const path = ['moveAttributes', String(index), 'code'];
    if (indexOf(one.code) === -1) problems.push(notAMember(path, one.code, list));
    else insertOrMove('moveAttributes', index, one);
  }
  if (insertedKeys.size === 0) return { members: list, problems };
  let last = Math.min(0, ...list.map(({ sortOrder }) => sortOrder)) - 1;
  const numbered = list.map((member) => {
    last = insertedKeys.has(foldKey(member.code)) ? last + 1 : Math.max(member.sortOrder, last + 1);
    return { ...member, sortOrder: last };
  });
  return { members: numbered, problems };
}

function notAMember(path: readonly string[], code: string, members: readonly SetMember[]): FieldProblem {
  const suggestions = suggest(
    code,
    members.map((member) => member.code),
  );
  const message = withSuggestions(localized('attribute-not-a-member', { attribute: code }), suggestions);
  return fieldProblem('attribute-not-in-set', path, message, { attribute: code, value: code, suggestions });
}

function patchRequirements(required: Requirements, patch: ResourcePatch): Requirements {
  const next = new Map(Object.entries(required));
  const keyOf = (channel: string) =>
    [...next.keys()].find((key) => foldKey(key) === foldKey(channel)) ?? channel;
  for (const [channel, codes] of requirementsIn(patch, 'addRequiredAttributes')) {
    const key = keyOf(channel);
    const present = next.get(key) ?? [];
    const keys = new Set(present.map(foldKey));
    next.set(key, [...present, ...(codes ?? []).filter((code) => !keys.has(foldKey(code)))]);
  }
  for (const [channel, codes] of requirementsIn(patch, 'removeRequiredAttributes')) {
    const removed = new Set((codes ?? []).map(foldKey));
    const key = keyOf(channel);
    const present = next.get(key) ?? [];
    if (present.length === 0) continue;
    next.set(
      key,
      present.filter((code) => !removed.has(foldKey(code))),
    );
  }
  return Object.fromEntries(next);
}

const patchedCodes = (patch: ResourcePatch): readonly string[] => [
  ...codesIn(patch, 'removeAttributes'),
  ...placementsOf(patch, 'addAttributes').map(({ code }) => code),
  ...placementsOf(patch, 'moveAttributes').map(({ code }) => code),
];

/** Returns the group of each attribute in a stored list, null where it has none; positions do not count. */
function groupsByCode(list: JsonValue): ReadonlyMap<string, JsonValue> {
  const entries = isJsonArray(list) ? list : [];
  return new Map(
    entries.map((entry) =>
      isJsonObject(entry)
        ? [foldKey(String(entry.code)), entry.group ?? null]
        : [foldKey(String(entry)), null],
    ),
  );
}

const cellOf = (channel: string, code: string) => `${foldKey(channel)}/${foldKey(code)}`;

function requiredCells(requirements: JsonValue): ReadonlySet<string> {
  const entries = Object.entries(isJsonObject(requirements) ? requirements : {});
  return new Set(
    entries.flatMap(([channel, codes]) =>
      isJsonArray(codes ?? null) ? (codes as readonly string[]).map((code) => cellOf(channel, code)) : [],
    ),
  );
}
