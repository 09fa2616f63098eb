import { GraphQLError, Kind, type ValueNode } from 'graphql';
import type { JsonValue } from '../kernel/json.ts';
import { HISTORY_POINT_FORMAT, parseHistoryPoint } from '../kernel/text/history-point.ts';
import { builder } from './builder.ts';

const invalidScalar = (type: string, form: string): never => {
  throw new GraphQLError(`${type} must be ${form}.`);
};

const DECIMAL = /^-?\d{1,30}(\.\d{1,12})?$/;

builder.scalarType('JSON', {
  description: 'Any JSON value.',
  parseValue: (value) => value as JsonValue,
  parseLiteral: (node, variables) => literalToJson(node, variables ?? {}),
  serialize: (value) => value,
});

builder.scalarType('Decimal', {
  description:
    'An exact decimal number as a string ("19.90"); a JSON number is accepted too. Up to 30 digits, 12 decimals.',
  parseValue: (value) => {
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && DECIMAL.test(text)
      ? text
      : invalidScalar('Decimal', 'a decimal like "19.90"');
  },
  serialize: String,
});

const FACTOR = /^-?\d{1,30}(\.\d{1,40})?$/;

builder.scalarType('Factor', {
  description:
    'An exact decimal number as a string ("0.45359237"); a JSON number is accepted too. Up to 30 digits, 40 decimals.',
  parseValue: (value) => {
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && FACTOR.test(text)
      ? text
      : invalidScalar('Factor', 'a decimal like "0.45359237"');
  },
  serialize: String,
});

builder.scalarType('Date', {
  description: 'A calendar day, `YYYY-MM-DD` (RFC 3339 full-date).',
  parseValue: (value) =>
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
      ? value
      : invalidScalar('Date', 'YYYY-MM-DD'),
  serialize: String,
});

/** A time with its offset: without one it would be read in the time zone of the server. */
const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}[Tt].*(?:[Zz]|[+-]\d{2}:\d{2})$/;

/** Form that is returned. */
const IN_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

builder.scalarType('DateTime', {
  description:
    'A date and time in UTC with milliseconds (RFC 3339): `2026-03-01T09:30:00.000Z`. Any offset is accepted.',
  parseValue: (value) => {
    const timestamp = typeof value === 'string' && WITH_OFFSET.test(value) ? new Date(value) : null;
    if (timestamp === null || Number.isNaN(timestamp.getTime()))
      return invalidScalar('DateTime', 'an RFC 3339 date-time with an offset');
    return timestamp.toISOString();
  },
  serialize: (value) => {
    if (typeof value === 'string' && IN_UTC.test(value)) return value;
    return (value instanceof Date ? value : new Date(value)).toISOString();
  },
});

builder.scalarType('Bound', {
  description:
    'The end of a range, as a string: a decimal ("19.90"), a day ("2026-03-01"), a time (RFC 3339) or "today". A JSON number is accepted for a decimal.',
  parseValue: (value) =>
    typeof value === 'string' || typeof value === 'number'
      ? String(value)
      : invalidScalar('Bound', 'a decimal, a date or a time'),
  serialize: String,
});

builder.scalarType('BigInt', {
  description: 'A whole number beyond 32 bits, as a string.',
  parseValue: (value) =>
    /^-?\d{1,19}$/.test(String(value)) ? String(value) : invalidScalar('BigInt', 'a whole number'),
  serialize: String,
});

builder.scalarType('Moment', {
  description:
    'A moment of the past: a time (RFC 3339, `2026-03-01T09:30:00Z`), the sequence number of an event (`184211`), or a version of the object (`v8`). It means the state right after.',
  parseValue: (value) => {
    const isText = typeof value === 'string' || typeof value === 'number';
    return (
      (isText ? parseHistoryPoint(String(value)) : null) ?? invalidScalar('Moment', HISTORY_POINT_FORMAT)
    );
  },
  serialize: () => invalidScalar('Moment', 'an input'),
});

/** Converts JSON written into the document itself; variables inside it keep their values. */
function literalToJson(node: ValueNode, variables: { readonly [name: string]: unknown }): JsonValue {
  switch (node.kind) {
    case Kind.NULL:
      return null;
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.BOOLEAN:
    case Kind.STRING:
    case Kind.ENUM:
      return node.value;
    case Kind.LIST:
      return node.values.map((item) => literalToJson(item, variables));
    case Kind.OBJECT:
      return Object.fromEntries(
        node.fields.map(({ name, value }) => [name.value, literalToJson(value, variables)]),
      );
    case Kind.VARIABLE:
      return (variables[node.name.value] ?? null) as JsonValue;
  }
}
