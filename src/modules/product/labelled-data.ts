import { foldKey } from '../../kernel/codes.ts';
import { isJsonArray, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { type Labels, labelOf } from '../../kernel/labels.ts';
import type { RequestLoads } from '../../platform/loader.ts';
import type { AttributeDefinition } from '../attribute/index.ts';
import { fallbackChain } from '../locale/index.ts';
import { type LinkedMedia, mediaLoader } from '../media/index.ts';
import { fallbackOf } from '../structure/index.ts';
import { entityLabelOf, optionLabel } from './display-value.ts';
import { type FlatRequest, flatData, type ValuesView } from './values-view.ts';

/**
 * As `flatData`, with what codes stand for beside them: `{ code, label }` of options, entities and files, lists of
 * them for lists. Names come from the locales that stand in, too.
 *
 * @param urlOf the link to a file; null for callers who may not open files
 */
export async function labelledData(
  view: ValuesView,
  request: FlatRequest,
  context: RequestLoads,
  urlOf: ((media: LinkedMedia) => string) | null,
): Promise<JsonObject> {
  const flat = flatData(view, request);
  const { structure } = view;
  const wanted = request.locale ?? structure.defaultLocale ?? '';
  const locale = structure.locales.get(foldKey(wanted)) ?? wanted;
  const locales = fallbackChain(locale, (code) => fallbackOf(structure, code));
  const label = async (attribute: AttributeDefinition, code: JsonValue): Promise<JsonValue> => {
    const text = String(code);
    switch (attribute.type) {
      case 'select':
      case 'multi_select':
        return { code, label: await optionLabel(attribute, text, locales, context) };
      case 'entity':
      case 'entity_list':
        return { code, label: await entityLabelOf(attribute, text, locales, structure, context) };
      case 'media':
      case 'media_list': {
        const media = await context.load(mediaLoader, text);
        const name = media === null ? `[${text}]` : labelOf(media.labels as Labels, media.code, locales);
        return { code, label: name, ...(media === null || urlOf === null ? {} : { url: urlOf(media) }) };
      }
      default:
        return code;
    }
  };
  const entries = Object.entries(flat).map(async ([code, value]) => {
    const attribute = structure.attributes.get(foldKey(code));
    if (attribute === undefined || !LABELLED.has(attribute.type)) return [code, value] as const;
    const shown = isJsonArray(value)
      ? await Promise.all(value.map((one) => label(attribute, one)))
      : await label(attribute, value);
    return [code, shown] as const;
  });
  const labelled: Record<string, JsonValue> = Object.create(null);
  for (const [code, value] of await Promise.all(entries)) labelled[code] = value;
  return labelled;
}

const LABELLED: ReadonlySet<AttributeDefinition['type']> = new Set([
  'select',
  'multi_select',
  'entity',
  'entity_list',
  'media',
  'media_list',
]);
