import type { RemoteCredentials, TokenCredentials } from '#shared/desktop/profiles.ts'

/** Credentials as entered. */
export interface CredentialsDraft {
  kind: RemoteCredentials['kind']
  token: string
  username: string
  password: string
}

export const emptyCredentials = (): CredentialsDraft => ({
  kind: 'token',
  token: '',
  username: '',
  password: '',
})

export const credentialsOf = ({ kind, token, username, password }: CredentialsDraft): RemoteCredentials =>
  kind === 'token' ? { kind, token } : { kind, username, password }

export const tokenOf = ({ token }: CredentialsDraft): TokenCredentials => ({ kind: 'token', token })

/** True if nothing is missing. */
export const isComplete = ({ kind, token, username, password }: CredentialsDraft): boolean =>
  kind === 'token' ? token.trim() !== '' : username !== '' && password !== ''

/** Fields whose errors CredentialsFields shows. */
export const CREDENTIAL_FIELDS = [
  'credentials/token',
  'credentials/username',
  'credentials/password',
] as const
