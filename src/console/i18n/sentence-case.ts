/** Converts `COMPLETED_WITH_ERRORS` to `completed with errors`. */
export const humanize = (value: string): string => value.toLowerCase().replaceAll('_', ' ');

/** Converts `COMPLETED_WITH_ERRORS` to `Completed with errors`. */
export const sentenceCase = (value: string): string => {
  const label = humanize(value);
  return label.charAt(0).toUpperCase() + label.slice(1);
};
