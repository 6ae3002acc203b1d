import type { JSONPathEnvironment, JSONPathQuery, JSONValue } from 'json-p3'

import { messageOf } from '#shared/errors/message-of.ts'
import { onFirstUse } from '#runtime/on-first-use.ts'
import { blankQuotedText } from './quoted-text.ts'

/** Longest path, in characters. */
export const GROUP_FIELD_LENGTH = 300

/**
 * Loads the JSON path library. The functions `match` and `search` of RFC 9535 take regular expressions, whose time has no
 * bound. They are left out (ADR 29).
 */
const jsonPaths = onFirstUse('json-p3', 'group syncing', async () => {
  const { JSONPathEnvironment } = await import('json-p3')
  const paths = new JSONPathEnvironment({ maxRecursionDepth: 100 })
  paths.functionRegister.delete('match')
  paths.functionRegister.delete('search')
  return paths
})

/** A name as identity providers give their claims: `groups`, `cognito:groups`, `https://example.com/groups`. */
const CLAIM_NAME = /^[^\s\p{Cc}\p{Cs}\\$[\]*?@'"(),]+$/u

/** Path at which an identity provider sends the groups of a user. */
export interface GroupField {
  /** The path as RFC 9535 writes it. */
  path: string
  /** Selects at most one value. */
  isSingular: boolean
  select(claims: JSONValue): JSONValue[]
  /** Selects the value that the first part without wildcard, filter or slice leads to. */
  selectStart(claims: JSONValue): JSONValue[]
}

/** A path that cannot be used, with the reason. */
export interface FieldFault {
  fault: string
}

/**
 * Reads the setting "Group field JSON path" (document: "Group SSO sync settings"). A path follows RFC 9535; the leading
 * `$.` may be left out, and the name of a claim that is no path (`https://example.com/groups`) stands for itself.
 */
export async function groupFieldOf(text: string): Promise<GroupField | FieldFault> {
  const written = text.trim()
  if (written === '')
    return { fault: 'The path is empty. Enter the claim that lists the groups, such as groups.' }
  if (written.length > GROUP_FIELD_LENGTH)
    return { fault: `The path has more than ${GROUP_FIELD_LENGTH} characters.` }
  const path = written.startsWith('$') ? written : `$.${written}`
  const costly = costOf(path)
  if (costly !== undefined) return { fault: costly }
  const paths = await jsonPaths()
  try {
    return toField(paths, paths.compile(path))
  } catch (error) {
    if (!written.startsWith('$') && CLAIM_NAME.test(written))
      return toField(paths, paths.compile(`$[${JSON.stringify(written)}]`))
    return { fault: `This is not a JSON path: ${messageOf(error)}` }
  }
}

function toField(paths: JSONPathEnvironment, query: JSONPathQuery): GroupField {
  const { segments } = query
  const isPlain = segments.map((_, count) =>
    paths.compile(`$${segments.slice(0, count + 1).join('')}`).singularQuery(),
  )
  const plain = isPlain.indexOf(false)
  const start = paths.compile(`$${segments.slice(0, plain === -1 ? segments.length : plain).join('')}`)
  return {
    path: query.toString(),
    isSingular: query.singularQuery(),
    select: (claims) => query.query(claims).values(),
    selectStart: (claims) => start.query(claims).values(),
  }
}

/**
 * Refuses forms whose work grows faster than the claims: several selectors in one bracket, several `..`, and queries of
 * the whole document inside a filter. Names in quotes are skipped.
 */
function costOf(path: string): string | undefined {
  const bare = blankQuotedText(path, `'"`)
  if (/\b(match|search)\s*\(/.test(bare))
    return 'The path uses match() or search(), which are not available. Compare with == instead.'
  if (bare.includes(',')) return 'The path lists several selectors in one bracket. Use one.'
  if (bare.slice(1).includes('$')) return 'The path starts a second query with $. Use @ inside a filter.'
  const descents = bare.split('..').length - 1
  if (descents > 1 || (descents === 1 && bare.includes('?')))
    return 'The path can use .. once, and not together with a filter.'
  return undefined
}
