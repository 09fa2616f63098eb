import type {
  ChangeEffect,
  ChangeEffects,
  DeletedReference,
  EffectKind,
  StorefrontEffect,
} from '../kernel/module.ts';
import { hasScope } from '../kernel/scopes.ts';
import { builder } from './builder.ts';
import type { RequestContext } from './context.ts';
import { nodeScopeOf } from './read-scope.ts';

const EffectKindType = builder.enumType('EffectKind', {
  description: 'What a change of configuration does to objects.',
  values: {
    LEAVES_LIVE: { value: 'leaves_live', description: 'They are live and will be no longer.' },
    NOT_LIVE: {
      value: 'not_live',
      description: 'They are live in the channel, but will not be in the locale that is added to it.',
    },
    HIDDEN_VALUES: {
      value: 'hidden_values',
      description:
        'They have values of an attribute that their set or type loses. These stay stored, but are not shown.',
    },
    INVALID_VALUES: {
      value: 'invalid_values',
      description: 'They have values that the new rules of an attribute reject. These remain stored.',
    },
    NOT_EDITABLE: {
      value: 'not_editable',
      description:
        'They have values in the locale or currency that is disabled. These stay stored, but cannot be changed.',
    },
    INCOMPLETE: { value: 'incomplete', description: 'They are complete and will be no longer.' },
    EMPTY_TEXTS: {
      value: 'empty_texts',
      description: 'They are sold in the channel and lack texts in the locale that is added to it.',
    },
    NO_CATEGORY: {
      value: 'no_category',
      description:
        'They are sold in the channel and will be in no category of its tree. They can be live all the same.',
    },
    INACTIVE_OPTION: {
      value: 'inactive_option',
      description: 'They have the option that becomes inactive, and keep it.',
    },
    LABEL_CHANGES: { value: 'label_changes', description: 'Their label becomes another one.' },
    URL_CHANGES: {
      value: 'url_changes',
      description: 'Their slug becomes another one; the old one redirects.',
    },
    COMPLETE: { value: 'complete', description: 'They become complete.' },
    BECOMES_LIVE: { value: 'becomes_live', description: 'They become live.' },
  } as const,
});

type Severity = 'loss' | 'warning' | 'neutral' | 'gain';

const SEVERITIES: Readonly<Record<EffectKind, Severity>> = {
  leaves_live: 'loss',
  not_live: 'warning',
  hidden_values: 'loss',
  invalid_values: 'warning',
  not_editable: 'warning',
  incomplete: 'warning',
  empty_texts: 'warning',
  no_category: 'warning',
  inactive_option: 'neutral',
  label_changes: 'neutral',
  url_changes: 'neutral',
  complete: 'gain',
  becomes_live: 'gain',
};

const EffectSeverityType = builder.enumType('EffectSeverity', {
  description: 'How grave an effect is.',
  values: {
    LOSS: { value: 'loss', description: 'Something that shops or members see goes.' },
    WARNING: { value: 'warning', description: 'A user has work to do.' },
    NEUTRAL: { value: 'neutral', description: 'Something changes; nothing is lost.' },
    GAIN: { value: 'gain', description: 'Something becomes better.' },
  } as const,
});

const severityField = {
  type: EffectSeverityType,
  description: 'How grave the effect is.',
  resolve: ({ kind }: ChangeEffect) => SEVERITIES[kind],
};
const exactDescription =
  'False if there may be more: a preview looks at 10,000 products and 10,000 entities at most.';

const ProductEffectType = builder.objectRef<ChangeEffect>('ProductEffect').implement({
  description:
    'How many products have an effect in one channel and locale, in one currency, or by one attribute.',
  fields: (t) => ({
    kind: t.expose('kind', { type: EffectKindType, description: 'The effect.' }),
    severity: t.field(severityField),
    channel: t.exposeString('channel', { nullable: true, description: 'Code of the channel.' }),
    locale: t.exposeString('locale', { nullable: true, description: 'Code of the locale.' }),
    currency: t.exposeString('currency', { nullable: true, description: 'Code of the currency.' }),
    attribute: t.exposeString('attribute', { nullable: true, description: 'Code of the attribute.' }),
    count: t.exposeInt('count', { description: 'Number of products.' }),
    valueCount: t.int({
      nullable: true,
      description:
        'Number of texts that the products lack; a text that variants inherit counts once. Null for kinds other than `EMPTY_TEXTS`.',
      resolve: ({ valueCount }) => valueCount ?? null,
    }),
    isExact: t.exposeBoolean('isExact', { description: exactDescription }),
    filter: t.expose('filter', {
      type: 'JSON',
      nullable: true,
      description:
        'Finds these products before the change, in the JSON filter grammar of searches. Null if no short filter finds exactly them.',
    }),
  }),
});

