/** What the number format of a cell determines. */
export interface NumberFormat {
  readonly kind: 'number' | 'date' | 'time' | 'datetime';
  /** Decimals that are always shown, for plain formats such as `#,##0.00`; else 0. */
  readonly decimals: number;
  /** Integer digits that are always shown, for formats of zeros: `00000` has 5; else 0. */
  readonly digits: number;
}

export const PLAIN: NumberFormat = { kind: 'number', decimals: 0, digits: 0 };

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
  // Those of East Asian languages.
  ...[27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58].map((id): [number, string] => [id, 'yyyy-mm-dd']),
  ...[32, 33, 34, 35, 55, 56].map((id): [number, string] => [id, 'h:mm:ss']),
]);

/** @param id of the format; @param own the texts of formats that the workbook itself names */
export function numberFormat(id: number, own: ReadonlyMap<number, string>): NumberFormat {
  const code = own.get(id) ?? BUILT_IN.get(id);
  return code === undefined ? PLAIN : readFormat(code);
}

const LONGEST_CODE = 1_000;

function readFormat(code: string): NumberFormat {
  if (code.length > LONGEST_CODE) return PLAIN;
  const [section = ''] = code.split(';');
  // Texts, escaped signs, fillers, colours, conditions and languages; elapsed time stays.
  const bare = section
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    .replace(/\[(h+|m+|s+)\]/gi, '$1')
    .replace(/\[[^\]]*\]/g, '')
    .toLowerCase();
  if (/^general$/.test(bare.trim())) return PLAIN;
  const isDate = /[yd]/.test(bare) || (/m/.test(bare) && !/[hs]/.test(bare) && !/[0#?]/.test(bare));
  const isTime = /[hs]/.test(bare);
  if (isDate || isTime) return { ...PLAIN, kind: isDate && isTime ? 'datetime' : isDate ? 'date' : 'time' };
  const decimals = /^[#,]*0+\.(0+)$/.exec(section)?.[1]?.length ?? 0;
  return { kind: 'number', decimals, digits: /^0+$/.test(section) ? section.length : 0 };
}
