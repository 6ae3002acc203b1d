import { percentage } from '../../figures.ts'
import { compileExpression, fitsNaming } from '../../expressions/index.ts'
import { OF_ENVIRONMENTS, type Policy, type PolicyRule, type Violation } from '../schemas/policy.ts'
import { reachOf, type FlagState } from './flag-state.ts'

/** Facts beside the flag that rules know. */
export interface Surroundings {
  /** Time of the change. */
  at: Date
  /** Type of each environment. */
  environmentTypes: ReadonlyMap<string, string>
  /** Context fields that are defined for the flags of a project. */
  knowsField: (field: string, project: string) => boolean
}

/** Change of a flag by one write. */
export interface JudgedFlag {
  /** Undefined: it was not there. */
  before: FlagState | undefined
  /** Undefined: it is not there any more. */
  after: FlagState | undefined
  /** Environments in which something of it changed. */
  touched: ReadonlySet<string>
}

type RuleOf<Kind extends PolicyRule['kind']> = Extract<PolicyRule, { kind: Kind }>

interface Finding {
  message: string
  path: string
}

/** Judges of a flag, or of a flag in an environment. Undefined: it passes. */
type Rules = {
  [Kind in PolicyRule['kind']]: (
    rule: RuleOf<Kind>,
    change: JudgedFlag,
    environment: string,
    surroundings: Surroundings,
  ) => Finding | undefined
}

const RULES: Rules = {
  'first-rollout': ({ atMost, alsoNarrow = false }, { before, after }, environment) => {
    const was = reachOf(before?.environments.get(environment), alsoNarrow)
    const is = reachOf(after?.environments.get(environment), alsoNarrow)
    if (was > 0 || is <= atMost) return undefined
    return {
      message: `It would go on in ${environment} for ${percentage(is)} at once; begin with ${percentage(atMost)} at most`,
      path: '/body/parameters/rollout',
    }
  },
  'tag-required': ({ type, pattern }, change, environment) =>
    newly(change, (flag) => {
      if (!flag.environments.get(environment)?.enabled) return undefined
      if (flag.tags.some((one) => one.type === type && fits(pattern, one.value))) return undefined
      const value = pattern === undefined ? '' : ` that matches ${pattern}`
      return {
        message: `It is on in ${environment}, and has no tag ${type}${value}; tag it first`,
        path: '/body/tags',
      }
    }),
  'description-required': (_rule, change) =>
    newly(change, ({ description }) =>
      description.trim() === ''
        ? { message: 'It has no description; say what it is for', path: '/body/description' }
        : undefined,
    ),
  'name-pattern': ({ pattern }, change) =>
    newly(change, ({ name }) =>
      fits(pattern, name)
        ? undefined
        : { message: `Its name does not match ${pattern}; give it one that does`, path: '/body/name' },
    ),
  'types-allowed': ({ types }, change) =>
    newly(change, ({ type }) =>
      types.includes(type)
        ? undefined
        : { message: `Its type is ${type}; use one of ${types.join(', ')}`, path: '/body/type' },
    ),
  'known-fields': (_rule, change, environment, { knowsField }) =>
    newly(change, ({ environments, project }) => {
      const fields = (environments.get(environment)?.strategies ?? []).flatMap((strategy) => strategy.fields)
      const unknown = fields.find((field) => !knowsField(field, project))
      if (unknown === undefined) return undefined
      return {
        message: `It has a constraint on ${unknown} in ${environment}, which is no context field; define the field, or use one that is`,
        path: '/body/constraints',
      }
    }),
  'change-window': (rule, { touched }, environment, { at }) => {
    if (!touched.has(environment) || isWithin(rule, at)) return undefined
    const days = rule.days.map((day) => WEEKDAYS[day - 1]).join(', ')
    return {
      message: `${environment} is changed ${days} from ${rule.from} to ${rule.to} (${rule.timeZone}) only; change it then`,
      path: '/body',
    }
  },
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Finds what is against the flag now, and was not before: who edits a flag does not answer for its past. */
function newly(
  { before, after }: JudgedFlag,
  findingOf: (flag: FlagState) => Finding | undefined,
): Finding | undefined {
  const finding = after && findingOf(after)
  return finding && !(before && findingOf(before)) ? finding : undefined
}

/** Says why the pattern of a rule is none. Undefined: it is one, or the rule has none. */
export function problemOfPattern(rule: PolicyRule): string | undefined {
  const pattern = 'pattern' in rule ? rule.pattern : undefined
  return pattern === undefined ? undefined : compileExpression(pattern).problem
}

const fits = (pattern: string | undefined, text: string) =>
  pattern === undefined || fitsNaming(pattern, text) === 'fits'

/** Checks that a time lies within a change window. */
function isWithin({ days, from, to, timeZone }: RuleOf<'change-window'>, at: Date): boolean {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  const time = `${part('hour')}:${part('minute')}`
  return days.includes(WEEKDAYS.indexOf(part('weekday')) + 1) && time >= from && time < to
}

/** Lists what policies say against the change of a flag: each policy once for the flag, or once for each environment. */
export function judgeFlag(
  policies: readonly Policy[],
  change: JudgedFlag,
  surroundings: Surroundings,
): Violation[] {
  const flag = change.after ?? change.before
  if (!flag) return []
  const places = new Set([...flag.environments.keys(), ...change.touched])
  return policies.flatMap((policy) => {
    const { name, effect, rule, project } = policy
    if (!policy.enabled || (project !== undefined && project !== flag.project)) return []
    const isOfPlaces = OF_ENVIRONMENTS.includes(rule.kind)
    const environments = isOfPlaces
      ? [...places].filter((place) => covers(policy, place, surroundings))
      : [null]
    return environments.flatMap((environment) => {
      // the rule is of the kind that it is looked up by
      const say = RULES[rule.kind] as Rules['first-rollout']
      const finding = say(rule as RuleOf<'first-rollout'>, change, environment ?? '', surroundings)
      return finding
        ? [{ policy: name, effect, flag: flag.name, project: flag.project, environment, ...finding }]
        : []
    })
  })
}

function covers(policy: Policy, environment: string, { environmentTypes }: Surroundings): boolean {
  if (policy.environment !== undefined && policy.environment !== environment) return false
  return policy.environmentType === undefined || environmentTypes.get(environment) === policy.environmentType
}
