/** Password rules. The service enforces them, and the screens that choose a password show them live. */
export { PASSWORD_RULES, problemsOfPassword } from './password-rule.ts'
