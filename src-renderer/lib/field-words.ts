import type { ErrorDetail } from '#shared/errors/error-table.ts'

const NAME_CHARACTERS = 'Use only letters, digits and . _ ~ -'
const ENOUGH = 'Enter at least '
/** Patterns of names and colours, each with the sentence that explains it. */
const PATTERNS: Readonly<Record<string, string>> = {
  '^[a-zA-Z0-9~_.-]+$': NAME_CHARACTERS,
  '^[A-Za-z0-9_~.-]*$': NAME_CHARACTERS,
  '^#[0-9A-Fa-f]{6}$': 'Enter a colour such as #1F6FEB.',
  '^(?!\\s*$).+': 'Enter a name.',
  '^\\s*\\S.{0,48}\\S\\s*$': 'Enter 2 to 50 characters.',
}
const FORMATS: Readonly<Record<string, string>> = {
  email: 'Enter an e-mail address, such as ada@example.com.',
  url: 'Enter a URL, such as https://example.com.',
  uri: 'Enter a URL, such as https://example.com.',
  'date-time': 'Enter a date and time.',
  date: 'Enter a date.',
}

const countOf = (rest: string): string =>
  rest.startsWith('1 ') && rest.endsWith('s') ? rest.slice(0, -1) : rest

const found = (list: Readonly<Record<string, string>>, key: string, otherwise: string): string =>
  Object.hasOwn(list, key) ? (list[key] ?? otherwise) : otherwise

/** Beginnings of the rules that the contract states, each with what follows from the rest. */
const RULES: readonly (readonly [begins: string, inWords: (rest: string) => string])[] = [
  ['is required', () => 'Required.'],
  ['must match pattern "', (rest) => found(PATTERNS, rest.slice(0, -1), `Must match ${rest.slice(0, -1)}`)],
  [
    'must match format "',
    (rest) => found(FORMATS, rest.slice(0, -1), `Must be in the format ${rest.slice(0, -1)}.`),
  ],
  ['must NOT have more than ', (rest) => `Use at most ${countOf(rest)}.`],
  [
    'must NOT have fewer than ',
    (rest) => (rest === '1 characters' ? 'Required.' : `${ENOUGH}${countOf(rest)}.`),
  ],
  ['must be >= ', (rest) => `${ENOUGH}${rest}.`],
  ['must be <= ', (rest) => `Enter at most ${rest}.`],
  ['must be integer', () => 'Enter a whole number.'],
  ['must be number', () => 'Enter a number.'],
  ['must be a multiple of ', (rest) => `Enter a multiple of ${rest}.`],
  ['must be equal to one of the allowed values: ', (rest) => `Choose one of ${rest}.`],
  ['must be URL friendly', () => NAME_CHARACTERS],
  ['length must be at least ', (rest) => `${ENOUGH}${rest.replace(' long', '')}.`],
  ['length must be less than or equal to ', (rest) => `Use at most ${rest.replace(' long', '')}.`],
]

/** Ends of a rule: the contract repeats the value, which stands in the field. */
const ENDS = ['. You sent ', '. You provided ']

/** Beginnings that name the field: "The `/body/name` property must …", "\"name\" must …". */
const SUBJECTS: readonly (readonly [begin: string, end: string])[] = [
  ['The `', '` property '],
  ['"', '" '],
]

function ruleOf(message: string): string | undefined {
  for (const [begin, end] of SUBJECTS) {
    const at = message.indexOf(end, begin.length)
    if (!message.startsWith(begin) || at < 0) continue
    const rule = message.slice(at + end.length)
    const cut = Math.min(...ENDS.map((one) => rule.indexOf(one)).filter((one) => one >= 0), rule.length)
    return rule.slice(0, cut)
  }
  return undefined
}

/** Words an error of the contract as a sentence beside the field it is about. Other texts stay unchanged. */
export function errorAtField(message: string): string {
  const rule = ruleOf(message)
  if (rule === undefined) return message
  const known = RULES.find(([begins]) => rule.startsWith(begins))
  return known ? known[1](rule.slice(known[0].length)) : message
}

/** Words an error of the contract as a sentence that names its field, for where the field is not shown. */
export function errorOfField({ path, message }: ErrorDetail): string {
  const said = errorAtField(message)
  const field = path?.split('/').slice(2).join('.')
  return said === message || !field ? message : `${field}: ${said}`
}