const EntityEffectType = builder.objectRef<ChangeEffect>('EntityEffect').implement({
  description: 'How many entities of a type have an effect by one attribute.',
  fields: (t) => ({
    kind: t.expose('kind', { type: EffectKindType, description: 'The effect.' }),
    severity: t.field(severityField),
    entityType: t.string({
      description: 'Code of the entity type.',
      resolve: ({ entityType }) => entityType ?? '',
    }),
    attribute: t.exposeString('attribute', { nullable: true, description: 'Code of the attribute.' }),
    count: t.exposeInt('count', { description: 'Number of entities.' }),
    isExact: t.exposeBoolean('isExact', { description: exactDescription }),
    filter: t.expose('filter', {
      type: 'JSON',
      nullable: true,
      description:
        'Finds these entities of the type before the change. Null if no short filter finds exactly them.',
    }),
  }),
});

const StorefrontEffectType = builder.objectRef<StorefrontEffect>('StorefrontEffect').implement({
  description:
    'Fields that the schema of a storefront loses. They stay deprecated and without values for 30 days.',
  fields: (t) => ({
    storefront: t.exposeString('storefront', { description: 'Code of the storefront.' }),
    fields: t.exposeStringList('fields', {
      description: '`Lamp` for a type with all its fields, `Lamp.finish` for one field.',
    }),
  }),
});

const DeletedReferenceType = builder.objectRef<DeletedReference>('DeletedReference').implement({
  description: 'Objects that name an object that is deleted. They stay, and no longer find it.',
  fields: (t) => ({
    object: t.exposeString('object', { description: 'Code of the deleted object.' }),
    type: t.exposeString('type', {
      description:
        'Type of the objects that name it: `SavedView` (shared views), `ImportExportProfile` or `WebhookEndpoint`.',
    }),
    count: t.exposeInt('count', { description: 'Number of these objects.' }),
    names: t.stringList({
      description:
        'Names, codes or URLs of the first of them. Empty if the caller may not read objects of the type.',
      resolve: ({ type, names }, _args, { caller }, { schema }) => {
        const scope = nodeScopeOf(schema.getType(type));
        return scope === null || hasScope(caller, scope) ? [...names] : [];
      },
    }),
  }),
});

const EffectsType = builder.objectRef<ChangeEffects>('Effects').implement({
  description: 'What a change of configuration does to products and entities.',
  fields: (t) => ({
    products: t.field({
      type: [ProductEffectType],
      description:
        'Effects on products, the gravest first. A channel or locale that is added or removed has its numbers even if they are 0.',
      resolve: ({ items }) => items.filter(({ entityType }) => entityType === null),
    }),
    entities: t.field({
      type: [EntityEffectType],
      description: 'Effects on entities, the gravest first.',
      resolve: ({ items }) => items.filter(({ entityType }) => entityType !== null),
    }),
    storefronts: t.field({
      type: [StorefrontEffectType],
      description: 'Storefronts whose schemas lose fields.',
      resolve: ({ storefronts }) => [...(storefronts ?? [])],
    }),
    references: t.field({
      type: [DeletedReferenceType],
      description: 'Saved views, profiles and webhooks that name deleted objects.',
      resolve: ({ references }) => [...(references ?? [])],
    }),
    complete: t.exposeBoolean('isComplete', {
      description: 'False if more than 10,000 objects are concerned: further ones are not counted.',
    }),
  }),
});

/** Options of the field `effects` of an object or payload. */
export const effectsField = {
  type: EffectsType,
  nullable: true,
  description:
    'In the response of a dry run: the effects of all changes of the request on products and entities. Null otherwise.',
  resolve: (_object: unknown, _args: object, { effects }: RequestContext) => effects,
} as const;

/** The effects in responses of REST, which `expand=effects` adds to a dry run. */
export const EFFECTS_EXPANSION = {
  effects: `effects { products { kind severity channel locale currency attribute count valueCount isExact filter }
    entities { kind severity entityType attribute count isExact filter }
    storefronts { storefront fields } references { object type count names } complete }`,
};
