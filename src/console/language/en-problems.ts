/** Messages for programs in terms for people; the rest of the English messages are good for both. */
export const enProblems = {
  "'{attribute}' must be true or false, without quotes.": '{attribute} must be yes or no.',
  '\'{attribute}\' must be a list of {noun} codes: {"value": ["…", "…"]}.':
    '{attribute} must be a list of codes ({noun}).',
  "'{attribute}' must contain {noun} codes in quotes.": '{attribute} must contain codes ({noun}).',
  '\'{attribute}\' must be an amount with a unit: {"value": {"amount": "1.5", "unit": "{unit}"}}.':
    '{attribute} must be an amount with a unit, such as 1.5 {unit}.',
  "'{attribute}' needs a unit of the family '{family}'.": '{attribute} needs a unit.',
  '\'{attribute}\' must be a list of prices: {"value": [{"amount": "19.90", "currency": "EUR"}]}.':
    '{attribute} must be a list of prices.',
  'Each price of \'{attribute}\' has an amount and a currency: {"value": [{"amount": "19.90", "currency": "EUR"}]}.':
    'Each price of {attribute} must have an amount and a currency.',
  'Each price of \'{attribute}\' names its currency: {"value": [{"amount": "19.90", "currency": "EUR"}]}.':
    'Each price of {attribute} must have a currency.',
  '\'{attribute}\' must be a number, such as 19.90 or "19.90".':
    '{attribute} must be a number, such as 19.90.',
  "'{attribute}' must be a whole number, such as 19.": '{attribute} must be a whole number, such as 19.',
  "Send this number for '{attribute}' as a text, so that no digit is lost.":
    '{attribute} has too many digits to be read exactly.',
  "A row of {resource} requires a '{property}'.": '{property} is empty.',
  "The column '{column}' is not known here; its cells are not imported.":
    'No attribute or property has this name.',
  'Map it to a target, or ignore it with target null.': 'Map it, or leave it ignored.',
  'Use another value, or change the other object first. `taken_by` (GraphQL: `takenBy`) is its SKU or code, if a value is meant.':
    'Use another value, or change the other object first.',
  "'{value}' is not an option of set '{set}'.": '“{value}” is not an option of {set}.',
  "The option '{value}' of set '{set}' is no longer in use.":
    'The option “{value}” of {set} is no longer in use.',
  'Did you mean {suggestions}?': 'Did you mean {suggestions}?',
  '{message} Did you mean {suggestions}?': '{message} Did you mean {suggestions}?',
  '{message} ({cell})': '{message} ({cell})',
} as const;
