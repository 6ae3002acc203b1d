/** Password rules. The service enforces them, and the screens that choose a password show them live. */
export { PASSWORD_RULES, problemsOfPassword, type PasswordRule } from './password-rule.ts'
