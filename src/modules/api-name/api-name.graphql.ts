import type { InputFields, PothosTypes } from '../../graphql/builder.ts';
import { derivedNameLoader } from './api-name.loaders.ts';
import type { ApiNamed } from './api-name-documents.ts';

interface NamedRow {
  readonly codeKey: string;
  readonly apiName: string | null;
}

/** Returns the field of a name. */
export const apiNameField = (builder: object, kind: ApiNamed) => {
  const t = builder as PothosSchemaTypes.ObjectFieldBuilder<PothosTypes, NamedRow>;
  return {
    apiName: t.string({
      description: 'Name in storefront schemas.',
      resolve: async ({ apiName, codeKey }, _args, context) =>
        apiName ?? (await context.load(derivedNameLoader, { kind, codeKey })) ?? '',
    }),
  };
};

/** Returns the name in an input. */
export const apiNameInput = (t: InputFields, words: 'camelCase' | 'PascalCase') => ({
  apiName: t.string({
    description: `Name in storefront schemas. Letters, digits and \`_\`; null restores the one made of the code, in ${words}.`,
  }),
});
