/**
 * Checks whether a text is valid in the list of origins. Valid are `*` for all, and origins as browsers send
 * them, such as `https://app.example.com`: scheme, host, and the port if it is not the default; nothing
 * after.
 */
export function isOrigin(text: string): boolean {
  if (text === '*') return true
  return !text.includes('*') && URL.canParse(text) && new URL(text).origin === text
}
