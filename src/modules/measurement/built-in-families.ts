import families from './built-in-families.json' with { type: 'json' };
import type { MeasurementFamily } from './measurement-rules.ts';

/**
 * The families every organization starts with. Unit codes are those of Akeneo's standard families, so that its
 * files import unchanged; factors are the exact definitions (international yard and pound, imperial gallon,
 * SI) or, where no finite decimal exists, 32 places. A kilobyte has 1,024 bytes, a year 365 days, a month a
 * twelfth of it.
 */
export const BUILT_IN_FAMILIES: readonly MeasurementFamily[] = families;
