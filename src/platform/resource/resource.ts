import type { CellChange } from '../../kernel/change.ts';
import { foldKey } from '../../kernel/codes.ts';
import type { DomainError } from '../../kernel/errors.ts';
import type { LedgerResource } from '../../kernel/event.ts';
import type { FieldProblem, Usage } from '../../kernel/field-problem.ts';
import type { IdentifiedType } from '../../kernel/ids.ts';
import type { JsonObject, JsonValue } from '../../kernel/json.ts';
import type { ReferenceKind, ResourceChange } from '../../kernel/module.ts';
import type { Transaction, WriteContext } from '../../kernel/operation.ts';
import type { Message } from '../../kernel/problems/messages/message.ts';
import type { ScopeExpression } from '../../kernel/scopes.ts';

/**
 * A piece of configuration as one JSON document: people write it, rules check it and the ledger compares it.
 * References are codes, which never change.
 */
export interface ResourceDocument {
  readonly code: string;
}

/** Returns the fields of a document as plain JSON, for code that does not know its kind. */
export function asJsonObject(document: ResourceDocument): JsonObject {
  return document as unknown as JsonObject;
}

/** A document as it is stored. */
export interface StoredDocument<Document> {
  readonly id: string;
  readonly version: number;
  readonly document: Document;
}

