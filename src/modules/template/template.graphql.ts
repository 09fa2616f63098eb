import { builder } from '../../graphql/builder.ts';
import { effectsField } from '../../graphql/effects.graphql.ts';
import type { TypeExtensions } from '../../graphql/extensions.ts';
import { defineMutation, operationExtensions } from '../../graphql/operation-field.ts';
import type { Language } from '../../kernel/problems/messages/language.ts';
import { countOutcome, ModelResultType } from '../catalogue/apply-model.graphql.ts';
import type { ModelItemResult } from '../catalogue/index.ts';
import { type ApplyTemplateResult, applyTemplate } from './apply-template.ts';
import { listTemplates } from './list-templates.ts';
import { TEMPLATE_LANGUAGES, type Template, type TemplateCode, type Texts } from './template.ts';
import { countCategories } from './template-items.ts';

const TemplateCodeType = builder.enumType('TemplateCode', {
  description: 'Kind of shop that a template is for.',
  values: {
    FASHION: { value: 'fashion', description: 'Clothing, shoes and accessories by color and size.' },
    FURNITURE: { value: 'furniture', description: 'Tables, chairs and storage by finish and size.' },
    ELECTRONICS: { value: 'electronics', description: 'Devices by storage and color.' },
    GENERAL: {
      value: 'general',
      description: 'Products of any kind with a few attributes; without samples.',
    },
  } satisfies Record<Uppercase<TemplateCode>, { readonly value: TemplateCode; readonly description: string }>,
});

const textIn = (texts: Texts, language: Language): string =>
  texts[TEMPLATE_LANGUAGES.indexOf(language)] ?? texts[0];

const axesOf = ({ attributeSets }: Template): readonly string[] => [
  ...new Set(
    attributeSets.flatMap(({ variantLayouts }) =>
      variantLayouts.flatMap(({ levels }) => levels.flatMap(({ axes }) => axes)),
    ),
  ),
];

const labelsOf = (
  codes: readonly string[],
  { attributes }: Template,
  language: Language,
): readonly string[] =>
  codes.flatMap((code) => {
    const attribute = attributes.find((one) => one.code === code);
    return attribute === undefined ? [] : [textIn(attribute.labels, language)];
  });

const TemplateType = builder.objectRef<Template>('Template').implement({
  description:
    'A model for one kind of shop, with labels in English, German and French and with sample products.',
  extensions: {
    view: '{ code label description attributeSets attributesCount variantAxes categoriesCount samplesCount }',
  } satisfies TypeExtensions,
  fields: (t) => ({
    code: t.field({ type: TemplateCodeType, description: 'Code.', resolve: ({ code }) => code }),
    label: t.string({
      description: 'Label, in the language of `Accept-Language`.',
      resolve: ({ labels }, _args, { language }) => textIn(labels, language),
    }),
    description: t.string({
      description: 'Content in one sentence, in the language of `Accept-Language`.',
      resolve: ({ description }, _args, { language }) => textIn(description, language),
    }),
    attributeSets: t.stringList({
      description: 'Labels of its attribute sets, in the language of `Accept-Language`.',
      resolve: ({ attributeSets }, _args, { language }) =>
        attributeSets.map(({ labels }) => textIn(labels, language)),
    }),
    attributesCount: t.int({
      description: 'Number of its attributes.',
      resolve: ({ attributes }) => attributes.length,
    }),
    variantAxes: t.stringList({
      description:
        'Labels of the attributes that distinguish variants, in the language of `Accept-Language`.',
      resolve: (template, _args, { language }) => [...labelsOf(axesOf(template), template, language)],
    }),
    categoriesCount: t.int({
      description: 'Number of its categories, the root of their tree included.',
      resolve: countCategories,
    }),
    samplesCount: t.int({
      description: 'Number of its sample products, models and variants included.',
      resolve: ({ samples }) => samples.length,
    }),
  }),
});

builder.queryField('templates', (t) =>
  t.field({
    type: [TemplateType],
    description: 'Templates by which an organization gets its first model. `applyTemplate` applies one.',
    authScopes: { holds: listTemplates.scope },
    extensions: {
      ...operationExtensions(listTemplates),
      rest: { method: 'GET', path: '/templates' },
    },
    resolve: async (_root, _args, context) => [...(await context.read(listTemplates, {}))],
  }),
);

const ApplyTemplateInput = builder.inputType('ApplyTemplateInput', {
  description:
    'A template, and the channel that it is for. An existing channel does not change; a new one gets the label, the locales and the currencies.',
  fields: (t) => ({
    template: t.field({ type: TemplateCodeType, required: true, description: 'Template.' }),
    channel: t.string({
      description:
        'Code of the channel. Defaults to the default channel of the organization, its first channel, or `webshop`.',
    }),
    channelLabel: t.string({
      description: 'Label of a new channel in all its locales; "Web shop" by default.',
    }),
    locales: t.stringList({
      description:
        'Codes of the locales of the channel. Defaults to the default locale of the organization, its first enabled locale, or `en_US`.',
    }),
    currencies: t.stringList({
      description:
        'Codes of the currencies of the channel. Defaults to the first enabled currency, or `USD`.',
    }),
    samples: t.boolean({
      required: true,
      defaultValue: true,
      description: 'Whether to create the sample products too, as drafts.',
    }),
  }),
});

const ApplyTemplatePayload = builder
  .objectRef<ApplyTemplateResult & { readonly dryRun: boolean }>('ApplyTemplatePayload')
  .implement({
    description: 'Result of applying a template.',
    fields: (t) => {
      const counter = (outcome: ModelItemResult['outcome'], description: string) =>
        t.int({ description, resolve: countOutcome(outcome) });
      return {
        channel: t.exposeString('channel', { description: 'Code of the channel.' }),
        created: counter('created', 'Number of created objects of the model, options included.'),
        updated: counter('updated', 'Number of locales and currencies that were enabled.'),
        unchanged: counter('unchanged', 'Number of objects that existed; they do not change.'),
        samples: t.stringList({
          description: 'SKUs of the created sample products.',
          resolve: ({ samples }) => [...samples],
        }),
        dryRun: t.exposeBoolean('dryRun', {
          description: 'True if this was a dry run and nothing was stored.',
        }),
        effects: t.field(effectsField as never),
        results: t.field({
          type: [ModelResultType],
          complexity: 0,
          description: 'One entry per object of the model.',
          resolve: ({ results }) => [...results],
        }),
      };
    },
  });

defineMutation(applyTemplate, {
  description:
    'Creates the model of a template and its sample products in one transaction: attribute groups, option sets, attributes, attribute sets with requirements and variant layouts, categories, and the channel if it does not exist. Labels are in the enabled locales in English, German and French. Existing objects do not change, and a second request changes nothing; an attribute of the same code but of another type is rejected. Sample products have an external reference of the system `template`, by which they are found and deleted. `revertChanges` with the id of the request undoes all of it.',
  payload: ApplyTemplatePayload,
  args: builder.args((t) => ({
    input: t.field({ type: ApplyTemplateInput, required: true, description: 'Template and channel.' }),
  })),
  input: ({ input }) => input,
  exposure: {
    rest: { method: 'POST', path: '/templates/apply' },
  },
});
