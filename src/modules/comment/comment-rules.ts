import { foldKey } from '../../kernel/codes.ts';
import { type FieldProblem, fieldProblem } from '../../kernel/field-problem.ts';
import { decodeIdOf } from '../../kernel/ids.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { type CatalogueStructure, codesOfStructure, unknownCodes } from '../structure/index.ts';
import type { CommentedCell } from './comment.ts';

/** Longest text in characters. */
export const MAX_BODY_LENGTH = 5_000;
/** Maximum number of members that one comment mentions. */
export const MAX_MENTIONS = 20;
/** Maximum number of replies in a thread. */
export const MAX_REPLIES = 100;
/** Maximum number of open threads of a product. */
export const MAX_OPEN_THREADS = 200;

/** `@usr_` and the 32 hex digits of an id: a mention in a text. */
const MENTION = /@(usr_[0-9a-f]{32})(?![0-9a-z])/g;

/** Returns the UUIDs of those whom a text mentions, each once. */
export function mentionedUserIds(body: string): string[] {
  const ids = [...body.matchAll(MENTION)].map(([, id]) => decodeIdOf('User', id ?? ''));
  return [...new Set(ids.filter((id) => id !== null))];
}

/** Returns the faults in a text, except that it does not check whether the people mentioned are members. */
export function checkBody(body: string): FieldProblem[] {
  const path = ['body'];
  if (body === '') return [fieldProblem('required', path, localized('comment-text-required'))];
  if (body.includes('\u0000') || !body.isWellFormed())
    return [fieldProblem('invalid-format', path, localized('comment-text-unstorable'))];
  if (body.length > MAX_BODY_LENGTH) {
    const message = localized('comment-too-long', { max: MAX_BODY_LENGTH, count: body.length });
    return [fieldProblem('too-long', path, message)];
  }
  const mentions = mentionedUserIds(body).length;
  if (mentions <= MAX_MENTIONS) return [];
  const message = localized('too-many-mentions', { max: MAX_MENTIONS, count: mentions });
  return [fieldProblem('too-many-items', path, message)];
}

/** Returns the cell that a comment names, in the stored case of its codes, and its faults. */
export function resolveCell(
  requestedCell: CommentedCell,
  structure: CatalogueStructure,
): { readonly cell: CommentedCell; readonly problems: readonly FieldProblem[] } {
  const attribute = structure.attributes.get(foldKey(requestedCell.attribute ?? ''));
  const channel = structure.channels.get(foldKey(requestedCell.channel ?? ''));
  const locale = structure.locales.get(foldKey(requestedCell.locale ?? ''));
  const kinds = ['attribute', 'channel', 'locale'] as const;
  const codes = kinds.flatMap((kind) => {
    const code = requestedCell[kind];
    return code === null ? [] : [{ kind, code, path: [kind] }];
  });
  const problems = unknownCodes(codesOfStructure(structure), codes);
  if (problems.length === 0) {
    if (requestedCell.channel !== null && attribute?.scopable !== true) {
      const message = localized('comment-channel-not-allowed');
      problems.push(
        fieldProblem('channel-not-allowed', ['channel'], message, { value: requestedCell.channel }),
      );
    }
    if (requestedCell.locale !== null && attribute?.localizable !== true) {
      const message = localized('comment-locale-not-allowed');
      problems.push(fieldProblem('locale-not-allowed', ['locale'], message, { value: requestedCell.locale }));
    }
  }
  const cell = {
    attribute: attribute?.code ?? null,
    channel: channel?.code ?? null,
    locale: locale ?? null,
  };
  return { cell, problems };
}
