import type { InputFields, PothosTypes } from '../../graphql/builder.ts';
import { derivedNameLoader } from './api-name.loaders.ts';
import type { ApiNamedKind } from './api-name-documents.ts';

interface RowWithApiName {
  readonly codeKey: string;
  readonly apiName: string | null;
}

/** Returns the field of a name. */
export const apiNameField = (builder: object, kind: ApiNamedKind) => {
  const t = builder as PothosSchemaTypes.ObjectFieldBuilder<PothosTypes, RowWithApiName>;
  return {
    apiName: t.string({
      description: 'Name in storefront schemas.',
      resolve: async ({ apiName, codeKey }, _args, context) =>
        apiName ?? (await context.load(derivedNameLoader, { kind, codeKey })) ?? '',
    }),
  };
};

/** Returns the name in an input. */
export const apiNameInput = (t: InputFields, casing: 'camelCase' | 'PascalCase') => ({
  apiName: t.string({
    description: `Name in storefront schemas. Letters, digits and \`_\`; null restores the one made of the code, in ${casing}.`,
  }),
});
