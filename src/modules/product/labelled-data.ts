import { foldKey } from '../../kernel/codes.ts';
import { isJsonArray, type JsonObject, type JsonValue } from '../../kernel/json.ts';
import { holds } from '../../kernel/scopes.ts';
import type { Session } from '../../kernel/session.ts';
import type { RequestLoads } from '../../platform/loader.ts';
import type { FileLinks } from '../../platform/storage/file-links.ts';
import type { AttributeDefinition } from '../attribute/index.ts';
import { localeChainLoader } from '../locale/index.ts';
import { mediaLoader, signedUrl } from '../media/index.ts';
import { labelOfEntity, optionLabel } from './display-value.ts';
import { type FlatRequest, flatData, type ValuesView } from './values-view.ts';

/** Who asks for data with labels, and what makes links to files. */
interface Asking extends RequestLoads {
  readonly caller: Session;
  readonly links: FileLinks;
}

/**
 * The flat form with `{ code, label }` in the place of each code of an option or entity and `{ code, url }` in that of a
 * file. The link lasts an hour, and is only there for who may read media.
 */
export async function labelledData(
  view: ValuesView,
  request: FlatRequest,
  context: Asking,
): Promise<JsonObject> {
  const chain = (await context.load(localeChainLoader, request.locale ?? '')) ?? [];
  const entries = Object.entries(flatData(view, request)).map(async ([code, value]) => {
    const attribute = view.structure.attributes.get(foldKey(code));
    return [code, attribute === undefined ? value : await labelled(attribute, value, chain, view, context)];
  });
  const data: Record<string, JsonValue> = Object.create(null);
  for (const [code, value] of (await Promise.all(entries)) as [string, JsonValue][]) data[code] = value;
  return data;
}

async function labelled(
  attribute: AttributeDefinition,
  value: JsonValue,
  locales: readonly string[],
  { structure }: ValuesView,
  context: Asking,
): Promise<JsonValue> {
  const each = async (show: (code: string) => Promise<JsonValue>) =>
    isJsonArray(value) ? Promise.all(value.map((code) => show(String(code)))) : show(String(value));
  switch (attribute.type) {
    case 'select':
    case 'multi_select':
      return each(async (code) => ({ code, label: await optionLabel(attribute, code, locales, context) }));
    case 'entity':
    case 'entity_list':
      return each(async (code) => ({
        code,
        label: await labelOfEntity(attribute, code, locales, structure, context),
      }));
    case 'media':
    case 'media_list':
      return each(async (code) => {
        const media = holds(context.caller, 'media:read') ? await context.load(mediaLoader, code) : null;
        return media === null ? { code } : { code, url: signedUrl(context.links, media) };
      });
    default:
      return value;
  }
}
