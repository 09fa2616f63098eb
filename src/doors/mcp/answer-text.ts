import { isJsonArray, isJsonObject, type JsonObject } from '../../kernel/json.ts';

const COUNTERS = ['created', 'updated', 'unchanged', 'failed'] as const;

/**
 * One line about an answer, for programs that show their model texts beside the structured answer. It has numbers and
 * words of ours; nothing that somebody wrote about a product stands in it.
 */
export function answerText(json: JsonObject): string {
  const { items, has_more: hasMore, summary, outcome, dry_run: isDry, left_out: leftOut } = json;
  const counters = isJsonObject(summary) ? summary : json;
  const counted = COUNTERS.filter((name) => typeof counters[name] === 'number').map(
    (name) => `${String(counters[name])} ${name}`,
  );
  const sentences = [
    isDry === true ? 'A dry run: nothing was stored.' : null,
    typeof outcome === 'string' ? `Outcome: ${outcome}.` : null,
    counted.length > 0 ? `${counted.join(', ')}.` : null,
    isJsonArray(items) ? `Items: ${items.length}${hasMore === true ? ', and there are more' : ''}.` : null,
    isJsonArray(leftOut) ? 'Parts are missing because of their size: see left_out.' : null,
    'The answer is in structuredContent.',
  ];
  return sentences.filter((sentence) => sentence !== null).join(' ');
}
