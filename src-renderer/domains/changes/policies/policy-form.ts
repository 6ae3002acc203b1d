import type { Policy, PolicyInput, PolicyRule } from '#shared/changes/schemas/policy.ts'
import { timeZone } from '#ui/figures.ts'

/** Rules in the order in which the editor offers them. */
export const RULE_LABELS: Readonly<Record<PolicyRule['kind'], string>> = {
  'first-rollout': 'Begin with few users',
  'tag-required': 'A tag, such as the owner',
  'description-required': 'A description',
  'name-pattern': 'Names that match a pattern',
  'types-allowed': 'Types of flags',
  'known-fields': 'Context fields that are defined',
  'change-window': 'Times for changes',
}
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const WORKDAYS = ['1', '2', '3', '4', '5']

/** Policy as it is edited: the fields of all rules, so that a change of the rule loses nothing. */
export interface PolicyDraft {
  name: string
  description: string
  kind: PolicyRule['kind']
  atMost: number
  alsoNarrow: boolean
  tagType: string
  pattern: string
  types: string[]
  days: string[]
  from: string
  to: string
  timeZone: string
  project: string
  /** `name:` and an environment, `type:` and a type, or nothing for all. */
  place: string
  effect: Policy['effect']
  enabled: boolean
}

/** Makes the draft of a policy, or of a new one. */
export function toDraft(policy?: Policy): PolicyDraft {
  const rule: PolicyRule = policy?.rule ?? { kind: 'first-rollout', atMost: 25 }
  const place =
    policy?.environment === undefined
      ? policy?.environmentType === undefined
        ? ''
        : `type:${policy.environmentType}`
      : `name:${policy.environment}`
  return {
    name: policy?.name ?? '',
    description: policy?.description ?? '',
    kind: rule.kind,
    atMost: 'atMost' in rule ? rule.atMost : 25,
    alsoNarrow: 'alsoNarrow' in rule && rule.alsoNarrow === true,
    tagType: rule.kind === 'tag-required' ? rule.type : '',
    pattern: 'pattern' in rule ? (rule.pattern ?? '') : '',
    types: rule.kind === 'types-allowed' ? rule.types : ['release', 'experiment'],
    days: rule.kind === 'change-window' ? rule.days.map(String) : WORKDAYS,
    from: rule.kind === 'change-window' ? rule.from : '09:00',
    to: rule.kind === 'change-window' ? rule.to : '16:00',
    timeZone: rule.kind === 'change-window' ? rule.timeZone : timeZone(),
    project: policy?.project ?? '',
    place: policy ? place : 'type:production',
    effect: policy?.effect ?? 'warn',
    enabled: policy?.enabled ?? true,
  }
}

function ruleOf(draft: PolicyDraft): PolicyRule {
  const { kind } = draft
  switch (kind) {
    case 'first-rollout':
      return { kind, atMost: draft.atMost, ...(draft.alsoNarrow ? { alsoNarrow: true } : {}) }
    case 'tag-required':
      return { kind, type: draft.tagType, ...(draft.pattern === '' ? {} : { pattern: draft.pattern }) }
    case 'name-pattern':
      return { kind, pattern: draft.pattern }
    case 'types-allowed':
      return { kind, types: draft.types }
    case 'change-window': {
      const { from, to, timeZone } = draft
      return { kind, days: draft.days.map(Number).sort(), from, to, timeZone }
    }
    case 'description-required':
    case 'known-fields':
      return { kind }
  }
}

/** Checks that a rule looks at a flag in its environments, which can then be chosen. */
export const isOfEnvironments = ({ kind }: Pick<PolicyDraft, 'kind'>): boolean =>
  ['first-rollout', 'tag-required', 'known-fields', 'change-window'].includes(kind)

/** Makes the policy of a draft. */
export function toPolicy(draft: PolicyDraft): PolicyInput {
  const { name, description, project, place, effect, enabled } = draft
  const [how, where] = isOfEnvironments(draft) ? [place.slice(0, 5), place.slice(5)] : ['', '']
  return {
    name: name.trim(),
    ...(description.trim() === '' ? {} : { description: description.trim() }),
    rule: ruleOf(draft),
    ...(project === '' ? {} : { project }),
    ...(how === 'name:' ? { environment: where } : {}),
    ...(how === 'type:' ? { environmentType: where } : {}),
    effect,
    enabled,
  }
}
