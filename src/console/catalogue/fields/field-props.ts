import type { FormAttribute, FormValue } from './field-documents.ts';

/** What a field shows, and what is saved. */
export interface FieldChange {
  readonly text: string;
  readonly value: unknown;
  /** Why the text means no value. */
  readonly fault?: string | null;
}

export interface FieldInputProps {
  readonly attribute: FormAttribute;
  readonly currency: string | null;
  /** Accessible name. */
  readonly label: string;
  /** The ids of what is told about the field. */
  readonly describedBy: string;
  readonly isInvalid: boolean;
  readonly isDisabled: boolean;
  readonly placeholder: string;
  readonly text: string;
  readonly value: unknown;
  /** The value as it was read, with labels and pictures. */
  readonly known: FormValue | null;
  /** The locale of labels. */
  readonly locale: string;
  readonly onChange: (change: FieldChange) => void;
}

/** What the inputs and text areas of fields have alike. */
export const inputProps = ({ label, describedBy, isInvalid, isDisabled, placeholder }: FieldInputProps) => ({
  className: 'field-input',
  'aria-label': label,
  'aria-describedby': describedBy,
  'aria-invalid': isInvalid || undefined,
  disabled: isDisabled,
  placeholder,
});
