import type { ContextRuleId, FindingSeverity } from '../schemas/context-findings.ts'

/** Facts that the words of a rule may use. */
export interface RuleFacts {
  /** undefined: every application; null: contexts that name none. */
  application: string | null | undefined
  environment: string
  /** Field that it is about; `default`: userId and sessionId. */
  field: string
  flagCount: number
  /** Effect of a missing field on the constraints: they match nobody, everybody, or some of each. */
  effect?: 'nobody' | 'everybody' | 'both' | undefined
  /** Texts that stand for a missing value. */
  placeholders?: readonly string[]
}

/** One rule as data. Its evidence is gathered in src-main/domains/clients/context-linter. */
export interface ContextRule {
  id: ContextRuleId
  severity: FindingSeverity
  /** The way a finding is drawn. */
  drawnFrom: string
  /** A fact that would make it wrong. */
  wrongIf: string
  message: (facts: RuleFacts) => string
  change: (facts: RuleFacts) => string
}

const flagsInWords = ({ flagCount }: RuleFacts, one: string, many: string) =>
  flagCount === 1 ? `a flag ${one}` : `${flagCount} flags ${many}`

const missing = ({ field }: RuleFacts) =>
  field === 'default' ? 'neither userId nor sessionId' : `no ${field}`

const sender = ({ application }: RuleFacts) =>
  application === undefined ? 'No application' : (application ?? 'A program that names no application')

const sendMissing = ({ field }: RuleFacts) =>
  field === 'default'
    ? 'Send userId, or a sessionId that stays the same for a visitor.'
    : `Send ${field} with each context, or choose another stickiness.`

const EVALUATED =
  'Contexts of the frontend API and OFREP that reach the strategy, evaluated with the flag as it is now.'
const KEPT_FOR_DAYS =
  'The application was changed since: contexts stay for up to seven days. Look at later ones only.'

const EFFECTS = {
  nobody: 'its constraint matches nobody there',
  everybody: 'its constraint matches everybody there',
  both: 'its constraints match everybody or nobody there',
} as const

