import type { FoundToken } from './read-text.ts'
import { scopeOf, SECRET_CHARACTERS } from './token-formats.ts'

/** Stands for what is not shown. */
const HIDDEN = '…'

/** Words of the paths of the contract and of SDKs: these alone of a path are shown. */
const KNOWN_WORDS = new Set(
  (
    'api admin client features feature metrics register delta streaming frontend proxy edge validate health ' +
    'signal-endpoint signal-endpoints projects api-tokens user scim v2 auth docs openapi internal-backstage ' +
    'prometheus new-user invite reset-password sign-in login playground events environments development bulk'
  ).split(' '),
)

const LONG_RUN = /[a-z0-9]{20,}/i
const HAS_DIGIT = /\d/

/** Shows a name that was read from a token or URL. Something that looks like a secret is hidden. */
export function redactName(name: string): string {
  if (name === '*' || name === '[]') return name
  const isPlain = /^[\w~.-]{1,100}$/.test(name)
  return isPlain && !(LONG_RUN.test(name) && HAS_DIGIT.test(name)) ? name : HIDDEN
}

/** Shows a token without any part of its secret. */
export function redactToken({ secret, format }: FoundToken): string {
  switch (format.id) {
    case 'personal':
    case 'signal':
    case 'scim':
      return `${format.id === 'personal' ? 'user' : format.id}:${HIDDEN}`
    case 'admin':
    case 'admin-name':
      return `*:*.${HIDDEN}`
    case 'api': {
      const scope = scopeOf(secret)
      // a short end may be the end of a password: then nothing is sure to be a name
      if (!scope || scope.rest.length < 16) return `${HIDDEN}:${HIDDEN}.${HIDDEN}`
      return `${redactName(scope.project)}:${redactName(scope.environment)}.${HIDDEN}`
    }
    default:
      return `${HIDDEN} (${secret.length} characters)`
  }
}

/** Counts the characters that a generated secret lacks; undefined: nothing says that it was generated. */
export function missingCharacters({ secret, format }: FoundToken): number | undefined {
  const rest = format.id === 'api' ? scopeOf(secret)?.rest : /^(?:user|signal):([^]*)$/.exec(secret)?.[1]
  if (rest === undefined || !/^[0-9a-f]{6,}$/.test(rest) || rest.length >= SECRET_CHARACTERS) return undefined
  return SECRET_CHARACTERS - rest.length
}

/** Shows a URL: scheme, host and the known words of its path. Never its user, query or fragment. */
export function redactUrl({ protocol, hostname, port, pathname }: URL, basePath: string): string {
  const host = hostname
    .split('.')
    .map((label) => (/^[a-z0-9_[\]:-]*$/i.test(label) && !isSecretLike(label) ? label : HIDDEN))
    .join('.')
  const isBased = basePath !== '' && (pathname === basePath || pathname.startsWith(`${basePath}/`))
  const rest = isBased ? pathname.slice(basePath.length) : pathname
  const path = rest
    .split('/')
    .map((word) => (word === '' || KNOWN_WORDS.has(word.toLowerCase()) ? word : HIDDEN))
    .join('/')
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}${isBased ? basePath : ''}${path === '/' ? '' : path}`
}

const isSecretLike = (label: string) =>
  label.length >= 20 && HAS_DIGIT.test(label) && (LONG_RUN.test(label) || label.length >= 40)
