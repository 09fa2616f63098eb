import type { LinkProps } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { ModelChanges, ModelKind } from './apply-model.ts';

/** An object of the model, as lists and forms load it. */
export interface ConfigObject {
  readonly id: string;
  readonly code: string;
  readonly label: string;
  readonly version: number;
}

/** Props of the editor of a field. */
export interface EditorProps<Value> {
  readonly label: string;
  readonly description: string | undefined;
  readonly value: Value;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly onChange: (value: Value) => void;
}

/** A field of an object: how it is read, edited and written. */
export interface ConfigField<Item, Value = unknown> {
  /** Name in the input of `applyModel`. */
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  /** Value of a new object. */
  readonly initial: Value;
  read(item: Item): Value;
  /** Returns the value for the input; by default it is written as it is. */
  write?(value: Value, stored: Value): unknown;
  /** Merges a value of the draft with one that others saved since; undefined if both changed the same. */
  merge?(base: Value, mine: Value, stored: Value): Value | undefined;
  /** Shows the value to those who may not change it, and in reviews. */
  format(value: Value): ReactNode;
  readonly Editor: ComponentType<EditorProps<Value>>;
  /** True if it cannot change once the object exists. */
  readonly isFinal?: true;
  /** True if the dialog that creates an object has it. */
  readonly isInDialog?: true;
}

// biome-ignore lint/suspicious/noExplicitAny: the values of different fields differ, and each field reads and writes its own.
export type AnyConfigField<Item> = ConfigField<Item, any>;

export interface ConfigColumn<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: true;
  /** Property that the list is sorted by with a click on the head: `LABEL`. */
  readonly sort?: string;
}

/** A filter above a list; its value is a parameter of the address. */
export interface ConfigFilter {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

/** Search, order and filters of a list, as they stand in the address. */
export interface ConfigSearch {
  readonly q?: string | undefined;
  /** Property, with `-` before it for a falling order. */
  readonly sort?: string | undefined;
  readonly [filter: string]: string | undefined;
}

/** Variables of a list; filters stand beside them under their names. */
export interface ListVariables {
  readonly after: string | null;
  readonly search: string | null;
  readonly sort: { readonly field: never; readonly direction: 'ASC' | 'DESC' } | null;
  readonly unused: boolean | null;
}

type ListLoader<Node> = (
  variables: ListVariables,
  signal: AbortSignal,
  filters: ConfigSearch,
) => Promise<{
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}>;

/** The page of a kind of objects of the model: a list with a panel, in which one is edited. */
export interface ConfigPage<Row extends ConfigObject, Item extends ConfigObject> {
  readonly kind: ModelKind;
  /** Name of the objects in the input of `applyModel`. */
  readonly input: Exclude<keyof ModelChanges, 'delete' | 'optionSets'>;
  /** Path of its route, which ends with `/{-$code}`. */
  readonly path: NonNullable<LinkProps['to']>;
  readonly texts: {
    readonly title: string;
    readonly intro: string;
    /** Plural noun for screen readers: `attribute groups`. */
    readonly noun: string;
    /** Title of the dialog and the button: `Create attribute group`. */
    readonly create: string;
    readonly empty: string;
  };
  readonly list: ListLoader<Row>;
  /** Loads one object; null if none has the code. */
  readonly load: (code: string, signal?: AbortSignal) => Promise<Item | null>;
  readonly icon?: ComponentType;
  readonly columns: readonly ConfigColumn<Row>[];
  /** Filters of its own, besides the unused ones. */
  readonly filters?: readonly ConfigFilter[];
  /** True if the list can be limited to objects that nothing uses. */
  readonly hasUnused?: true;
  readonly fields: readonly AnyConfigField<Item>[];
  /** Returns what the input of a new object has besides, by the values of its fields. */
  readonly completeNew?: (values: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** Selects or types the code of a new object; by default the code is made of the label. */
  readonly codeEditor?: ComponentType<{ readonly code: string; readonly onChange: (code: string) => void }>;
  /** Sections of the panel after the fields. */
  readonly sections?: ComponentType<{ readonly item: Item }>;
  /** False if objects are disabled rather than deleted. */
  readonly canDelete?: false;
}

// biome-ignore lint/suspicious/noExplicitAny: parts that all pages share do not look into the objects of one of them.
export type AnyConfigPage = ConfigPage<any, any>;
