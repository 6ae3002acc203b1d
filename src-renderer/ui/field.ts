/** Texts around the control of a field. */
export interface FieldTexts {
  label: string
  /** One line of help below the control. */
  hint?: string
  /** Validation error of the value; replaces the hint. */
  error?: string | undefined
}

/** Texts around a control whose place can make its label clear to sighted users. */
export interface LabelledField extends FieldTexts {
  /** Hides the label visually; its position makes it clear to sighted users. */
  isLabelHidden?: boolean
}
