const TYPES: Readonly<Record<string, string>> = {
  email: 'Enter an e-mail address, such as ada@example.com.',
  url: 'Enter a URL, such as https://example.com.',
  number: 'Enter a number.',
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Words the rule of HTML that a control breaks, in place of the browser's bubble in the browser's language. */
export function validityInWords(control: Control): string {
  const { validity, type } = control
  if (validity.valueMissing) return 'Required.'
  const wanted = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined
  if ((validity.typeMismatch || validity.badInput) && wanted) return wanted
  if (control instanceof HTMLInputElement) {
    if (validity.rangeUnderflow) return `Enter at least ${control.min}.`
    if (validity.rangeOverflow) return `Enter at most ${control.max}.`
    if (validity.stepMismatch && control.step === '') return 'Enter a whole number.'
  }
  return control.validationMessage
}

/** Checks whether a target of an event is a control with rules. */
export const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLSelectElement ||
  target instanceof HTMLTextAreaElement

/** Checks whether a control is the first of its form that breaks a rule: the one to go to. */
export const isFirstInvalid = (control: Control): boolean =>
  control.form?.querySelector(':is(input, select, textarea):invalid') === control
