import { builder } from '../../graphql/builder.ts';
import { factsOf } from '../../graphql/operation-field.ts';
import { LABEL_LOCALE } from '../locale/labels.graphql.ts';
import { type CodeMatch, type CodeMatches, findCodes } from './find-codes.ts';

const CodeKindType = builder.enumType('CodeKind', {
  description: 'What has a code that a write may name.',
  values: {
    ATTRIBUTE: { value: 'attribute', description: 'Attributes: keys of `values`. Needs `attributes:read`.' },
    OPTION: {
      value: 'option',
      description: 'Active options: values of select attributes. Needs `attributes:read`.',
    },
    CATEGORY: { value: 'category', description: 'Categories. Needs `products:read`.' },
    ATTRIBUTE_SET: { value: 'attribute_set', description: 'Attribute sets. Needs `attributes:read`.' },
    ENTITY_TYPE: {
      value: 'entity_type',
      description: 'Entity types. Needs `entities:read` or `attributes:read`.',
    },
    ASSOCIATION_TYPE: {
      value: 'association_type',
      description: 'Association types. Needs `attributes:read`.',
    },
    UNIT: { value: 'unit', description: 'Units of measurements. Needs `attributes:read`.' },
    MEDIA: { value: 'media', description: 'Media files: values of media attributes. Needs `media:read`.' },
  } as const,
});

const CodeMatchType = builder.objectRef<CodeMatch>('CodeMatch').implement({
  description: 'A code that was found.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The code, as writes name it.' }),
    label: t.exposeString('label', { description: 'Its name; the code in brackets when it has none.' }),
    path: t.field({
      type: ['String'],
      description:
        'Codes from the outermost down to this one: of a category from its root, of an option from its set, of a unit from its family.',
      resolve: ({ path }) => [...path],
    }),
    pathLabels: t.field({
      type: ['String'],
      description: 'The names of the codes of the path.',
      resolve: ({ pathLabels }) => [...pathLabels],
    }),
    detail: t.exposeString('detail', {
      nullable: true,
      description: 'Of an attribute its type, of a unit its symbol, of a file its media type; else null.',
    }),
  }),
});

const CodeMatchesType = builder.objectRef<CodeMatches>('CodeMatches').implement({
  description: 'Codes of one kind, the best fitting first.',
  fields: (t) => ({
    items: t.field({ type: [CodeMatchType], description: 'The codes.', resolve: ({ items }) => [...items] }),
    hasMore: t.exposeBoolean('hasMore', {
      description: 'Whether more of them fit than `limit`; say more in `query` then.',
    }),
  }),
});

builder.queryField('findCodes', (t) =>
  t.field({
    type: CodeMatchesType,
    description:
      'Finds the codes that writes and filters name, by what people call them: use it before you write a code that you have not seen. Looks into codes, labels of all locales and synonyms; case and accents do not count. Entities have a search of their own.',
    args: {
      kind: t.arg({ type: CodeKindType, required: true, description: 'What to look for.' }),
      query: t.arg.string({
        description: 'Part of the code or of a name: "rot", "trail shoe". Left out: all, in their order.',
      }),
      attribute: t.arg.string({
        description: 'For OPTION and UNIT: only those that this attribute (code) can have.',
      }),
      parent: t.arg.string({
        description:
          'Only those in this one (code): for ATTRIBUTE an attribute set, for OPTION an option set, for UNIT a measurement family, for CATEGORY a category, at any depth.',
      }),
      locale: t.arg.string({
        description: 'Locale of the labels in the answer; by default the default one.',
        extensions: LABEL_LOCALE,
      }),
      limit: t.arg.int({ required: true, defaultValue: 25, description: 'How many at most, 1 to 100.' }),
    },
    complexity: ({ limit }) => ({ field: 1, multiplier: Math.ceil(Math.min(limit ?? 25, 100) / 5) }),
    authScopes: { holds: findCodes.scope },
    extensions: { ...factsOf(findCodes), mcp: { tool: 'find_codes' } },
    resolve: (_root, args, context) => context.read(findCodes, args),
  }),
);
