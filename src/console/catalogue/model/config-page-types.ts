import type { UseQueryResult } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import type { ComponentType, FunctionComponent, ReactNode } from 'react';
import type { PagedList } from '../../api/use-list.ts';
import type { useRowOrder } from '../../ui/order/use-row-order.ts';
import type { UndoOutcome } from '../undo/use-undo.ts';
import type { ModelChanges, ModelKind } from './apply-model.ts';
import type { Effects } from './effects/effect-documents.ts';
import type { Choice } from './fields/choices.ts';

/** An object of the model, as lists and forms load it. */
export interface ConfigObject {
  readonly id: string;
  readonly code: string;
  readonly label: string;
  readonly version: number;
}

/** Props of the editor of a field. */
export interface EditorProps<Value, Item = unknown> {
  /** The object as it is stored; null while a new one is described. */
  readonly item?: Item | null;
  /** Unsaved values of all fields of the object. */
  readonly draft?: Draft;
  readonly label: string;
  readonly description: string | undefined;
  readonly value: Value;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly onChange: (value: Value) => void;
}

/** A line of a review: what changes, its value, and the new one. */
export interface ChangeLine {
  /** Part of the field, such as a locale; empty for the whole. */
  readonly label: string;
  /** It is null where only the new value is shown. */
  readonly before: ReactNode;
  readonly after: ReactNode;
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
  /** Returns the lines of a review, where it is more than a value and another one. */
  describe?(base: Value, value: Value): readonly ChangeLine[];
  readonly Editor: FunctionComponent<EditorProps<Value, Item>>;
  /** True if it cannot change once the object exists. */
  readonly isFinal?: true;
  /** True if each object has its own value, so that copies begin without one. */
  readonly isNotCopied?: true;
  /** Returns the reason why an object cannot change it any more; null if it can. */
  readonly lockedBy?: (item: Item) => string | null;
  /** Returns false for objects without the field; by default all have it. */
  readonly isShown?: (item: Item) => boolean;
  /** True if the dialog that creates an object has it. */
  readonly isInDialog?: true;
}

// biome-ignore lint/suspicious/noExplicitAny: the values of different fields differ, and each field reads and writes its own.
export type AnyConfigField<Item> = ConfigField<Item, any>;

/** Props of the parts of a work page. */
export interface WorkProps<Item extends ConfigObject> {
  readonly item: Item;
  readonly form: ObjectForm;
  readonly mayEdit: boolean;
}

/** A typed value, with the stored one that it changes. */
export interface DraftValue {
  readonly base: unknown;
  readonly value: unknown;
}

/** Values that a person typed for an object and did not save, by field. */
export type Draft = Readonly<Record<string, DraftValue>>;

/** A field that somebody else saved while it was edited. */
export interface FieldConflict {
  readonly name: string;
  readonly mine: unknown;
  readonly stored: unknown;
}

/** A change of a field or an element: its stored value, and the one that replaces it. */
export interface FieldChange extends DraftValue {
  readonly name: string;
}

/** The draft of an object while it is edited. */
export interface ObjectForm {
  readonly draft: Draft;
  readonly conflicts: readonly FieldConflict[];
  readonly effects: UseQueryResult<Effects> | null;
  readonly isSaving: boolean;
  /** False if the person may not save it; a draft from before is kept. */
  readonly mayEdit: boolean;
  readonly errorOf: (name: string) => string | undefined;
  /** Changes fields and elements in one step. */
  readonly change: (...changes: readonly FieldChange[]) => void;
}

/**
 * Lists and matrices whose elements are fields of their own. Each element has its draft and its conflicts, so that two
 * people who change different ones do not meet. Names of elements have a `/`: `required/webshop/finish`.
 */
export interface ConfigElements<Item> {
  /** Returns the field of an element, which stands for a name in the draft. */
  readonly fieldOf: (name: string, item: Item) => AnyConfigField<Item>;
  /** Returns the names of the other changes of a draft that make no sense without one of them. */
  readonly dependentsOf?: (name: string, draft: Draft) => readonly string[];
  /** Returns what the input has for the elements that a draft changes, together. */
  readonly write: (draft: Draft, item: Item) => Readonly<Record<string, unknown>>;
  /** Returns the input of a new object with the elements of another one, as a draft changes them. */
  readonly create: (draft: Draft, item: Item) => Readonly<Record<string, unknown>>;
}

export interface ConfigColumn<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: true;
  /** True if it is left out while an object is open beside the list. */
  readonly isSecondary?: true;
  /** Property that the list is sorted by with a click on the head: `LABEL`. */
  readonly sort?: string;
}