/** All rules, the most severe ones first. */
export const CONTEXT_RULES: readonly ContextRule[] = [
  {
    id: 'sticky-random',
    severity: 'problem',
    drawnFrom: EVALUATED,
    wrongIf: KEPT_FOR_DAYS,
    message: (facts) =>
      `${sender(facts)} sends ${missing(facts)}: ${flagsInWords(facts, 'is on or off', 'are on or off')} by chance, anew with each request.`,
    change: sendMissing,
  },
  {
    id: 'sticky-off',
    severity: 'problem',
    drawnFrom: EVALUATED,
    wrongIf: KEPT_FOR_DAYS,
    message: (facts) =>
      `${sender(facts)} sends ${missing(facts)}, on which the rollout of ${flagsInWords(facts, 'is', 'are')} sticky: it lets none of these requests in.`,
    change: sendMissing,
  },
  {
    id: 'variant-random',
    severity: 'problem',
    drawnFrom: EVALUATED,
    wrongIf: KEPT_FOR_DAYS,
    message: (facts) =>
      `${sender(facts)} sends ${missing(facts)}: the variant of ${flagsInWords(facts, 'is', 'are')} chosen by chance, anew with each request.`,
    change: sendMissing,
  },
  {
    id: 'placeholder-id',
    severity: 'problem',
    drawnFrom: 'Contexts whose id is exactly a text that languages write for a missing value or an object.',
    wrongIf: 'Somebody really has this id.',
    message: (facts) =>
      `${sender(facts)} sends ${(facts.placeholders ?? []).map((text) => `"${text}"`).join(', ')} as ${facts.field}: all these users are one to a rollout.`,
    change: ({ field }) => `Send the id itself as text, and leave ${field} out while there is none.`,
  },
  {
    id: 'object-text',
    severity: 'warning',
    drawnFrom: 'Contexts with the text "[object Object]" or "undefined" in a field that is no id.',
    wrongIf: 'The text is meant.',
    message: (facts) =>
      `${sender(facts)} sends ${(facts.placeholders ?? []).map((text) => `"${text}"`).join(', ')} as ${facts.field}: no constraint can match what was meant.`,
    change: ({ field }) => `Send the value of ${field} as text, and leave the field out while there is none.`,
  },
  {
    id: 'absent-field',
    severity: 'warning',
    drawnFrom:
      'All contexts that came since the time of the evidence, and the counts of flags that applications reported in the last seven days.',
    wrongIf:
      'A program that evaluates by itself uses the flag and reports no counts, contexts were lost with a crash of the service, or the application sends the field in cases that have not come up yet.',
    message: (facts) => {
      const { field, effect = 'nobody' } = facts
      const whose = flagsInWords(facts, 'has', 'have')
      return facts.application === undefined
        ? `No application has sent ${field}, on which ${whose} a constraint: ${EFFECTS[effect]}.`
        : `${sender(facts)} uses ${facts.flagCount === 1 ? 'a flag' : `${facts.flagCount} flags`} with a constraint on ${field}, and has not sent it: ${EFFECTS[effect]}.`
    },
    change: ({ field }) => `Send ${field} with each context, or remove the constraint.`,
  },
  {
    id: 'illegal-value',
    severity: 'warning',
    drawnFrom: 'Contexts whose value is none of the legal values that the context field has now.',
    wrongIf: 'The list of legal values is not meant to be complete.',
    message: (facts) =>
      `${sender(facts)} sends values of ${facts.field} that are no legal values of this context field.`,
    change: ({ field }) => `Send a legal value, or add the value to those of ${field}.`,
  },
  {
    id: 'email-id',
    severity: 'warning',
    drawnFrom: 'Contexts whose id has the form of an e-mail address.',
    wrongIf: 'The ids only look like addresses, such as those of accounts in a directory.',
    message: (facts) =>
      `${sender(facts)} sends e-mail addresses as ${facts.field}: they stand in URLs, logs and the contexts that are kept.`,
    change: ({ field }) => `Send an id that says nothing about the person as ${field}.`,
  },
  {
    id: 'unused-field',
    severity: 'info',
    drawnFrom:
      'Fields of contexts that no constraint and no stickiness of a flag, segment, override, release template or default strategy uses, in any project.',
    wrongIf: 'The field is sent for a flag that is not there yet, or for a strategy of your own.',
    message: (facts) => `${sender(facts)} sends ${facts.field}, which no flag uses.`,
    change: ({ field }) => `Leave ${field} out: each value of it is one more context.`,
  },
]

/** Finds a rule. */
export function contextRule(id: ContextRuleId): ContextRule {
  const found = CONTEXT_RULES.find((rule) => rule.id === id)
  if (!found) throw new Error(`No rule has the id ${id}`)
  return found
}

/** Texts that languages write for a missing value or an object: JavaScript, Python, Go, Objective-C. */
const PLACEHOLDERS: ReadonlySet<string> = new Set([
  'undefined',
  'null',
  'NaN',
  'None',
  'nil',
  '<nil>',
  '(null)',
  '[object Object]',
])

/** Some of these: texts that nobody means in a field that is no id. */
const NEVER_MEANT: ReadonlySet<string> = new Set(['undefined', '[object Object]'])

/** Checks whether a text stands for a missing value. */
export const isPlaceholder = (text: string, isId: boolean): boolean =>
  (isId ? PLACEHOLDERS : NEVER_MEANT).has(text)

/** The longest address that mail knows. */
const MAX_ADDRESS = 254
const ADDRESS = /^[^\s@<>()[\]",;:\\]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}$/

/** Checks whether a text has the form of an e-mail address. */
export const isAddress = (text: string): boolean =>
  text.length <= MAX_ADDRESS && text.includes('@') && ADDRESS.test(text)

/** Fields that SDKs and the service fill in: they are never unused. */
export const STANDARD_FIELDS: ReadonlySet<string> = new Set([
  'userId',
  'sessionId',
  'remoteAddress',
  'appName',
  'environment',
  'currentTime',
  'targetingKey',
])

/** Fields that every evaluation has, whatever was sent: nothing can be said about who sends them. */
export const ALWAYS_THERE: ReadonlySet<string> = new Set([
  'environment',
  'currentTime',
  'remoteAddress',
  'sessionId',
])
