import { FORMER_OPERATIONS } from '../versions/contract/former/index.ts'
import { OPERATIONS } from '../contract/index.ts'
import type { Operation } from './operation.ts'
import { isSecretParam } from './secret-params.ts'

/** Stands in place of a secret. */
const MASK = 'TOKEN'

/** The start of a path up to a secret: words to be matched, null for other parameters. */
type Prefix = readonly (string | null)[]

/** Paths of the window that hold a secret: pages, not operations. */
const PAGES: readonly Prefix[] = [['invite']]
const PREFIXES: readonly Prefix[] = [...PAGES, ...[...OPERATIONS, ...FORMER_OPERATIONS].flatMap(prefixesOf)]

function prefixesOf(operation: Operation): Prefix[] {
  const parts = operation.path.split('/').filter((part) => part !== '')
  return parts.flatMap((part, index) =>
    part.startsWith(':') && isSecretParam(operation, part.slice(1))
      ? [parts.slice(0, index).map((before) => (before.startsWith(':') ? null : before))]
      : [],
  )
}

/**
 * Returns the path of a request without its query and without secrets, for logs and reports. It goes by the start of the
 * path alone: a request with the wrong method, or with more behind the secret, holds the secret just as well. A path that
 * holds none is returned as it was sent.
 */
export function withoutSecrets(url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  const parts = path.split('/').filter((part) => part !== '')
  const words = parts.map(toWord)
  const secrets = new Set(
    PREFIXES.filter(
      (prefix) =>
        prefix.length < parts.length && prefix.every((word, index) => word === null || word === words[index]),
    ).map(({ length }) => length),
  )
  if (secrets.size === 0) return path
  const masked = parts.map((part, index) => (secrets.has(index) ? MASK : part)).join('/')
  return `/${masked}${path.endsWith('/') ? '/' : ''}`
}

/** The way a router reads a part of a path. */
function toWord(part: string): string {
  try {
    return decodeURIComponent(part).toLowerCase()
  } catch {
    return part.toLowerCase()
  }
}
