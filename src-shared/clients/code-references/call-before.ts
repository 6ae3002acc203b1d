const SPACE = /\s/
const IN_NAME = /[\w$]/
const IN_ARGUMENT = /[\w$.]/
const IN_TYPE = /[\w, .$[\]]/
/** Longer runs of spaces, names and types belong to no call that people write. */
const MAX_RUN = 60

/**
 * Name of the call that a text is the first argument of, read backwards from the text. An argument before it (`Call(ctx, "x"`),
 * its label (`call(name: "x"`), a type (`call<T>("x"`) and a missing parenthesis (`call "x"`) are skipped.
 */
export function callBefore(source: string, index: number): string | undefined {
  let at = skip(source, index - 1, SPACE)
  const char = source[at]
  if (char === ':' || char === '=')
    at = skip(source, skip(source, skip(source, at - 1, SPACE), IN_NAME), SPACE)
  if (source[at] === ',') at = skip(source, argumentEnd(source, at - 1), IN_ARGUMENT)
  if (source[at] === '(') at = skip(source, at - 1, SPACE)
  else if (at === index - 1) return undefined
  if (source[at] === '>') {
    at = skip(source, at - 1, IN_TYPE)
    if (source[at] !== '<') return undefined
    at -= 1
  }
  const end = at + 1
  if (source[at] === '?' || source[at] === '!') at -= 1
  const start = skip(source, at, IN_NAME) + 1
  return start < end ? source.slice(start, end) : undefined
}

/** End of an argument, without the parentheses of a call that has none of its own: `context.Background()`. */
function argumentEnd(source: string, from: number): number {
  const at = skip(source, from, SPACE)
  return source[at] === ')' && source[at - 1] === '(' ? at - 2 : at
}

/** Goes back over characters of a kind. */
function skip(source: string, from: number, kind: RegExp): number {
  let at = from
  const first = Math.max(-1, from - MAX_RUN)
  while (at > first && kind.test(source[at] ?? '')) at -= 1
  return at
}
