import { DASHED_CODE_PATTERN } from '../../kernel/codes.ts';
import { checkLabels } from '../../kernel/labels.ts';
import { loadReferenced, type Referenced } from '../../platform/resource/referenced.ts';
import type { ResourceDefinition } from '../../platform/resource/resource.ts';
import { type OptionDocument, optionEventData, optionStore } from './option.store.ts';
import { optionKey } from './option-key.ts';
import { canonicalSwatch, checkSwatch, checkSynonyms } from './option-rules.ts';
import { type OptionSetDocument, optionSetStore } from './option-set.resource.ts';
import { findOptionUsage } from './option-usage.store.ts';

export const optionResource: ResourceDefinition<OptionDocument, Referenced<OptionSetDocument>> = {
  resource: 'option',
  type: 'Option',
  noun: 'option',
  plural: 'options',
  scopes: { read: 'attributes:read', write: 'attributes:write' },
  store: optionStore,
  codeRule: { pattern: DASHED_CODE_PATTERN, hint: 'Use 1 to 100 letters, digits, underscores or hyphens.' },
  immutable: ['code', 'optionSet'],
  localized: ['labels'],
  keyOf: ({ optionSet, code }) => optionKey(String(optionSet), String(code)),
  blank: ({ optionSet, code }) => ({
    code: String(code),
    optionSet: String(optionSet),
    labels: {},
    sortOrder: 0,
    swatch: null,
    synonyms: [],
    active: true,
  }),
  references: (work, next) =>
    loadReferenced(
      work,
      optionSetStore,
      next.map(({ optionSet }) => optionSet),
    ),
  check(next, _current, sets) {
    const set = sets.find(next.optionSet);
    const document = {
      ...next,
      optionSet: set?.code ?? next.optionSet,
      swatch: canonicalSwatch(next.swatch),
      synonyms: next.synonyms.map((synonym) => synonym.trim()),
    };
    const problems = [
      ...(set === undefined ? [sets.missing(['optionSet'], 'option set', next.optionSet)] : []),
      ...checkLabels(document.labels, ['labels']),
      ...checkSwatch(document.swatch),
      ...checkSynonyms(document.synonyms),
    ];
    return { document, problems };
  },
  usedBy: findOptionUsage,
  eventData: optionEventData,
};