/** Store of the documents of one kind; every method is one set-based statement. */
export interface ResourceStore<Document> {
  /** Loads documents by folded key; `lock` locks the rows until the end of the transaction. */
  load(
    transaction: Transaction,
    organizationId: string,
    keys: readonly string[],
    lock: boolean,
  ): Promise<ReadonlyMap<string, StoredDocument<Document>>>;
  loadAll(transaction: Transaction, organizationId: string): Promise<readonly StoredDocument<Document>[]>;
  /**
   * Loads up to `limit` documents by folded key behind `after` (null: from the first), with their keys: for scans of
   * everything.
   */
  loadPage(
    transaction: Transaction,
    organizationId: string,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<readonly (StoredDocument<Document> & { readonly key: string })[]>;
  count(transaction: Transaction, organizationId: string): Promise<number>;
  insert(context: WriteContext, rows: readonly StoredDocument<Document>[]): Promise<void>;
  update(context: WriteContext, rows: readonly StoredDocument<Document>[]): Promise<void>;
  delete(context: WriteContext, ids: readonly string[]): Promise<void>;
  /** New documents without a position follow the last one; set where documents have a `sortOrder`. */
  readonly positions?: {
    /**
     * Returns the object in which a document is ordered: its parent, its set; empty where all documents are ordered
     * together.
     */
    ownerOf(document: Document): string;
    /** Loads the highest position in each owner that has documents. */
    loadLast(
      transaction: Transaction,
      organizationId: string,
      owners: readonly string[],
    ): Promise<ReadonlyMap<string, number>>;
  };
}

/** Changes that one item of a write requests: absent key = unchanged, null = back to the default. */
export type ResourcePatch = { readonly [key: string]: JsonValue | undefined };

/** Returns the folded key under which the store of a kind has a document. */
export const storedKeyOf = (
  { keyOf }: Pick<ResourceDefinition<ResourceDocument>, 'keyOf'>,
  document: ResourcePatch,
): string => keyOf?.(document) ?? foldKey(String(document.code));

/** Validation result of a room's rules over one document. */
export interface ValidationResult<Document> {
  /** The document in canonical form: references in their stored case, derived fields set. */
  readonly document: Document;
  readonly problems: readonly FieldProblem[];
  /** Rejection that is no problem of the input as such, e.g. a property that products keep from changing. */
  readonly refusal?: DomainError | null;
}

/** Users of one type. */
export interface UsersOfType {
  readonly type: IdentifiedType;
  /** The first users by their code. */
  readonly users: readonly Usage[];
  /** The number of all users; a lower bound where {@link Usages.total} is one. */
  readonly count: number;
}

/** Users of a document, of which there may be too many to list them all. */
export interface Usages {
  /** The first users by type and code. */
  readonly users: readonly Usage[];
  readonly byType: readonly UsersOfType[];
  /** The number of all users; above `MAXIMUM_USERS_COUNTED` there may be more. */
  readonly total: number;
  /** A sentence about the users, for people. */
  readonly note?: Message | null;
}

/** Patches of the members of list fields, with which two writers can add different members. */
export interface MemberPatches<Document> {
  /** Keys of a patch that are no fields of the document. */
  readonly keys: readonly string[];
  /** Applies those keys of a patch; the paths of problems begin with them. */
  apply(
    document: Document,
    patch: ResourcePatch,
  ): { readonly document: Document; readonly problems: readonly FieldProblem[] };
  /** Returns the path of a problem in the patch, where the patch has added the member; else the path itself. */
  pathInPatch(document: Document, patch: ResourcePatch, path: readonly string[]): readonly string[];
  /** Returns true if a change of a list is about a member that the patch names. */
  writesChange(patch: ResourcePatch, change: CellChange): boolean;
}

/** Everything that makes one kind of code-keyed configuration different from another. */
export interface ResourceDefinition<Document extends ResourceDocument, References = null> {
  /** Name in events and problem texts: `attribute_group`. */
  readonly resource: LedgerResource;
  readonly type: IdentifiedType;
  /** Singular and plural in camelCase, for the names of its operations: `attributeGroup`, `attributeGroups`. */
  readonly noun: string;
  readonly plural: string;
  readonly scopes: { readonly read: ScopeExpression; readonly write: ScopeExpression };
  readonly store: ResourceStore<Document>;
  /** Pattern of its code and a sentence that describes it. */
  readonly codeRule: { readonly pattern: RegExp; readonly hint: Message };
  /** Fields that may not change once stored; each is rejected with 409 `immutable-property`. */
  readonly immutable: readonly (keyof Document & string)[];
  /** Fields that are texts by locale: patched and compared locale by locale. */
  readonly localized: readonly (keyof Document & string)[];
  /** Fields that are objects patched key by key (RFC 7396); a key set to null goes. */
  readonly merged?: readonly (keyof Document & string)[];
  /** Patches of single members of its lists. */
  readonly memberPatches?: MemberPatches<Document>;
  /** Fields whose nested keys are property names; changes show them in wire names (`max_length`). */
  readonly worded?: readonly (keyof Document & string)[];
  /** Returns the folded key under which a document is stored; by default its folded code. */
  readonly keyOf?: (document: ResourcePatch) => string;
  /** Field that names another document of the kind: a parent, a fallback. That one exists first and is deleted last. */
  readonly ownReference?: keyof Document & string;
  /** Makes a new document with every default. */
  blank(patch: ResourcePatch): Document;
  /**
   * Loads, in bulk, what the rules need to know besides the documents themselves. `current` is aligned with `next`:
   * what is stored now, null for a new document.
   */
  references(
    context: WriteContext,
    next: readonly Document[],
    current: readonly (Document | null)[],
  ): Promise<References>;
  /** Applies the rules. Pure; `accepted` holds the documents of the same batch that passed before this one. */
  check(
    next: Document,
    current: Document | null,
    references: References,
    accepted: ReadonlyMap<string, Document>,
  ): ValidationResult<Document>;
  /** Roles in which modules name it, where it has more than its own; any user prevents its deletion. */
  readonly usedAs?: readonly [ReferenceKind, ...ReferenceKind[]];
  /** Returns the code of the object that a document belongs to, if it does. */
  ownerOf?(document: Document): string;
  /** True if deleted users prevent its deletion only as long as they can be restored. */
  readonly usedWhileRestorable?: true;
  /** Removes what belongs to a document and goes with it; called once nothing stands in the way. */
  beforeDelete?(context: WriteContext, document: Document): Promise<void>;
  /**
   * Returns fields that its events carry besides the changes, in wire names; for things that a code alone does not
   * name.
   */
  eventData?(document: Document): JsonObject;
  /** Writes the consequences for other rooms, in the same transaction. */
  afterWrite?(context: WriteContext, written: readonly ResourceChange<Document>[]): Promise<void>;
}
