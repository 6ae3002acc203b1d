/**
 * Whether a text can stand in the list of origins: `*` for all, or what browsers send as theirs, such as
 * `https://app.example.com`: scheme, host, and the port where it is not the usual one; nothing after.
 */
export function isOrigin(text: string): boolean {
  if (text === '*') return true
  return !text.includes('*') && URL.canParse(text) && new URL(text).origin === text
}
