const MAX_LINK = 2000

/** Destination of a link: a page of the window, or a page of another site. */
export type Destination = { kind: 'page'; path: string } | { kind: 'site'; url: string }

/**
 * Reads where a link leads: a path of this instance such as `/projects/default`, or an absolute http or https URL.
 * Returns undefined for everything else, such as `javascript:` and `//host`.
 */
export function destinationOf(link: string): Destination | undefined {
  if (link.length > MAX_LINK || /[\s\\]/.test(link)) return undefined
  if (link.startsWith('/')) return link.startsWith('//') ? undefined : { kind: 'page', path: link }
  if (!URL.canParse(link)) return undefined
  const { protocol, href, username, password } = new URL(link)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  return isWeb && username === '' && password === '' ? { kind: 'site', url: href } : undefined
}
