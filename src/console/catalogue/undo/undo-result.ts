import { formatList } from '../../i18n/format-list.ts';
import { withLabels } from '../../i18n/labels.ts';
import { t } from '../../i18n/translate.ts';

/** A change that an undo has left as it is. */
export interface UndoConflict {
  readonly ref: string;
  readonly path: string | null;
  readonly code: string;
  readonly message: string;
  /** Person who has changed the same since; null where a rule rejects the earlier state. */
  readonly changedBy: { readonly name: string } | null;
}

/** The result of an undo, whatever it was started by. */
export interface UndoResult {
  /** A sentence about the changes that were made; null if there are none. */
  readonly words: string | null;
  /** Sentences about the changes that stay, and why; null if none do. */
  readonly left: string | null;
}

/** Maximum number of reasons that a message names. */
const NAMED = 3;

const CHANGED_SINCE = 'changed-since';

/**
 * Lists the changes that an undo has left, with the reasons: changes of others since, and each reason of a rule once.
 *
 * @param count number of changes that stay, where only the first conflicts were read
 */
export function formatConflicts(conflicts: readonly UndoConflict[], count = conflicts.length): string | null {
  if (count === 0) return null;
  const isSince = ({ code, changedBy }: UndoConflict) => changedBy !== null || code === CHANGED_SINCE;
  const since = conflicts.filter(isSince);
  const authors = new Set(since.flatMap(({ changedBy }) => changedBy?.name ?? []));
  const reasons = new Set(
    conflicts
      .filter((conflict) => !isSince(conflict))
      .map(({ message, path }) =>
        withLabels({
          message,
          attribute: path?.startsWith('values.') === true ? path.slice('values.'.length) : null,
        }),
      ),
  );
  const rest = count - since.length;
  return [
    ...(since.length === 0
      ? []
      : [
          t('{count} kept, changed since by {who}.', {
            count: since.length,
            who: authors.size === 0 ? t('others') : formatList(authors),
          }),
        ]),
    ...(rest === 0 ? [] : [t('{count} not changed, because a rule does not allow it.', { count: rest })]),
    ...[...reasons].slice(0, NAMED),
    ...(reasons.size > NAMED ? ['…'] : []),
  ].join(' ');
}
