import { builder } from '../../graphql/builder.ts';
import { operationExtensions } from '../../graphql/operation-field.ts';
import { LABEL_LOCALE } from '../locale/labels.graphql.ts';
import { type CodeMatch, type CodeMatches, findCodes } from './find-codes.ts';

const CodeKindType = builder.enumType('CodeKind', {
  description: 'Kind of object with a code that writes can refer to.',
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
  description: 'A matching code.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'The code, as used in writes.' }),
    label: t.exposeString('label', { description: 'Label; otherwise the code in brackets.' }),
    path: t.field({
      type: ['String'],
      description:
        'Codes of the path to this object: for a category from its root, for an option from its set, for a unit from its family.',
      resolve: ({ path }) => [...path],
    }),
    pathLabels: t.field({
      type: ['String'],
      description: 'Labels of the codes in the path.',
      resolve: ({ pathLabels }) => [...pathLabels],
    }),
    detail: t.exposeString('detail', {
      nullable: true,
      description:
        'For an attribute its type, for a unit its symbol, for a file its media type; otherwise null.',
    }),
  }),
});

const CodeMatchesType = builder.objectRef<CodeMatches>('CodeMatches').implement({
  description: 'Codes of one kind, best match first.',
  fields: (t) => ({
    items: t.field({ type: [CodeMatchType], description: 'The codes.', resolve: ({ items }) => [...items] }),
    hasMore: t.exposeBoolean('hasMore', {
      description: 'Whether there are more matches than `limit`. If so, use a more specific `query`.',
    }),
  }),
});

builder.queryField('findCodes', (t) =>
  t.field({
    type: CodeMatchesType,
    description:
      'For agents. Finds the codes for writes and filters by their labels. Use it before you write a code that you have not seen. Searches codes, labels in all locales and synonyms; not case-sensitive, ignores accents. To find entities, use the query `entities`.',
    args: {
      kind: t.arg({ type: CodeKindType, required: true, description: 'Kind of code to find.' }),
      query: t.arg.string({
        description: 'Part of the code or a label: "rot", "trail shoe". Defaults to all, in their order.',
      }),
      attribute: t.arg.string({
        description: 'For OPTION and UNIT: only those that this attribute (code) can have.',
      }),
      parent: t.arg.string({
        description:
          'Only codes within this object (code): for ATTRIBUTE an attribute set, for OPTION an option set, for UNIT a measurement family, for CATEGORY a category, at any depth.',
      }),
      locale: t.arg.string({
        description: 'Locale of the labels in the response. Defaults to the default locale.',
        extensions: LABEL_LOCALE,
      }),
      limit: t.arg.int({
        required: true,
        defaultValue: 25,
        description: 'Maximum number of results, 1 to 100.',
      }),
    },
    complexity: ({ limit }) => ({ field: 1, multiplier: Math.ceil(Math.min(limit ?? 25, 100) / 5) }),
    authScopes: { holds: findCodes.scope },
    extensions: { ...operationExtensions(findCodes), mcp: { tool: 'find_codes', agentsOnly: true } },
    resolve: (_root, args, context) => context.read(findCodes, args),
  }),
);
