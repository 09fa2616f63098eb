/** Meaning of the number format of a cell. */
export interface NumberFormat {
  readonly kind: 'number' | 'date' | 'time' | 'datetime';
  /** Decimals that are always shown, for plain formats such as `#,##0.00`; else 0. */
  readonly decimals: number;
  /** Integer digits that are always shown, for formats of zeros: `00000` has 5; else 0. */
  readonly digits: number;
  /** Texts before and after the digits of a format such as `"SKU-"0000`. */
  readonly before: string;
  readonly after: string;
  /** The largest unit of a format of elapsed time, such as `[h]:mm`, with its digits; null for the time of a day. */
  readonly elapsed: {
    readonly unit: 'h' | 'm' | 's';
    readonly digits: number;
    readonly hasSeconds: boolean;
  } | null;
}

export const GENERAL_FORMAT: NumberFormat = {
  kind: 'number',
  decimals: 0,
  digits: 0,
  before: '',
  after: '',
  elapsed: null,
};

/** Formats without a text of their own (ECMA-376 18.8.30): those that are dates, times or decimals. */
const BUILT_IN: ReadonlyMap<number, string> = new Map([
  [2, '0.00'],
  [4, '#,##0.00'],
  [14, 'yyyy-mm-dd'],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [22, 'm/d/yy h:mm'],
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mmss.0'],
  // These are the formats of East Asian languages.
  ...[27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id): [number, string] => [id, 'yyyy-mm-dd']),
  ...[32, 33, 34, 35, 55, 56].map((id): [number, string] => [id, 'h:mm:ss']),
]);

/** @param id of the format; @param own the texts of formats that the workbook itself names */
export function numberFormat(id: number, own: ReadonlyMap<number, string>): NumberFormat {
  const code = own.get(id) ?? BUILT_IN.get(id);
  return code === undefined ? GENERAL_FORMAT : readFormat(code);
}

const LONGEST_CODE = 1_000;

function readFormat(code: string): NumberFormat {
  if (code.length > LONGEST_CODE) return GENERAL_FORMAT;
  const [section = ''] = code.split(';');
  // Texts, escaped signs, fillers, colours, conditions and languages; elapsed time stays.
  const bare = section
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    .replace(/\[(h+|m+|s+)\]/gi, '$1')
    .replace(/\[[^\]]*\]/g, '')
    .toLowerCase();
  if (/^general$/.test(bare.trim())) return GENERAL_FORMAT;
  const isDate = /[yd]/.test(bare) || (/m/.test(bare) && !/[hs]/.test(bare) && !/[0#?]/.test(bare));
  const isTime = /[hs]/.test(bare);
  if (isDate || isTime)
    return {
      ...GENERAL_FORMAT,
      kind: isDate && isTime ? 'datetime' : isDate ? 'date' : 'time',
      elapsed: elapsedIn(section, bare),
    };
  const decimals = /^[#,]*0+\.(0+)$/.exec(section)?.[1]?.length ?? 0;
  const [, before, zeros = '', after] = LABELLED.exec(section) ?? [];
  const texts = { before: literalOf(before), after: literalOf(after) };
  return { ...GENERAL_FORMAT, decimals, digits: zeros.length, ...texts };
}

/** Zeros alone, with texts around them: quoted, escaped, or one of the signs that need neither. */
const LITERAL = String.raw`((?:"[^"]*"|\\.|[-/():+ ])*)`;
const LABELLED = new RegExp(`^${LITERAL}(0+)${LITERAL}$`);

const literalOf = (source = ''): string =>
  source.replace(/"([^"]*)"|\\(.)/g, (_, quoted?: string, escaped?: string) => quoted ?? escaped ?? '');

function elapsedIn(section: string, bare: string): NumberFormat['elapsed'] {
  const [, unit] = /\[(h+|m+|s+)\]/i.exec(section) ?? [];
  if (unit === undefined) return null;
  const letter = unit[0]?.toLowerCase();
  if (letter !== 'h' && letter !== 'm' && letter !== 's') return null;
  return { unit: letter, digits: unit.length, hasSeconds: bare.includes('s') };
}
