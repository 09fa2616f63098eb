/** Data of an attribute that reading and writing its values needs. */
export interface ValueAttribute {
  readonly code: string;
  readonly type: string;
  readonly readOnly: boolean;
  readonly defaultUnit: string | null;
  readonly optionSet: { readonly code: string } | null;
  readonly measurementFamily: {
    readonly units: readonly { readonly code: string; readonly symbol: string }[];
  } | null;
}

/** One value that is edited by itself. */
export interface ValueRef<Attribute extends ValueAttribute = ValueAttribute> {
  readonly attribute: Attribute;
  /** It is null unless it has a value for each. */
  readonly channel: string | null;
  readonly locale: string | null;
  /** Currency of prices. */
  readonly currency: string | null;
}
