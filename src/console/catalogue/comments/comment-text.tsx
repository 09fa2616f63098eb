import { t } from '../../i18n/translate.ts';
import { type Mention, splitMentions } from './mentions.ts';

/** Shows the text of a comment, with the names of those whom it mentions. */
export function CommentText({
  body,
  mentions,
}: {
  readonly body: string;
  readonly mentions: readonly Mention[];
}) {
  return (
    <>
      {splitMentions(body, mentions).map(({ text, mention }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
        <span key={at} className={mention === null ? undefined : 'mention'}>
          {mention === null ? text : `@${mention.name ?? t('former member')}`}
        </span>
      ))}
    </>
  );
}
