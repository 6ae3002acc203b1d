import { compositeKey } from '#shared/composite-key.ts'
import { isAddress, isPlaceholder, STANDARD_FIELDS } from '#shared/clients/context-linter/context-rules.ts'
import type { ContextRuleId } from '#shared/clients/schemas/context-findings.ts'
import type { NormalContext } from '../seen-contexts/normalise-context.ts'
import type { SeenContext } from '../seen-contexts/seen-contexts.ts'

/** The most fields of an application that are told apart, beyond those that flags use. */
const MAX_OWN_FIELDS = 200
/** The most findings of one rule in an environment: many of one leave room for those of others. */
const MAX_OF_RULE = 2000
/** The most values that a finding shows. */
const MAX_VALUES = 5
/** The longest value that is shown. */
const MAX_VALUE = 60

/** Number of contexts for which something holds, and when they were seen. */
export interface Counted {
  contexts: number
  requests: number
  since: string
  lastSeen: string
}

/** Contexts of an application that break a rule in one field. */
export interface BrokenRule extends Counted {
  rule: ContextRuleId
  application: string | null
  field: string
  values: Set<string>
  flags: Map<string, string>
}

/** Contexts of an application. */
interface ApplicationTally extends Counted {
  /** The SDK that was seen last. */
  sdk: string | null
  /** Contexts that may have fields for strategies of an SDK's own. */
  ofOneFlag: number
  fields: Map<string, Counted>
}

/** Expected fields and values, with which the contexts of an application are compared. */
export interface Expectations {
  /** Fields that flags use: they are told apart in any case. */
  used: ReadonlySet<string>
  /** Fields that name who asks. */
  ids: ReadonlySet<string>
  /** Legal values of the context fields that have some. */
  legalValues: ReadonlyMap<string, ReadonlySet<string>>
  /** Fields whose values are examined; undefined: all. */
  examined?: ReadonlySet<string> | undefined
  maxApplications: number
}

/** Counts contexts by application and field, and finds the values that are wrong by themselves. */
export class ContextTally {
  readonly #expected: Expectations
  readonly #ofRule = new Map<ContextRuleId, number>()
  readonly applications = new Map<string | null, ApplicationTally>()
  readonly broken = new Map<string, BrokenRule>()
  /** True if contexts of further applications, or further findings, were passed over. */
  isCut = false

  constructor(expected: Expectations) {
    this.#expected = expected
  }

  add(seen: SeenContext): void {
    const application = seen.context.appName ?? null
    let tally = this.applications.get(application)
    if (!tally) {
      if (this.applications.size >= this.#expected.maxApplications) {
        this.isCut = true
        return
      }
      tally = { ...NOTHING, sdk: null, ofOneFlag: 0, fields: new Map() }
      this.applications.set(application, tally)
    }
    count(tally, seen)
    // newer ones come first
    tally.sdk ??= seen.sdk
    if (seen.origin !== 'all-flags') tally.ofOneFlag += 1
    for (const [field, value] of fieldsOf(seen.context)) {
      countField(tally.fields, field, seen, this.#expected.used.has(field) ? undefined : MAX_OWN_FIELDS)
      this.#examine(seen, field, value)
    }
  }

  /** Counts a context that breaks a rule. */
  note(rule: ContextRuleId, field: string, seen: SeenContext): BrokenRule {
    const application = seen.context.appName ?? null
    const key = compositeKey(rule, application, field)
    const known = this.broken.get(key)
    const broken = known ?? { ...NOTHING, rule, application, field, values: new Set(), flags: new Map() }
    if (!known) {
      const many = this.#ofRule.get(rule) ?? 0
      if (many < MAX_OF_RULE) this.broken.set(key, broken)
      else this.isCut = true
      this.#ofRule.set(rule, many + 1)
    }
    count(broken, seen)
    return broken
  }

  #examine(seen: SeenContext, field: string, value: string): void {
    const { ids, legalValues, examined } = this.#expected
    if (examined && !examined.has(field)) return
    const isId = ids.has(field)
    const legal = legalValues.get(field)
    if (legal?.has(value)) return
    const show = (rule: ContextRuleId) => {
      const { values } = this.note(rule, field, seen)
      if (values.size < MAX_VALUES) values.add(shown(value))
    }
    // the key of OpenFeature is the user
    if (isPlaceholder(value, isId) && field !== 'targetingKey') show(isId ? 'placeholder-id' : 'object-text')
    else if (legal) show('illegal-value')
    // a session that is the user is told of the user
    if (isId && isAddress(value) && !(field === 'sessionId' && value === seen.context.userId))
      this.note('email-id', field, seen)
  }
}

const NOTHING: Counted = { contexts: 0, requests: 0, since: '', lastSeen: '' }

function count(counted: Counted, { count: requests, firstSeen, lastSeen }: SeenContext): void {
  counted.contexts += 1
  counted.requests += requests
  if (counted.since === '' || firstSeen < counted.since) counted.since = firstSeen
  if (lastSeen > counted.lastSeen) counted.lastSeen = lastSeen
}

/** Counts a field, unless it is a new one and there are `most` already. Answers false then. */
export function countField(
  fields: Map<string, Counted>,
  field: string,
  seen: SeenContext,
  most = Number.POSITIVE_INFINITY,
): boolean {
  let counted = fields.get(field)
  if (!counted) {
    if (fields.size >= most) return false
    counted = { ...NOTHING }
    fields.set(field, counted)
  }
  count(counted, seen)
  return true
}

/** Fields of a context with their values, each once; a property with the name of a root field counts where that is missing. */
export function* fieldsOf({ properties, ...root }: NormalContext): Generator<[string, string]> {
  for (const [field, value] of Object.entries(root)) yield [field, value]
  for (const [field, value] of Object.entries(properties))
    if (!Object.hasOwn(root, field)) yield [field, value]
}

/** Lists the fields that an application chose to send. */
export const ownFields = ({ fields }: Pick<ApplicationTally, 'fields'>): string[] =>
  [...fields.keys()].filter((field) => !STANDARD_FIELDS.has(field))

const shown = (value: string) =>
  isAddress(value)
    ? '(an e-mail address)'
    : value.length > MAX_VALUE
      ? `${value.slice(0, MAX_VALUE)}…`
      : value
