import { isPage } from './pages.ts'
import { HOME_PROFILE, ProfileId } from './profiles.ts'

/** Scheme of links that open a page in the desktop app. */
export const LINK_SCHEME = 'halyard'
/** Host of a link that any profile may open: the window used last does. */
const ANY_PROFILE = 'open'
const LONGEST = 2000

/** Characters of a page's address: letters, digits, escapes. No backslash, no quote, no space, no control character. */
const ADDRESS = /^[\w/.~%:@+!,-]+$/
/** The same in a query, which holds filters. */
const QUERY = /^[\w/.~%:@+!,&=*-]*$/

export interface DeepLink {
  /** Address of the page, with its query. */
  page: string
  /** Absent: the window used last shows it. */
  profile?: ProfileId
}

/**
 * Reads a link such as `halyard://open/projects/default`. Anything can open such a link, so only addresses of
 * our own pages are accepted; undefined: it is none.
 */
export function readDeepLink(text: string): DeepLink | undefined {
  const start = `${LINK_SCHEME}://`
  if (text.length > LONGEST || !text.startsWith(start)) return undefined
  const rest = text.slice(start.length)
  const slash = rest.indexOf('/')
  const host = slash < 0 ? rest : rest.slice(0, slash)
  const [address = '', query = '', ...more] = (slash < 0 ? '/' : rest.slice(slash)).split('?')
  if (more.length > 0 || !isProfile(host) || !isOurAddress(address) || !QUERY.test(query)) return undefined
  const page = query === '' ? address : `${address}?${query}`
  return host === ANY_PROFILE ? { page } : { page, profile: host }
}

const isProfile = (host: string) => host === ANY_PROFILE || ProfileId.safeParse(host).success

/** Checks the address itself and after its escapes are resolved: `..` and `//` are no part of an address. */
function isOurAddress(address: string): boolean {
  if (!ADDRESS.test(address)) return false
  const parts = address.split('/').map(unescapePart)
  return (
    isPage(address) &&
    parts.every((part) => part !== undefined && part !== '..' && part !== '.' && !/[/\\\p{Cc}]/u.test(part))
  )
}

function unescapePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** Builds the link to a page. With several profiles it names its own. */
export function writeDeepLink(page: string, profile?: ProfileId): string {
  const written = page.replaceAll(/[^\w/.~%:@+!,&=*?-]/g, (one) => encodeURIComponent(one))
  return `${LINK_SCHEME}://${profile ?? ANY_PROFILE}${written}`
}

/** Finds the link among the arguments of a program. All other arguments are ignored. */
export const findDeepLink = (args: readonly string[]): DeepLink | undefined =>
  args.map(readDeepLink).find((link) => link !== undefined)

/** Reads the profile of a page by its host: each profile has its own. */
export const profileOfHost = (host: string): ProfileId => ProfileId.safeParse(host).data ?? HOME_PROFILE
