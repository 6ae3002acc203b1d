/** Formats of secrets (docs/contract/access.md#token-formats), the most telling first. */
export interface TokenFormat {
  id: TokenFormatId
  what: string
  /** Matches a whole word. Each pattern reads a text once: no part of it can match in two ways. */
  pattern: RegExp
  /** Matches a word that is complete; absent: any length is. */
  whole?: RegExp
  /** A word that stands among others is taken for this format; else only one that was pasted alone. */
  isTelling: boolean
}

export type TokenFormatId =
  | 'personal'
  | 'signal'
  | 'scim'
  | 'admin-name'
  | 'admin'
  | 'api'
  | 'jwt'
  | 'session-cookie'
  | 'basic'
  | 'placeholder'
  | 'masked'
  | 'uuid'
  | 'bare-hex'
  | 'former'

export const TOKEN_FORMATS: readonly TokenFormat[] = [
  {
    id: 'placeholder',
    what: 'Placeholder of a token',
    pattern:
      /^(?:<[^<>]{1,60}>|\$\{?[A-Z][A-Z0-9_]{2,60}\}?|\{\{[^{}]{1,60}\}\}|process\.env\.\w{1,60}|(?:YOUR|MY|INSERT|REPLACE|SOME)[-_ ][\w -]{0,40}(?:TOKEN|KEY|SECRET)[\w -]{0,20}|xxx+|changeme|undefined|null)$/i,
    isTelling: false,
  },
  {
    id: 'masked',
    what: 'Token that was masked',
    pattern: /^[\w:*.[\]-]{0,300}(?:\*{4}|\.{3}|\[REDACTED\]|…|•{2,300})$/i,
    isTelling: false,
  },
  {
    id: 'personal',
    what: 'Personal access token, or a token of a service account',
    pattern: /^user:\S{1,300}$/,
    whole: /^user:(?:[0-9a-f]{56}|v2_[\w-]{22}_[\w-]{43})$/,
    isTelling: true,
  },
  {
    id: 'signal',
    what: 'Token of a signal endpoint',
    pattern: /^signal:\S{1,300}$/,
    whole: /^signal:[0-9a-f]{56}$/,
    isTelling: true,
  },
  {
    id: 'scim',
    what: 'SCIM token of an identity provider',
    pattern: /^scim:\S{1,300}$/,
    whole: /^scim:[0-9a-f]{64}$/,
    isTelling: true,
  },
  {
    id: 'admin-name',
    what: 'Name of an admin token',
    pattern: /^\*:\*\.hidden-[0-9a-f]{16}$/,
    isTelling: true,
  },
  { id: 'admin', what: 'Admin token', pattern: /^\*:\*\.\S{1,300}$/, isTelling: true },
  {
    id: 'api',
    what: 'API token',
    // a project, an environment and at least 20 characters of secret: shorter ones could be anything
    pattern: /^(?:\[\]|\*|[\w~.-]{1,100}):[\w~.-]{1,200}\.(?:v2_[\w-]{22}_[\w-]{43}|[\w-]{20,200})$/,
    isTelling: true,
  },
  {
    id: 'api',
    what: 'API token',
    pattern: /^(?:\[\]|\*|[\w~.-]{1,100}):[\w~.-]{1,200}\.[^\s.]{1,200}$/,
    isTelling: false,
  },
  {
    id: 'jwt',
    what: 'JSON Web Token',
    pattern: /^eyJ[\w-]{5,4000}\.[\w-]{2,4000}\.[\w-]{0,4000}$/,
    isTelling: true,
  },
  {
    id: 'uuid',
    what: 'UUID',
    pattern: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
    isTelling: false,
  },
  { id: 'bare-hex', what: 'Secret without its beginning', pattern: /^[0-9a-f]{32,128}$/i, isTelling: true },
  {
    id: 'former',
    what: 'Token without a project and an environment',
    pattern: /^[\w.~+/=-]{8,200}$/,
    isTelling: false,
  },
]

/** Hexadecimal characters of a generated secret. */
export const SECRET_CHARACTERS = 56

/** Project and environment that the start of an API token names. */
export function scopeOf(secret: string): { project: string; environment: string; rest: string } | undefined {
  const colon = secret.indexOf(':')
  const dot = secret.lastIndexOf('.')
  if (colon < 1 || dot < colon + 2) return undefined
  return {
    project: secret.slice(0, colon),
    environment: secret.slice(colon + 1, dot),
    rest: secret.slice(dot + 1),
  }
}

/** Finds the format of a word. `isAlone`: it is all that was pasted. */
export function formatOf(word: string, isAlone: boolean): TokenFormat | undefined {
  return TOKEN_FORMATS.find(
    ({ pattern, isTelling }) => (isTelling || isAlone) && word.length <= 4200 && pattern.test(word),
  )
}

/** Finds the format that a word among others may have; an instance must know it to make it a token. */
export function guessedFormatOf(word: string): TokenFormat | undefined {
  return TOKEN_FORMATS.find(
    ({ id, isTelling, pattern }) => id === 'api' && !isTelling && word.length <= 400 && pattern.test(word),
  )
}
