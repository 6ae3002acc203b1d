/**
 * Empties the quoted parts of a text, so that what is outside of them can be looked at. A backslash escapes the character
 * after it. A quote that never ends reaches to the end. The time is linear in the text.
 */
export function emptyQuotes(text: string, quotes: string): string {
  let bare = ''
  let open = ''
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (open === '') {
      if (quotes.includes(char)) open = char
      bare += char
    } else if (char === '\\') at++
    else if (char === open) {
      bare += char
      open = ''
    }
  }
  return bare + open
}
