/** Parts that add up to the width of a column. */
export interface AutoWidthInput {
  /** The texts of its title, as they are drawn beside each other. */
  readonly title: readonly string[];
  readonly isSorted: boolean;
  /** The texts of its cells. */
  readonly texts: readonly string[];
  /** Pixels beside the texts, for an image or a mark. */
  readonly beside: number;
  readonly weight: 400 | 500;
  readonly most: number;
}

/** Measures a text of a size and weight, in pixels. */
export type MeasureText = (text: string, size: 12 | 13, weight: 400 | 500) => number;

/** Padding of a cell in pixels: both sides together, and a little slack. */
const PADDING = 16 + 1;
/** Signs that have one width in cells: that of a zero and a little more, which canvases do not know. */
const TABULAR = /[\d-]/g;
/** Signs that the features of the page's font make wider, which canvases do not know either, and others as wide as these. */
const WIDER_GLYPHS: Readonly<Record<string, string>> = { I: 'L', l: 't' };
const WIDER = 0.02;
/** Gap in pixels between the texts of a title, and before the arrow of a sort. */
const GAP = 6;
const ARROW = 28;
const MIN_WIDTH = 56;

/** Returns the width that a column needs so that its title and its cells are not cut, up to its limit. */
export function autoWidth(column: AutoWidthInput, measure: MeasureText): number {
  const title = column.title.reduce((sum, text) => sum + measure(text, 12, 500) + GAP, -GAP);
  const cells = column.texts.reduce((most, text) => Math.max(most, measure(text, 13, column.weight)), 0);
  const needed = Math.max(
    title + (column.isSorted ? ARROW : 0),
    Math.min(cells + column.beside, column.most - PADDING),
  );
  return Math.max(MIN_WIDTH, Math.ceil(needed) + PADDING);
}

/** Measures with the font of the page; what was measured once is remembered. */
export function createTextMeasure(): MeasureText {
  const context = document.createElement('canvas').getContext('2d');
  const { fontFamily } = getComputedStyle(document.body);
  const widthsByKey = new Map<string, number>();
  return (text, size, weight) => {
    if (context === null) return text.length * size * 0.6;
    const font = `${weight} ${size}px ${fontFamily}`;
    const key = `${font} ${text}`;
    const cachedWidth = widthsByKey.get(key);
    if (cachedWidth !== undefined) return cachedWidth;
    context.font = font;
    const zeros = text.match(TABULAR)?.length ?? 0;
    const drawn = text.replaceAll(TABULAR, '0').replaceAll(/[Il]/g, (sign) => WIDER_GLYPHS[sign] ?? sign);
    const width = context.measureText(drawn).width + zeros * size * WIDER;
    widthsByKey.set(key, width);
    return width;
  };
}
