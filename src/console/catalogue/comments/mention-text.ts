/** Somebody whom a comment mentions; without a name where they are no longer a member. */
export interface Mention {
  readonly id: string;
  readonly name: string | null;
}

/** Members that a text mentions by `@Name`: ids by name. */
export type NamedMembers = Readonly<Record<string, string>>;

/** A comment as it is typed: names stand for ids. */
export interface Draft {
  readonly text: string;
  readonly members: NamedMembers;
}

export const NO_DRAFT: Draft = { text: '', members: {} };

const MENTION = /@(usr_[0-9a-f]{32})(?![0-9a-z])/g;

/** Returns a stored text in parts; those that mention somebody have them. */
export function partsOf(
  body: string,
  mentions: readonly Mention[],
): { readonly text: string; readonly mention: Mention | null }[] {
  const parts: { readonly text: string; readonly mention: Mention | null }[] = [];
  let at = 0;
  for (const match of body.matchAll(MENTION)) {
    const mention = mentions.find(({ id }) => id === match[1]);
    if (mention === undefined) continue;
    if (match.index > at) parts.push({ text: body.slice(at, match.index), mention: null });
    parts.push({ text: match[0], mention });
    at = match.index + match[0].length;
  }
  if (at < body.length) parts.push({ text: body.slice(at), mention: null });
  return parts;
}

/** Returns a stored text to be edited. A name that two of those mentioned have, and who has none, stays an id. */
export function toDraft(body: string, mentions: readonly Mention[]): Draft {
  const members: Record<string, string> = {};
  for (const { id, name } of mentions) if (name !== null) members[name] ??= id;
  const text = partsOf(body, mentions)
    .map((part) => {
      const name = part.mention?.name ?? null;
      return name !== null && members[name] === part.mention?.id ? `@${name}` : part.text;
    })
    .join('');
  return { text, members };
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Returns the text as it is stored: ids for the names of those mentioned, the longest names first. */
export function toBody({ text, members }: Draft): string {
  const names = Object.keys(members).toSorted((one, other) => other.length - one.length);
  if (names.length === 0) return text.trim();
  const named = new RegExp(`@(${names.map(escaped).join('|')})(?![\\p{L}\\p{N}_])`, 'gu');
  return text.replaceAll(named, (_all, name: string) => `@${members[name]}`).trim();
}

/** Returns the name that is being typed before the caret, behind an `@`; null where none is. */
export function typedName({ text, members }: Draft, caret: number): { start: number; name: string } | null {
  const found = /(?:^|[\s(])@([\p{L}\p{N}._'-]*(?: [\p{L}\p{N}._'-]*)?)$/u.exec(text.slice(0, caret));
  if (found === null) return null;
  const name = found[1] ?? '';
  const isChosen = Object.keys(members).some((known) => name === known || name.startsWith(`${known} `));
  return isChosen ? null : { start: caret - name.length - 1, name };
}

/**
 * Returns the text with the chosen member in place of the typed name before the caret, and the new position of the
 * caret.
 */
export function choose(
  draft: Draft,
  { start, caret }: { readonly start: number; readonly caret: number },
  member: { readonly id: string; readonly name: string },
): { readonly draft: Draft; readonly caret: number } {
  const { text, members } = draft;
  const isFree = (members[member.name] ?? member.id) === member.id;
  const inserted = `@${isFree ? member.name : member.id} `;
  const rest = text.slice(caret).replace(/^ /, '');
  return {
    draft: {
      text: `${text.slice(0, start)}${inserted}${rest}`,
      members: isFree ? { ...members, [member.name]: member.id } : members,
    },
    caret: start + inserted.length,
  };
}
