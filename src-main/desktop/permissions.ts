/** Permissions that our own pages need: the copy buttons write the clipboard. */
const PERMITTED: readonly string[] = ['clipboard-sanitized-write']

/** Tells whether a page may use a feature of the browser (Electron's permission names). Everything else is denied. */
export function isPermitted(permission: string, url: string, isOurs: (url: string) => boolean): boolean {
  return PERMITTED.includes(permission) && isOurs(url)
}

/** Tells our pages from all others: by their whole origin, so that `http://localhost:51730` is not `…:5173`. */
export function oursOf(origins: readonly (string | undefined)[]): (url: string) => boolean {
  const prefixes = origins
    .filter((origin) => origin !== undefined)
    .map((origin) => (origin.endsWith('/') ? origin : `${origin}/`))
  return (url) => prefixes.some((prefix) => url === prefix.slice(0, -1) || url.startsWith(prefix))
}
