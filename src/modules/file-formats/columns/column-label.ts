import { foldKey } from '../../../kernel/codes.ts';
import { labelOf } from '../../../kernel/labels.ts';
import { type ColumnTarget, targetKey } from './column-target.ts';
import { localeLabel, propertyLabel, unitLabel } from './column-terms.ts';
import type { FileResource } from './file-format.ts';
import { matchTargets, NO_SCOPE, unambiguousMatch } from './match-column.ts';
import { type ColumnContext, columnNameOf, resolveColumn } from './resolve-column.ts';

/**
 * Returns the name of a column for people: `Titel · Deutsch (Deutschland) · Webshop`. It is the plain one where imports
 * would not find the target of the label again.
 *
 * @param locales of labels, best first
 */
export function labelOfColumn(
  target: ColumnTarget,
  resource: FileResource,
  context: ColumnContext,
  locales: readonly string[],
): string {
  const plain = columnNameOf(target, resource, context);
  const label = inWords(target, context, locales);
  if (label === null) return plain;
  const read = resolveColumn(label, resource, context);
  if (!('reason' in read)) return targetKey(read) === targetKey(target) ? label : plain;
  const matches = matchTargets(label, resource, context, NO_SCOPE);
  return unambiguousMatch(label, matches, resource, context) === plain ? label : plain;
}

function inWords(target: ColumnTarget, context: ColumnContext, locales: readonly string[]): string | null {
  const [language = 'en'] = locales;
  if (target.kind === 'links') return null;
  if (target.kind === 'field') return target.key === null ? propertyLabel(target.field, language) : null;
  const { attribute: code, channel, locale, part } = target;
  const attribute = context.attributes.get(foldKey(code));
  if (attribute === undefined) return null;
  const channelLabels = context.channels.get(foldKey(channel ?? ''))?.document.labels ?? {};
  const nameOf = (labels: Readonly<Record<string, string>>, fallback: string) =>
    locales.some((one) => (labels[one] ?? '') !== '') ? labelOf(labels, fallback, locales) : fallback;
  return [
    nameOf(attribute.labels, code),
    ...(locale === null ? [] : [localeLabel(language, locale)]),
    ...(channel === null ? [] : [nameOf(channelLabels, channel)]),
    ...(part === 'value' ? [] : [part === 'unit' ? unitLabel(language) : part.currency]),
  ].join(' · ');
}
