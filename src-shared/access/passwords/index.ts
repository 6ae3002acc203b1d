/** What a password has to be: asked by the service and shown live where one is chosen. */
export { PASSWORD_RULES, problemsOfPassword, type PasswordRule } from './password-rule.ts'
