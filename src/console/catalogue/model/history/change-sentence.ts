import { formatList } from '../../../i18n/format-list.ts';
import { localeName } from '../../../i18n/locale-name.ts';
import { t } from '../../../i18n/translate.ts';
import { type FieldLine, fieldLines } from './field-lines.ts';
import { fieldTitle } from './field-title.ts';
import type { ConfigurationChange } from './history-documents.ts';
import { objectLabel, objectPhrase } from './object-phrase.ts';

/** Maximum number of fields that a sentence names. */
const MAX_FIELDS = 3;

type SentenceChange = Pick<
  ConfigurationChange,
  'actor' | 'change' | 'changes' | 'code' | 'kind' | 'label' | 'revert'
>;

/** Returns a change of the model or the settings as a sentence: who did what to which object. */
export function changeSentence(change: SentenceChange): string {
  const who = change.actor.name;
  const what = objectPhrase(change);
  if (change.change === 'CREATED')
    return change.revert
      ? t('{who} restored {what}', { who, what })
      : t('{who} created {what}', { who, what });
  if (change.change === 'DELETED') return t('{who} deleted {what}', { who, what });
  const fields = change.changes.map(({ path }) => fieldTitle(path));
  const list = formatList(sentenceFields([...new Set(fields)]));
  if (list === '') return t('{who} changed {what}', { who, what });
  if (change.revert) return t('{who} undid changes of {what}: {list}', { who, what, list });
  return specialSentence(change, who, what) ?? t('{who} changed {what}: {list}', { who, what, list });
}

const sentenceFields = (fields: readonly string[]): readonly string[] =>
  fields.length <= MAX_FIELDS + 1
    ? fields
    : [
        ...fields.slice(0, MAX_FIELDS),
        t('{count, plural, one {# more field} other {# more fields}}', { count: fields.length - MAX_FIELDS }),
      ];

/** Returns the sentence of a change that has one of its own: a requirement, a member, a label, a switch. */
function specialSentence(change: SentenceChange, who: string, what: string): string | null {
  const [field, ...others] = change.changes;
  if (field === undefined || others.length > 0) return null;
  if (field.path === 'labels' && typeof field.old === 'string' && typeof field.new === 'string')
    return t('{who} renamed {what}: {old} → {new} ({locale})', {
      who,
      what,
      old: field.old,
      new: field.new,
      locale: localeName(field.locale ?? ''),
    });
  if (field.path === 'enabled' || field.path === 'active')
    return field.new === true
      ? t('{who} enabled {what}', { who, what })
      : t('{who} disabled {what}', { who, what });
  const [line, ...furtherLines] = fieldLines(field);
  if (line === undefined || furtherLines.length > 0 || !line.isList) return null;
  return line.path === 'required_attributes'
    ? requirementSentence(change, line, who)
    : memberSentence(line, who, what);
}

/** Returns the sentence of attributes that are required in a channel, or no longer. */
function requirementSentence(change: SentenceChange, line: FieldLine, who: string): string | null {
  const { removed, added } = line;
  const channel = line.title.split(' · ').at(-1) ?? '';
  const values = { who, list: formatList([...added, ...removed]), channel, name: objectLabel(change) };
  if (added.length > MAX_FIELDS || removed.length > MAX_FIELDS) return null;
  if (removed.length === 0 && added.length > 0)
    return line.key === '*'
      ? t('{who} made {list} required in all channels ({name})', values)
      : t('{who} made {list} required in {channel} ({name})', values);
  if (added.length === 0 && removed.length > 0)
    return line.key === '*'
      ? t('{who} made {list} optional in all channels ({name})', values)
      : t('{who} made {list} optional in {channel} ({name})', values);
  return null;
}

/** Returns the sentence of entries that were added to a list of an object, or removed, or moved. */
function memberSentence({ removed, added, title }: FieldLine, who: string, what: string): string | null {
  if (added.length > MAX_FIELDS || removed.length > MAX_FIELDS) return null;
  const values = { who, what, list: formatList([...added, ...removed]), field: title };
  if (removed.length === 0 && added.length > 0) return t('{who} changed {what}: {field} with {list}', values);
  if (added.length === 0 && removed.length > 0)
    return t('{who} changed {what}: {field} without {list}', values);
  return added.length === 0 ? t('{who} changed {what}: order of {field}', values) : null;
}
