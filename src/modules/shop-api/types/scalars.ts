import { GraphQLError, GraphQLScalarType } from 'graphql';

const refuse = (type: string, form: string): never => {
  throw new GraphQLError(`${type} must be ${form}.`);
};

const DECIMAL = /^-?\d{1,30}(\.\d{1,12})?$/;

export const DecimalType = new GraphQLScalarType<string, string>({
  name: 'Decimal',
  description: 'An exact decimal number as a string: "19.90". As input a JSON number is accepted too.',
  parseValue: (value) => {
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && DECIMAL.test(text)
      ? text
      : refuse('Decimal', 'a decimal like "19.90"');
  },
  serialize: String,
});

export const DateType = new GraphQLScalarType<string, string>({
  name: 'Date',
  description: 'A calendar day: `YYYY-MM-DD` (RFC 3339 full-date).',
  parseValue: (value) =>
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : refuse('Date', 'YYYY-MM-DD'),
  serialize: String,
});

export const DateTimeType = new GraphQLScalarType<string, string>({
  name: 'DateTime',
  description:
    'A date and time in UTC (RFC 3339): `2026-03-01T09:30:00.000Z`. As input any offset is accepted.',
  parseValue: (value) => {
    const parsedDate =
      typeof value === 'string' && /^\d{4}-\d{2}-\d{2}[Tt]/.test(value) ? new Date(value) : null;
    return parsedDate === null || Number.isNaN(parsedDate.getTime())
      ? refuse('DateTime', 'an RFC 3339 date-time')
      : parsedDate.toISOString();
  },
  serialize: (value) => (value instanceof Date ? value : new Date(String(value))).toISOString(),
});

export const HtmlType = new GraphQLScalarType<string, string>({
  name: 'HTML',
  description:
    'HTML of running text. Scripts, styles and event handlers are removed: it can be put into a page.',
  serialize: String,
});

export const UrlType = new GraphQLScalarType<string, string>({
  name: 'URL',
  description: 'An absolute URL (RFC 3986).',
  serialize: String,
});
