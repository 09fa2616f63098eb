/** What reading and writing the values of an attribute needs. */
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
export interface ValueAddress<Attribute extends ValueAttribute = ValueAttribute> {
  readonly attribute: Attribute;
  /** Null unless it has a value for each. */
  readonly channel: string | null;
  readonly locale: string | null;
  /** Of prices. */
  readonly currency: string | null;
}
