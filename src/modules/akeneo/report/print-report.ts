import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ImportNote, NoteLevel } from './import-note.ts';
import { IMPORTED_RESOURCES, type ImportReport } from './import-report.ts';

const LEVELS: readonly NoteLevel[] = ['error', 'warning', 'info'];
/** Positions printed of each group of notes. */
const EXAMPLES = 3;

/**
 * Returns the report for a terminal: a table whose lines add up, then the notes grouped by level, code and file with
 * their number and first positions. {@link writeReportFile} writes all notes.
 */
export function formatReport(report: ImportReport): string {
  const { total, written, inherited, skipped } = report.cells;
  const cells = `Values: ${total} filled columns = ${written} stored + ${inherited} inherited + ${skipped} skipped.`;
  const parts = [
    formatCounters(report),
    cells,
    formatFiles(report),
    formatLinks(report),
    formatNotes(report.notes),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** Returns no lines if no cell names a file. */
function formatFiles({ files: { total, linked, missing, skipped } }: ImportReport): string {
  if (total === 0) return '';
  return `Files: ${total} cells = ${linked} linked + ${missing} not in the folder + ${skipped} skipped.`;
}

/** Returns no lines if the files name no links. */
function formatLinks({ links: { total, set, skipped } }: ImportReport): string {
  return total === 0 ? '' : `Links: ${set} set, ${skipped} skipped.`;
}

function formatCounters({ counters }: ImportReport): string {
  const columns = ['total', 'created', 'updated', 'unchanged', 'failed', 'skipped'] as const;
  const rows = IMPORTED_RESOURCES.filter((resource) => counters[resource].total > 0).map((resource) => [
    resource.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
    ...columns.map((column) => String(counters[resource][column])),
  ]);
  const lines = [['', 'rows', ...columns.slice(1)], ...rows];
  const widths =
    lines[0]?.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0))) ?? [];
  return lines
    .map((line) => line.map((cell, index) => pad(cell, widths[index] ?? 0, index === 0)).join('  '))
    .join('\n');
}

const pad = (text: string, width: number, alignsLeft: boolean) =>
  alignsLeft ? text.padEnd(width) : text.padStart(width);

function formatNotes(notes: readonly ImportNote[]): string {
  const groups = new Map<string, ImportNote[]>();
  for (const note of notes) {
    const key = JSON.stringify([LEVELS.indexOf(note.level), note.code, note.file]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [note]);
    else group.push(note);
  }
  const sorted = [...groups.values()].sort(([a], [b]) => {
    return a === undefined || b === undefined ? 0 : LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level);
  });
  return sorted.map(formatGroup).join('\n');
}

function formatGroup(notes: readonly ImportNote[]): string {
  const [first] = notes;
  if (first === undefined) return '';
  const { level, code, file, message, hint } = first;
  const times = notes.length === 1 ? '' : ` (${notes.length} times), the first`;
  const positions = notes
    .slice(0, EXAMPLES)
    .map(positionOf)
    .filter((position) => position !== '');
  const more = notes.length > EXAMPLES && positions.length > 0 ? ' …' : '';
  const where = positions.length === 0 ? '' : `\n    at ${positions.join('; ')}${more}`;
  const advice = hint === null ? '' : `\n    ${hint}`;
  return `${level} ${code} in ${file}${times}: ${message}${where}${advice}`;
}

function positionOf({ row, column }: ImportNote): string {
  if (row === null) return '';
  return column === null ? `row ${row}` : `row ${row}, ${column}`;
}

/**
 * Writes the whole report as JSON lines: one `counters` line per kind of object, one `cells` line,
 * one `files` and one `links` line if there are any, then one `note` line per note. An existing file is replaced.
 */
export async function writeReportFile(report: ImportReport, path: string): Promise<void> {
  await pipeline(Readable.from(reportLines(report)), createWriteStream(path));
}

function* reportLines({ counters, cells, files, links, notes }: ImportReport): Generator<string> {
  for (const resource of IMPORTED_RESOURCES) {
    if (counters[resource].total > 0) yield line({ kind: 'counters', resource, ...counters[resource] });
  }
  yield line({ kind: 'cells', ...cells });
  if (files.total > 0) yield line({ kind: 'files', ...files });
  if (links.total > 0) yield line({ kind: 'links', ...links });
  for (const { text: _text, hintText: _hint, ...note } of notes) yield line({ kind: 'note', ...note });
}

const line = (entry: object) => `${JSON.stringify(entry)}\n`;
