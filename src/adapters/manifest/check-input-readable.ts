import { type GraphQLObjectType, type GraphQLSchema, isObjectType } from 'graphql';
import type { InputKey, InputObjectShape, InputShape, OutputShape } from './exposed-operation.ts';
import { throwIssue } from './manifest-issue.ts';
import { outputShape } from './response/output-shape.ts';
import { readView, type ViewedType } from './view.ts';

/** Keys that are written and not read, with the reason. Secrets, passwords and contents of files would stand here. */
const WRITE_ONLY: Readonly<Record<string, string>> = {
  add_attributes: 'The attributes that it adds are read with the others.',
  add_required_attributes: 'The requirements that it adds are read with the others.',
  clear: 'It removes values, and nothing is left to be read.',
  comment: 'It belongs to the revision, which shows it.',
  expose: 'The attributes that it adds are read with the others.',
  move_attributes: 'A position is read from the order of the attributes.',
  remove_attributes: 'It removes attributes, and nothing is left to be read.',
  remove_required_attributes: 'It removes requirements, and nothing is left to be read.',
};

/** Inputs that are no properties of the object that the field returns, by the name of their type, with the reason. */
const ACTION_INPUTS: Readonly<Record<string, string>> = {
  AkeneoFolderInput: 'It starts a job, whose report says what was imported.',
  BulkEditProductsInput: 'It starts a job that writes products.',
  CorrectRowsInput: 'It starts a job; the rows that it corrects are those of another job.',
  ErasePersonalDataInput: 'It starts a job; its subject is the user or token.',
  MoveCategoryInput: 'A position is read from the order of the siblings.',
  ReplayWebhookInput: 'It selects deliveries that are repeated.',
  RunProfileInput: 'It starts a job; the settings that it overrides are those of the profile.',
};

/**
 * Rejects an input with a key that cannot be read: neither in the view of the type that it writes, nor in one of its
 * expansions. What can be written and not read is lost by clients that read, change and write back.
 *
 * @param name how sentences call the operation
 */
export function checkInputReadable(
  schema: GraphQLSchema,
  input: InputObjectShape,
  type: ViewedType,
  name: string,
): void {
  if (!isObjectType(type) || input.typeName in ACTION_INPUTS) return;
  const unread = unreadable(input, wholeShape(schema, type, name)).filter((path) => !(path in WRITE_ONLY));
  if (unread.length > 0)
    throwIssue(
      `${name} writes ${unread.join(', ')}, which no view or expansion of ${type.name} shows. Add them to the view, or say in check-input-readable.ts why they cannot be read.`,
    );
}

/** Returns everything that a type shows: its view with all expansions. */
function wholeShape(schema: GraphQLSchema, type: GraphQLObjectType, name: string): OutputShape {
  const { view: text = '{ __typename }', expansions = {} } = type.extensions;
  return outputShape(schema, type, readView(schema, type, { text, expansions }, name, true).selections);
}

/** Returns the keys of an input without a key of the same name in a response, as `parent.key`. */
function unreadable(input: InputShape, resultShape: OutputShape): string[] {
  switch (input.kind) {
    case 'list':
      return resultShape.kind === 'list' ? unreadable(input.of, resultShape.of) : [];
    case 'keyed': {
      if (resultShape.kind !== 'keyed') return [];
      const { by, clears } = input.list;
      const keys = [...input.entry.keys.values()].filter(({ name }) => name !== by && name !== clears);
      // An entry of which one field stands for the rest has that field alone.
      return resultShape.valueKey === null
        ? keys.flatMap((key) => unreadableKey(key, resultShape.value))
        : [];
    }
    case 'object': {
      // Added, removed or set entries are read as the whole list is.
      const whole = [...input.keys.values()].find(({ name }) => name === input.listField);
      if (whole !== undefined) return unreadable(whole.shape, resultShape);
      return [...input.keys.values()].flatMap((key) => unreadableKey(key, resultShape));
    }
    default:
      return [];
  }
}

function unreadableKey({ key, shape }: InputKey, resultShape: OutputShape): string[] {
  if (resultShape.kind !== 'object') return [];
  const matchingKey = resultShape.keys.find((one) => one.key === key);
  return matchingKey === undefined
    ? [key]
    : unreadable(shape, matchingKey.shape).map((path) => `${key}.${path}`);
}
