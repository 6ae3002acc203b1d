/** Place in code that names a flag. */
export interface CodeReference {
  flag: string
  /** Relative to the folder, with slashes. */
  file: string
  line: number
  column: number
  /** The call that uses the flag; undefined: its name stands alone, such as in a constant. */
  call?: string
  /** The line, as it is read by people. */
  text: string
}

/** Text of the characters that names of flags have, in quotes. */
const NAME = /(["'`])([\w.~-]{1,100})\1/g
/** Names without quotes, in the languages that have them. */
const ATOM = /(?<=[(,\s]):([a-z_]\w{0,99})/g
const OF_ATOMS = /\.exs?$/
const MAX_TEXT = 160
/** More references of a file are those of a list. */
const MAX_IN_FILE = 1000

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
function callBefore(source: string, index: number): string | undefined {
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

/** Finds the places of a file that use flags or name those that exist. */
export function findReferences(
  file: string,
  source: string,
  { calls, flags }: { calls: ReadonlySet<string>; flags: ReadonlySet<string> },
): CodeReference[] {
  const found: CodeReference[] = []
  const lines = new Lines(source)
  const add = (flag: string, index: number, call?: string) => {
    const { line, column, text } = lines.at(index)
    found.push({ flag, file, line, column, ...(call ? { call } : {}), text: text.trim().slice(0, MAX_TEXT) })
    return found.length < MAX_IN_FILE
  }
  for (const { 2: flag = '', index } of source.matchAll(NAME)) {
    const call = callBefore(source, index)
    const isCall = call !== undefined && calls.has(call)
    if ((isCall || flags.has(flag)) && !add(flag, index, isCall ? call : undefined)) break
  }
  if (!OF_ATOMS.test(file)) return found
  lines.restart()
  for (const { 1: flag = '', index } of source.matchAll(ATOM)) {
    const call = callBefore(source, index)
    if (call !== undefined && calls.has(call) && !add(flag, index, call)) break
  }
  return found
}

/** Lines of a text, found as its places come in order. */
class Lines {
  readonly #text: string
  #line = 1
  #start = 0

  constructor(text: string) {
    this.#text = text
  }

  restart(): void {
    this.#line = 1
    this.#start = 0
  }

  at(index: number): { line: number; column: number; text: string } {
    for (;;) {
      const end = this.#text.indexOf('\n', this.#start)
      if (end < 0 || end >= index) {
        const text = this.#text.slice(this.#start, end < 0 ? undefined : end)
        return { line: this.#line, column: index - this.#start + 1, text }
      }
      this.#line += 1
      this.#start = end + 1
    }
  }
}
