import { CODE_PATTERN_WITH_DASH, foldKey } from '../../kernel/codes.ts';
import { checkLabels } from '../../kernel/labels.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import {
  loadReferencedDocuments,
  type ReferencedDocuments,
} from '../../platform/resource/referenced-documents.ts';
import type { ResourceDefinition } from '../../platform/resource/resource.ts';
import { loadMediaMetadata } from '../media/index.ts';
import { OPTION_LOCALIZED, type OptionDocument, optionEventData, optionStore } from './option.store.ts';
import { optionKey } from './option-key.ts';
import { canonicalSwatch, checkSwatch, checkSynonyms } from './option-rules.ts';
import { type OptionSetDocument, optionSetStore } from './option-set.resource.ts';

interface References {
  readonly sets: ReferencedDocuments<OptionSetDocument>;
  /** The files that swatches name, by folded code. */
  readonly media: ReadonlyMap<string, { readonly code: string }>;
}

export const optionResource: ResourceDefinition<OptionDocument, References> = {
  resource: 'option',
  type: 'Option',
  noun: 'option',
  plural: 'options',
  scopes: { read: 'attributes:read', write: 'attributes:write' },
  store: optionStore,
  codeRule: { pattern: CODE_PATTERN_WITH_DASH, hint: localized('code-hint-dashed') },
  immutable: ['code', 'optionSet'],
  localized: OPTION_LOCALIZED,
  ownerOf: ({ optionSet }) => optionSet,
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
  async references(context, next) {
    const sets = next.map(({ optionSet }) => optionSet);
    const media = next.flatMap(({ swatch }) => canonicalSwatch(swatch)?.media ?? []);
    return {
      sets: await loadReferencedDocuments(context, optionSetStore, sets),
      media: await loadMediaMetadata(context, context.session.organizationId, media),
    };
  },
  check(next, _current, { sets, media }) {
    const swatch = canonicalSwatch(next.swatch);
    const file = media.get(foldKey(swatch?.media ?? ''));
    const set = sets.find(next.optionSet);
    const document = {
      ...next,
      optionSet: set?.code ?? next.optionSet,
      swatch: file === undefined ? swatch : { ...swatch, media: file.code },
      synonyms: next.synonyms.map((synonym) => synonym.trim()),
    };
    const problems = [
      ...(set === undefined ? [sets.notFoundProblem(['optionSet'], 'option set', next.optionSet)] : []),
      ...checkLabels(document.labels, ['labels']),
      ...checkSwatch(document.swatch, () => file !== undefined),
      ...checkSynonyms(document.synonyms),
    ];
    return { document, problems };
  },
  eventData: optionEventData,
};
