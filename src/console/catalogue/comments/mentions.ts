/** Somebody whom a comment mentions; without a name where they are no longer a member. */
export interface Mention {
  readonly id: string;
  readonly name: string | null;
}

/** Members that a text mentions by `@Name`: ids by name. */
export type MemberIdsByName = Readonly<Record<string, string>>;

/** A comment as it is typed: names stand for ids. */
export interface CommentDraft {
  readonly text: string;
  readonly members: MemberIdsByName;
}

export const EMPTY_DRAFT: CommentDraft = { text: '', members: {} };

const MENTION = /@(usr_[0-9a-f]{32})(?![0-9a-z])/g;

/** Returns a stored text in parts; those that mention somebody have them. */
export function splitMentions(
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
export function toCommentDraft(body: string, mentions: readonly Mention[]): CommentDraft {
  const members: Record<string, string> = {};
  for (const { id, name } of mentions) if (name !== null) members[name] ??= id;
  const text = splitMentions(body, mentions)
    .map((part) => {
      const name = part.mention?.name ?? null;
      return name !== null && members[name] === part.mention?.id ? `@${name}` : part.text;
    })
    .join('');
  return { text, members };
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Returns the text as it is stored: ids for the names of those mentioned, the longest names first. */
export function serializeDraft({ text, members }: CommentDraft): string {
  const names = Object.keys(members).toSorted((one, other) => other.length - one.length);
  if (names.length === 0) return text.trim();
  const mentionPattern = new RegExp(`@(${names.map(escaped).join('|')})(?![\\p{L}\\p{N}_])`, 'gu');
  return text.replaceAll(mentionPattern, (_all, name: string) => `@${members[name]}`).trim();
}

/** Returns the name that is being typed before the caret, behind an `@`; null where none is. */
export function findMentionQuery(
  { text, members }: CommentDraft,
  caret: number,
): { start: number; name: string } | null {
  const mentionMatch = /(?:^|[\s(])@([\p{L}\p{N}._'-]*(?: [\p{L}\p{N}._'-]*)?)$/u.exec(text.slice(0, caret));
  if (mentionMatch === null) return null;
  const name = mentionMatch[1] ?? '';
  const isChosen = Object.keys(members).some(
    (memberName) => name === memberName || name.startsWith(`${memberName} `),
  );
  return isChosen ? null : { start: caret - name.length - 1, name };
}

/**
 * Returns the text with the chosen member in place of the typed name before the caret, and the new position of the
 * caret.
 */
export function insertMention(
  draft: CommentDraft,
  { start, caret }: { readonly start: number; readonly caret: number },
  member: { readonly id: string; readonly name: string },
): { readonly draft: CommentDraft; readonly caret: number } {
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
