/** Secrets of a tortured instance. */
export const SECRETS = {
  admin: '*:*.admin-of-the-torture',
  frontend: '*:development.frontend-of-the-torture',
  backend: '*:development.backend-of-the-torture',
  password: 'password-of-the-torture-1',
} as const