/** A filter above a list; its value is a parameter of the address. */
export interface ConfigFilter {
  readonly name: string;
  readonly label: string;
  readonly choices?: readonly Choice[];
  /** Loads the choices of a filter whose values are objects. */
  readonly useChoices?: () => readonly Choice[];
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

/** Props of the form that creates an object. */
export interface CreationProps {
  readonly page: AnyConfigPage;
  /** Codes of the loaded objects, which a new code avoids. */
  readonly codes: readonly string[];
  /** Filters of the list from which it is created. */
  readonly search: ConfigSearch;
  /** Values of the fields and input of the elements of another object, of which the new one is a copy. */
  readonly original?: ObjectContent;
  /** Label that is typed already. */
  readonly initialLabel?: string;
  readonly onCreated: (code: string) => void;
  readonly onCancel: () => void;
}

/** An object as another one with the same content is created: values of its fields, input of its elements. */
export interface ObjectContent {
  readonly values: Readonly<Record<string, unknown>>;
  readonly elements: Readonly<Record<string, unknown>>;
}

/** How the values that keep an object from being deleted are removed. */
export interface ObjectClearing<Item> {
  /** Returns true for an object that has such values. */
  readonly isNeeded: (item: Item) => boolean;
  /** Form that removes them; it calls `onCleared` with a function that takes that back, and whether it is still open. */
  readonly Form: ComponentType<{
    readonly item: Item;
    readonly verb: string;
    readonly onCleared: (undo: () => Promise<UndoOutcome>, isOpen: boolean) => void;
    readonly onCancel: () => void;
  }>;
}

/** Props of the actions on ticked rows. */
export interface SelectionProps<Row> {
  readonly rows: readonly Row[];
  /** Called once the rows are not to be ticked any more. */
  readonly onDone: () => void;
}

/** A tab of a panel: some of the fields, or something else about the object. */
export interface ConfigTab<Item> {
  readonly title: string;
  /** Names of its fields. */
  readonly fields?: readonly string[];
  readonly content?: ComponentType<{ readonly item: Item }>;
}

/** Order of the rows of a list, where people may move them. */
export interface ListOrder<Row> {
  /** The loaded rows in their order. */
  readonly rows: readonly Row[] | undefined;
  /** Parts that move the rows: drags, a grip before the label, a column with a menu. It is null where they stay. */
  readonly moving: {
    readonly order: ReturnType<typeof useRowOrder<HTMLTableElement>>;
    readonly grip: ReactNode;
    readonly column: {
      readonly title: string;
      readonly isActions: true;
      readonly cell: (row: Row) => ReactNode;
    };
  } | null;
  readonly dialog: ReactNode;
}

/** The page of a kind of objects of the model: a list, and a panel or a page in which one is edited. */
export interface ConfigPage<Row extends ConfigObject, Item extends ConfigObject> {
  readonly kind: ModelKind;
  /** Name of the objects in the input of `applyModel`. */
  readonly input: Exclude<keyof ModelChanges, 'delete'>;
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
  /** Shows what stands before the label of a row, instead of the icon. */
  readonly rowLead?: (row: Row) => ReactNode;
  readonly columns: readonly ConfigColumn<Row>[];
  /** Filters of its own, besides the unused ones. */
  readonly filters?: readonly ConfigFilter[];
  /** Property that the list is sorted by at first; the label by default. */
  readonly sort?: string;
  /** Orders the rows by hand, see `listOrder`. */
  readonly useOrder?: (list: PagedList<Row>, search: ConfigSearch, mayEdit: boolean) => ListOrder<Row>;
  /** True if the list can be limited to objects that nothing uses. */
  readonly hasUnused?: true;
  readonly fields: readonly AnyConfigField<Item>[];
  readonly elements?: ConfigElements<Item>;
  /** The page in which an object is edited, instead of the panel beside the list; see `defineWorkPage`. */
  readonly WorkPage?: ComponentType<{ readonly page: AnyConfigPage; readonly code: string }>;
  /** Returns what the input of a new object has besides, by the values of its fields. */
  readonly completeNew?: (values: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** Selects or types the code of a new object; by default the code is made of the label. */
  readonly codeEditor?: ComponentType<{ readonly code: string; readonly onChange: (code: string) => void }>;
  /** Dialog that creates an object, where its label and fields are not enough. */
  readonly CreateDialog?: ComponentType<CreationProps>;
  /** Actions on the ticked rows of the list. */
  readonly SelectionActions?: ComponentType<SelectionProps<Row>>;
  /** View that creates objects of a pasted table, in place of the list. */
  readonly PasteView?: ComponentType<{ readonly onClose: () => void }>;
  /** Sections of the panel between the fields and the history. */
  readonly sections?: ComponentType<{ readonly item: Item }>;
  /** Links to the next steps once a draft is saved, until the object is changed or closed. */
  readonly NextSteps?: ComponentType<{ readonly item: Item; readonly saved: Draft }>;
  /** Returns the changes that a deletion needs besides: they take the object out of what it is a part of. */
  readonly detach?: (item: Item) => ModelChanges;
  /** Removes the values that keep an object from being deleted. */
  readonly clearing?: ObjectClearing<Item>;
  /** Tabs of the panel, where one page of fields is too much; one of them has the history. */
  readonly tabs?: readonly ConfigTab<Item>[];
  /** False if objects are disabled rather than deleted. */
  readonly canDelete?: false;
  /** Buttons in the head of the panel, instead of the one that deletes. */
  readonly actions?: ComponentType<{ readonly item: Item }>;
}

// biome-ignore lint/suspicious/noExplicitAny: parts that all pages share do not look into the objects of one of them.
export type AnyConfigPage = ConfigPage<any, any>;
