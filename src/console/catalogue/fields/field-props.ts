import type { FormAttribute, FormValue } from './field-documents.ts';

/** A change of a field: the text that it shows, and the value that is saved. */
export interface FieldValueChange {
  readonly text: string;
  readonly value: unknown;
  /** Reason why the text means no value. */
  readonly fault?: string | null;
}

export interface FieldInputProps {
  readonly attribute: FormAttribute;
  readonly currency: string | null;
  /** Accessible name. */
  readonly label: string;
  /** Ids of the elements that describe the field. */
  readonly describedBy: string;
  readonly isInvalid: boolean;
  readonly isDisabled: boolean;
  readonly placeholder: string;
  readonly text: string;
  readonly value: unknown;
  /** The value as it was read, with labels and images. */
  readonly known: FormValue | null;
  /** The locale of labels. */
  readonly locale: string;
  readonly onChange: (change: FieldValueChange) => void;
}

/** Returns the properties that the inputs and text areas of fields have in common. */
export const inputProps = ({ label, describedBy, isInvalid, isDisabled, placeholder }: FieldInputProps) => ({
  className: 'field-input',
  'aria-label': label,
  'aria-describedby': describedBy,
  'aria-invalid': isInvalid || undefined,
  disabled: isDisabled,
  placeholder,
});
