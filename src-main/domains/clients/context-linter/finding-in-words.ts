import { contextRule, type RuleFacts } from '#shared/clients/context-linter/context-rules.ts'
import { sdkLine } from '#shared/clients/context-linter/sdk-lines.ts'
import {
  MAX_NAMED_FLAGS,
  type ContextFinding,
  type ContextFindingsQuery,
} from '#shared/clients/schemas/context-findings.ts'
import type { ContextField } from '#shared/flags/schemas/context-field.ts'
import type { SeenContext } from '../seen-contexts/seen-contexts.ts'
import type { BrokenRule, ContextTally } from './context-tally.ts'
import type { FlagNeeds } from './flag-needs.ts'
import type { KnownPrograms } from './known-programs.read-model.ts'

/** Flags and fields that are asked about, and by whom. */
export interface LintScope extends ContextFindingsQuery {
  hidden: ReadonlySet<string>
  now: Date
  /** Contexts that were last seen before are gone. */
  keptSince: string
  isPartial: boolean
  showsValues: boolean
  fields: readonly ContextField[]
}

/** Everything that is known of an environment and of its contexts. */
export interface Examined {
  name: string
  scope: LintScope
  contexts: readonly SeenContext[]
  /** From then on, every context is known; null: there is no such time. */
  completeSince: string | null
  tally: ContextTally
  needs: FlagNeeds
  programs: KnownPrograms
}

/** Findings of one kind; `isCut`: there are more. */
export interface SomeFindings {
  findings: ContextFinding[]
  isCut: boolean
}

/** Puts a broken rule in words, with its evidence. */
export function toFinding(
  { name, tally, programs, scope }: Pick<Examined, 'name' | 'tally' | 'programs' | 'scope'>,
  {
    rule: id,
    application,
    field,
    values,
    flags,
    ...counted
  }: Omit<BrokenRule, 'application'> & {
    application: string | null | undefined
  },
  { of, effect }: { of?: number; effect?: RuleFacts['effect'] } = {},
): ContextFinding {
  const rule = contextRule(id)
  const placeholders = [...values]
  const facts = { application, environment: name, field, flagCount: flags.size, effect, placeholders }
  const named = field === 'default' ? 'userId' : field
  const code = id === 'unused-field' ? undefined : sdkLine(sdkOf({ tally, programs }, application), named)
  const examined = application === undefined ? undefined : tally.applications.get(application)?.contexts
  return {
    rule: id,
    severity: rule.severity,
    ...(application === undefined ? {} : { application }),
    environment: name,
    field: named,
    flags: Array.from(flags, ([flag, project]) => ({ project, name: flag }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .slice(0, MAX_NAMED_FLAGS),
    flagCount: flags.size,
    message: rule.message(facts),
    evidence: {
      contexts: counted.contexts,
      of: of ?? examined ?? counted.contexts,
      requests: counted.requests,
      since: counted.since,
      lastSeen: counted.lastSeen,
    },
    values: id === 'illegal-value' && scope.showsValues ? placeholders : [],
    change: rule.change(facts),
    ...(code ? { code } : {}),
    drawnFrom: rule.drawnFrom,
    wrongIf: rule.wrongIf,
  }
}

/** The SDK of an application; of all, if there is one only. */
function sdkOf(
  { tally: { applications }, programs }: Pick<Examined, 'tally' | 'programs'>,
  application: string | null | undefined,
): string | null {
  const of = (name: string | null) =>
    applications.get(name)?.sdk ?? (name === null ? undefined : programs.sdkOf.get(name)) ?? null
  if (application !== undefined) return of(application)
  const all = new Set([...applications.keys()].map(of))
  const [only = null] = all
  return all.size === 1 ? only : null
}
