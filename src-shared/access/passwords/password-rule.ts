const MIN_LENGTH = 10
const MAX_LENGTH = 128

export interface PasswordRule {
  /**
   * Error message for a password that breaks the rule, in the words of the contract
   * (docs/contract/access.md#passwords).
   */
  message: string
  /** Requirement, as shown to a person who chooses a password. */
  wants: string
  holds: (password: string) => boolean
}

/**
 * Rules for every password (docs/contract/access.md#passwords: OWASP, passphrases are not exempt). The order
 * is that of the responses: the first broken rule gives the error its message.
 */
export const PASSWORD_RULES: readonly PasswordRule[] = [
  {
    message: `The password must be at least ${MIN_LENGTH} characters long.`,
    wants: `At least ${MIN_LENGTH} characters`,
    holds: (password) => password.length >= MIN_LENGTH,
  },
  {
    message: `The password must be fewer than ${MAX_LENGTH} characters.`,
    wants: `At most ${MAX_LENGTH} characters`,
    holds: (password) => password.length <= MAX_LENGTH,
  },
  {
    message: 'The password may not contain sequences of three or more repeated characters.',
    wants: 'Not three alike in a row',
    holds: (password) => !/(.)\1{2,}/su.test(password),
  },
  {
    message: 'The password must contain at least one lowercase letter.',
    wants: 'A lowercase letter',
    holds: (password) => /[a-z]/.test(password),
  },
  {
    message: 'The password must contain at least one uppercase letter.',
    wants: 'An uppercase letter',
    holds: (password) => /[A-Z]/.test(password),
  },
  {
    message: 'The password must contain at least one number.',
    wants: 'A number',
    holds: (password) => /[0-9]/.test(password),
  },
  {
    message: 'The password must contain at least one special character.',
    wants: 'A special character',
    holds: (password) => /[^A-Za-z0-9]/.test(password),
  },
]

/** The messages of the rules that a password breaks; empty: it may be used. */
export function problemsOfPassword(password: string): string[] {
  return PASSWORD_RULES.filter((rule) => !rule.holds(password)).map((rule) => rule.message)
}
