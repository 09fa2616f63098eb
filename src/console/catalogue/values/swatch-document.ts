import { type FragmentOf, graphql } from '../../api/graphql.ts';

/** Selects the color or the picture of an option. */
export const SWATCH = graphql(`
  fragment SwatchParts on Swatch {
    color
    media { url(width: 32, height: 32, fit: COVER, format: WEBP) }
  }
`);

type SwatchParts = FragmentOf<typeof SWATCH>;

/** Returns a swatch as cells and fields show it. */
export const toSwatch = (swatch: SwatchParts | null) => ({
  color: swatch?.color ?? null,
  image: swatch?.media?.url ?? null,
});
