/** Permissions that our own pages need: the copy buttons write the clipboard. */
const PERMITTED: readonly string[] = ['clipboard-sanitized-write']

/** Tells whether a page may use a feature of the browser (Electron's permission names). Everything else is denied. */
export function isPermitted(permission: string, url: string, isOurs: (url: string) => boolean): boolean {
  return PERMITTED.includes(permission) && isOurs(url)
}

/**
 * Creates a check for pages of this app. It compares whole origins: `http://localhost:51730` does not match
 * `…:5173`.
 */
export function createOriginCheck(origins: readonly (string | undefined)[]): (url: string) => boolean {
  const prefixes = origins
    .filter((origin) => origin !== undefined)
    .map((origin) => (origin.endsWith('/') ? origin : `${origin}/`))
  return (url) => prefixes.some((prefix) => url === prefix.slice(0, -1) || url.startsWith(prefix))
}
