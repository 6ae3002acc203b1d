/**
 * Blanks the quoted parts of a text, so that the rest can be examined. A backslash escapes the next character. An
 * unclosed quote reaches to the end. Runs in linear time.
 */
export function blankQuotedText(text: string, quotes: string): string {
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
