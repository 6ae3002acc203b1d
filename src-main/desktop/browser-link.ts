const BROWSER_SCHEMES: readonly string[] = ['https:', 'http:']

/** Tells whether a link is opened in the browser: many intranets have no https. */
export const opensInBrowser = (url: string): boolean =>
  URL.canParse(url) && BROWSER_SCHEMES.includes(new URL(url).protocol)
