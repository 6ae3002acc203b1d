/** Removes the slashes at the end of an address. An expression for it would need time quadratic in the slashes. */
export function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === '/') end--
  return text.slice(0, end)
}
