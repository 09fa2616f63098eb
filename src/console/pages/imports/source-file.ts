import type { Format, FormatOverrides, Profile } from './import-documents.ts';

/** The upload limit of the server. */
export const MAX_UPLOAD_BYTES = 1024 ** 3;

/** Bytes of a text file that a preview reads; a request is limited to 1 MB. */
const PREVIEW_BYTES = 400_000;

const FORMATS: Readonly<Record<string, Format>> = {
  csv: 'CSV',
  tsv: 'CSV',
  txt: 'CSV',
  jsonl: 'JSONL',
  ndjson: 'JSONL',
  // The server rejects unsupported workbook formats, with a fix.
  xlsx: 'XLSX',
  xlsm: 'XLSX',
  xls: 'XLSX',
  xlsb: 'XLSX',
  ods: 'XLSX',
};

/** Returns the format of a file: by its extension, else that of the profile. */
export function detectFormat(file: File, profile: Profile): Format {
  const ending = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  return FORMATS[ending] ?? profile.format;
}

const LABELS: Readonly<Record<NonNullable<FormatOverrides['encoding']>, string>> = {
  UTF_8: 'utf-8',
  UTF_16LE: 'utf-16le',
  UTF_16BE: 'utf-16be',
  WINDOWS_1250: 'windows-1250',
  WINDOWS_1251: 'windows-1251',
  WINDOWS_1252: 'windows-1252',
  WINDOWS_1253: 'windows-1253',
  WINDOWS_1254: 'windows-1254',
  ISO_8859_1: 'iso-8859-1',
  ISO_8859_2: 'iso-8859-2',
  ISO_8859_15: 'iso-8859-15',
  MACINTOSH: 'macintosh',
  SHIFT_JIS: 'shift_jis',
  EUC_KR: 'euc-kr',
  GB18030: 'gb18030',
  BIG5: 'big5',
};

/** Number of bytes of a text file that are read to find its encoding. */
const INSPECTED_BYTES = 32 * 1024 ** 2;

/** Returns true for a text file in UTF-8, or with a byte order mark: what a browser reads without a guess. */
export async function isUnicode(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, INSPECTED_BYTES).arrayBuffer());
  if (detectByteOrderMark(bytes) !== null) return true;
  try {
    // The decoder streams, because the last character may be cut off.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: file.size > INSPECTED_BYTES });
    return true;
  } catch {
    return false;
  }
}

/** Returns true if the start of a text file is all of it. */
export const isFullyRead = (file: File): boolean => file.size <= PREVIEW_BYTES;

/** Returns the start of a text file, cut after the last complete line. */
export async function readFileStart(file: File, encoding: FormatOverrides['encoding']): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, PREVIEW_BYTES).arrayBuffer());
  const text = new TextDecoder(detectByteOrderMark(bytes) ?? LABELS[encoding ?? 'UTF_8']).decode(bytes);
  return isFullyRead(file) ? text : text.slice(0, text.lastIndexOf('\n') + 1);
}

/** Returns the encoding that a byte order mark declares. */
function detectByteOrderMark([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}
