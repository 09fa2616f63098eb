import { foldKey } from '../../../kernel/codes.ts';
import { isJsonArray, type JsonObject, type JsonValue } from '../../../kernel/json.ts';
import { type Labels, labelOf } from '../../../kernel/labels.ts';
import { nullPrototypeObject } from '../../../kernel/null-prototype-object.ts';
import { hasScope } from '../../../kernel/scopes.ts';
import type { Session } from '../../../kernel/session.ts';
import type { RequestLoaders } from '../../../platform/loader.ts';
import type { FileLinks } from '../../../platform/storage/file-links.ts';
import type { AttributeDefinition } from '../../attribute/index.ts';
import { entityLoader } from '../../entity-reference/index.ts';
import { localeChainLoader } from '../../locale/index.ts';
import { getMedia, mediaLoader, publicUrl, signedUrl } from '../../media/index.ts';
import { optionLoader } from '../../option-set/index.ts';
import type { CatalogueStructure } from '../../structure/index.ts';
import { entityLabel } from './entity-label.ts';
import { type FlatRequest, flattenedData, type ValuesView } from './values-view.ts';

/** Request for which the values are read. */
export interface ValueReader extends RequestLoaders {
  readonly caller: Session;
  readonly links: FileLinks;
}

/**
 * Returns the flat values with what their codes stand for: options and entities as `{ code, label }`, files as `{ code,
 * label, url }`, lists of them as lists. `url` is left out for callers who may not read files.
 */
export async function labelledData(
  view: ValuesView,
  request: FlatRequest,
  reader: ValueReader,
): Promise<{ readonly [code: string]: JsonValue }> {
  const { structure } = view;
  const locales = (await reader.load(localeChainLoader, request.locale ?? '')) ?? [];
  const name = namer({ structure, locales, channel: request.channel ?? null }, reader);
  const labelledValues = nullPrototypeObject<JsonValue>();
  const flat = Object.entries(flattenedData(view, request));
  // Asked for all at once, so that each kind of thing is looked up in one statement.
  const values = await Promise.all(
    flat.map(([code, value]) => {
      const attribute = structure.attributes.get(foldKey(code));
      if (attribute === undefined) return value;
      return isJsonArray(value)
        ? Promise.all(value.map((item) => name(attribute, item)))
        : name(attribute, value);
    }),
  );
  flat.forEach(([code], index) => {
    labelledValues[code] = values[index] ?? null;
  });
  return labelledValues;
}

interface LabelSource {
  readonly structure: CatalogueStructure;
  /** The wanted locale, then those that stand in. */
  readonly locales: readonly string[];
  readonly channel: string | null;
}

/**
 * Returns a function that resolves the codes in an attribute's values to labels; a value without codes stays unchanged.
 */
function namer({ structure, locales, channel }: LabelSource, reader: ValueReader) {
  const ofOption = async ({ optionSet }: AttributeDefinition, code: string): Promise<JsonObject> => {
    const option = await reader.load(optionLoader, { optionSet: optionSet ?? '', code });
    return { code, label: labelOf((option?.labels ?? {}) as Labels, code, locales) };
  };
  const ofEntity = async ({ entityType }: AttributeDefinition, code: string): Promise<JsonObject> => {
    const entity = await reader.load(entityLoader, { entityType: entityType ?? '', code });
    return { code, label: entity === null ? `[${code}]` : entityLabel(entity, structure, locales, channel) };
  };
  const ofFile = async (code: string): Promise<JsonObject> => {
    const media = await reader.load(mediaLoader, code);
    const label = labelOf((media?.labels ?? {}) as Labels, code, locales);
    if (media === null || !hasScope(reader.caller, getMedia.scope)) return { code, label };
    return { code, label, url: publicUrl(reader.links, media) ?? signedUrl(reader.links, media) };
  };
  return async (attribute: AttributeDefinition, value: JsonValue): Promise<JsonValue> => {
    if (typeof value !== 'string') return value;
    switch (attribute.type) {
      case 'select':
      case 'multi_select':
        return ofOption(attribute, value);
      case 'entity':
      case 'entity_list':
        return ofEntity(attribute, value);
      case 'media':
      case 'media_list':
        return ofFile(value);
      default:
        return value;
    }
  };
}
