import { environmentNames } from '#domains/access/access/places.read-model.ts'
import { readContextFields } from '#domains/flags/context/context-fields.store.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import {
  MAX_FINDINGS,
  MAX_SEEN_APPLICATIONS,
  type ContextFinding,
  type ContextFindings,
  type ContextFindingsQuery,
  type FindingSeverity,
} from '#shared/clients/schemas/context-findings.ts'
import { RETENTION_DAYS } from '../seen-contexts/seen-contexts.ts'
import { examineEnvironment, type LintSources } from './examine-environment.ts'
import type { LintScope } from './finding-in-words.ts'

const DAY_MS = 86_400_000
const RANKS: readonly FindingSeverity[] = ['problem', 'warning', 'info']

/** Examines the contexts that the caller asks about, environment by environment, in short turns. */
export async function lintContexts(
  sources: LintSources,
  context: QueryContext,
  asked: ContextFindingsQuery,
): Promise<ContextFindings> {
  const { visible, hidden, now } = context
  const isPartial = (await sources.countPeers()) > 1
  const found: ContextFindings = {
    enabled: sources.seenContexts.isEnabled,
    retentionDays: RETENTION_DAYS,
    isPartial,
    environments: [],
    applications: [],
    isSampled: false,
    findings: [],
    omitted: 0,
  }
  if (asked.project !== undefined && hidden.has(asked.project)) return found
  const keptSince = new Date(now.getTime() - RETENTION_DAYS * DAY_MS).toISOString()
  const scope: LintScope = {
    ...asked,
    hidden,
    now,
    keptSince,
    isPartial,
    showsValues: context.may({ anyOf: ['READ_LOGS'] }).allowed,
    fields: await readContextFields(visible),
  }
  for (const environment of await environmentNames(visible)) {
    if (asked.environment !== undefined && asked.environment !== environment) continue
    const examined = await examineEnvironment(sources, context, environment, scope)
    if (!examined) continue
    found.environments.push(examined.environment)
    found.applications.push(...examined.applications)
    found.findings.push(...examined.findings)
    found.isSampled ||= examined.isSampled
  }
  const findings = found.findings.sort(bySeverity)
  return {
    ...found,
    applications: found.applications.slice(0, MAX_SEEN_APPLICATIONS),
    isSampled: found.isSampled || found.applications.length > MAX_SEEN_APPLICATIONS,
    findings: findings.slice(0, MAX_FINDINGS),
    omitted: Math.max(0, findings.length - MAX_FINDINGS),
  }
}

function bySeverity(a: ContextFinding, b: ContextFinding): number {
  const rank = RANKS.indexOf(a.severity) - RANKS.indexOf(b.severity)
  return rank || b.flagCount - a.flagCount || b.evidence.contexts - a.evidence.contexts || nameOrder(a, b)
}

const nameOrder = (a: ContextFinding, b: ContextFinding) => (placeOf(a) < placeOf(b) ? -1 : 1)

const placeOf = ({ environment, application, field, rule }: ContextFinding) =>
  [environment, application ?? '', field, rule].join('\n')
