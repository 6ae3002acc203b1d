const TYPES = ['string', 'percentage', 'list', 'number', 'boolean'] as const

interface Parameter {
  name: string
  type: (typeof TYPES)[number]
  required: boolean
  description: string
}

/** Parameters as lines to be edited: `level number !`, then the description. */
export function parameterLines(
  parameters: readonly { name: string; type: string; required: boolean; description: string }[],
): string {
  return parameters
    .map(({ name, type, required, description }) =>
      [name, type, required ? '!' : '', description].filter(Boolean).join(' '),
    )
    .join('\n')
}

/** The parameters that the lines say, and what is wrong with the first that says none. */
export function parseParameters(text: string): { parameters: Parameter[]; problem: string | null } {
  const parameters: Parameter[] = []
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue
    const [name, afterName] = splitWord(line)
    const [type, afterType] = splitWord(afterName || 'string')
    const [mark, afterMark] = splitWord(afterType)
    const description = mark === '!' ? afterMark : afterType
    const known = TYPES.find((one) => one === type)
    if (!known) return { parameters, problem: `“${type}” is not a parameter type.` }
    parameters.push({ name, type: known, required: mark === '!', description })
  }
  return { parameters, problem: null }
}

/** The first word of a text, and what follows the blanks after it. */
function splitWord(text: string): [word: string, rest: string] {
  const at = text.search(/\s/)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at).trimStart()]
}
