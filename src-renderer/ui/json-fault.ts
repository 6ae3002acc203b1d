/** The tokens of JSON; each matches at a place, or not. */
const SPACE = /[ \t\r\n]*/y
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y // eslint-disable-line no-control-regex -- JSON forbids them in texts
const OTHER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

const EXPECTED = {
  value: 'a value',
  firstItem: 'a value or ]',
  key: 'a name in double quotes',
  firstKey: 'a name in double quotes or }',
  colon: 'a colon',
  next: 'a comma or the end',
} as const
type State = keyof typeof EXPECTED

/** Finds where a text stops being JSON, and what was expected there. */
export interface JsonFault {
  /** From 1. */
  line: number
  message: string
}

/** Finds the first place at which a text is not JSON; undefined: it is. */
export function jsonFault(text: string): JsonFault | undefined {
  const open: string[] = []
  let state: State = 'value'
  let at = skip(SPACE, text, 0) ?? 0
  for (; ; at = skip(SPACE, text, at) ?? at) {
    const character = text[at]
    if (state === 'next' && open.length === 0) return character === undefined ? undefined : fault('the end')
    if (character === undefined) return fault(EXPECTED[state])
    if ((state === 'firstItem' && character === ']') || (state === 'firstKey' && character === '}')) {
      close()
    } else if (state === 'next') {
      if (character === ',') {
        at++
        state = open.at(-1) === '{' ? 'key' : 'value'
      } else if (character === (open.at(-1) === '{' ? '}' : ']')) close()
      else return fault(`a comma or ${open.at(-1) === '{' ? '}' : ']'}`)
    } else if (state === 'colon') {
      if (character !== ':') return fault(EXPECTED.colon)
      at++
      state = 'value'
    } else if (state === 'key' || state === 'firstKey') {
      const end = skip(TEXT, text, at)
      if (end === undefined) return fault(EXPECTED[state])
      at = end
      state = 'colon'
    } else if (character === '{' || character === '[') {
      open.push(character)
      at++
      state = character === '{' ? 'firstKey' : 'firstItem'
    } else {
      const end = skip(TEXT, text, at) ?? skip(OTHER, text, at)
      if (end === undefined) return fault(EXPECTED[state])
      at = end
      state = 'next'
    }
  }

  function close() {
    open.pop()
    at++
    state = 'next'
  }
  function fault(expected: string): JsonFault {
    const line = text.slice(0, at).split('\n').length
    const found = text[at] === undefined ? 'the text ends' : `there is ${text[at]}`
    return { line, message: `Line ${line}: ${expected} is expected, but ${found}.` }
  }
}

/** Finds the end of the token at a place; undefined: there is none. */
function skip(token: RegExp, text: string, at: number): number | undefined {
  token.lastIndex = at
  return token.test(text) ? token.lastIndex : undefined
}
