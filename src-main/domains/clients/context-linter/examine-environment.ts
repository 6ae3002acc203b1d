import type { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import { findKnownApplications } from '#domains/flags/metrics/metrics.store.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import { inSteps, mapInSteps } from '#runtime/in-steps.ts'
import { Turn } from '#runtime/turn.ts'
import { lacksField, stickyLacks } from '#shared/clients/context-linter/sticky-lacks.ts'
import type { ClientFeature } from '#shared/clients/schemas/client.ts'
import { compositeKey } from '#shared/composite-key.ts'
import {
  MAX_FINDINGS,
  MAX_NAMED_FLAGS,
  MAX_SEEN_APPLICATIONS,
  MAX_SEEN_FIELDS,
  type ContextFinding,
  type SeenApplication,
  type SeenEnvironment,
} from '#shared/clients/schemas/context-findings.ts'
import type { ClientConfiguration } from '../client-api/client-configuration.ts'
import type { SeenContext, SeenContexts } from '../seen-contexts/seen-contexts.ts'
import {
  ContextTally,
  countField,
  fieldsOf,
  ownFields,
  type BrokenRule,
  type Counted,
} from './context-tally.ts'
import { findAbsentFields } from './find-absent-fields.ts'
import { toFinding, type Examined, type LintScope, type SomeFindings } from './finding-in-words.ts'
import { readFlagNeeds, type FlagNeeds } from './flag-needs.ts'
import { isPolled, readKnownPrograms } from './known-programs.read-model.ts'
import { readFieldUses } from './used-fields.read-model.ts'

/** Sources of the linter's evidence. */
export interface LintSources {
  seenContexts: Pick<SeenContexts, 'isEnabled' | 'since' | 'completeSince'>
  configuration: Pick<ClientConfiguration, 'of'>
  tokens: Pick<TokenDirectory, 'all'>
  /** Number of processes that share the database. */
  countPeers: () => Promise<number>
}

/** The most evaluations of a flag for a context, for each environment. Newer contexts come first. */
const MAX_EVALUATED = 200_000
/** Names of flags that are kept for a finding. */
const MAX_FLAGS = 5000

/** Examines the contexts of an environment that programs sent. Undefined: there are none that the caller may know of. */
export async function examineEnvironment(
  { seenContexts, configuration, tokens }: LintSources,
  context: QueryContext,
  name: string,
  scope: LintScope,
): Promise<
  | {
      environment: SeenEnvironment
      applications: SeenApplication[]
      findings: ContextFinding[]
      isSampled: boolean
    }
  | undefined
> {
  const { keptSince, project } = scope
  const from = scope.since !== undefined && scope.since > keptSince ? scope.since : keptSince
  const contexts = seenContexts.since(name, new Date(from)).filter((one) => isInScope(one, scope))
  if (contexts.length === 0) return undefined
  const needs = await readFlagNeeds(await configuration.of(name), scope)
  const programs = await readKnownPrograms(context.everything, name, keptSince)
  const tally = new ContextTally({ ...expectationsOf(scope, needs), maxApplications: MAX_SEEN_APPLICATIONS })
  const fields = new Map<string, Counted>()
  let hasMoreFields = false
  let firstSeen = contexts[0]?.firstSeen ?? from
  const turn = new Turn()
  for (const one of contexts) {
    if (one.firstSeen < firstSeen) firstSeen = one.firstSeen
    if (scope.application === undefined || one.context.appName === scope.application) tally.add(one)
    for (const [field] of fieldsOf(one.context))
      if (!countField(fields, field, one, MAX_SEEN_FIELDS)) hasMoreFields = true
    await turn.pause()
  }
  const gap = seenContexts.completeSince(name) ?? ''
  const completeSince = [gap, firstSeen, from].reduce((last, one) => (one > last ? one : last))
  const contextsSince = contexts.filter(({ lastSeen }) => lastSeen > gap).length
  const examined: Examined = {
    name,
    scope,
    contexts,
    completeSince: contextsSince === 0 || scope.isPartial ? null : completeSince,
    tally,
    needs,
    programs,
  }
  const isCut = await findStickyLacks(examined)
  const polled = (of: string | undefined) =>
    isPolled(tokens.all(), { environment: name, project: of, since: keptSince })
  const absent = await findAbsentFields(examined, context.everything, gap, polled)
  const unused = await findUnusedFields(examined, context)
  const registered = await findKnownApplications(
    context.everything,
    [...tally.applications.keys()].flatMap((application) => application ?? []),
  )
  const broken = await mapInSteps(tally.broken.values(), (one) => toFinding(examined, one))
  return {
    environment: {
      environment: name,
      contexts: contexts.length,
      completeSince: examined.completeSince,
      contextsSince,
      fields: Array.from(fields, ([field, { contexts: many, lastSeen }]) => ({
        name: field,
        contexts: many,
        lastSeen,
      })),
      hasMoreFields,
      evaluateThemselves: [...programs.evaluateThemselves].sort().slice(0, MAX_NAMED_FLAGS),
      isPolled: polled(project),
    },
    applications: Array.from(tally.applications, ([application, one]) => ({
      application,
      environment: name,
      sdk: one.sdk ?? (application === null ? undefined : programs.sdkOf.get(application)) ?? null,
      contexts: one.contexts,
      requests: one.requests,
      since: one.since,
      lastSeen: one.lastSeen,
      evaluatesItself: application !== null && programs.evaluateThemselves.has(application),
      registered: application !== null && registered.has(application),
    })),
    findings: [...broken, ...absent.findings, ...unused.findings],
    isSampled: isCut || tally.isCut || absent.isCut || unused.isCut,
  }
}

/** Contexts that programs sent for flags that the caller asks about, and may see. */
const isInScope = ({ origin, projects }: SeenContext, { hidden, project }: LintScope) =>
  (origin === 'all-flags' || origin === 'one-flag') &&
  (projects.includes('*') ||
    (project === undefined ? projects.some((one) => !hidden.has(one)) : projects.includes(project)))

function expectationsOf({ flag, fields, project }: LintScope, { used, sticky }: FlagNeeds) {
  // those of a project hold where nothing else is asked about
  const known = fields.filter((one) => one.project === undefined || one.project === project)
  return {
    used,
    ids: new Set(['userId', 'sessionId', ...[...sticky.keys()].filter((field) => field !== 'default')]),
    legalValues: new Map(
      known
        .filter(({ legalValues }) => legalValues.length > 0)
        .map(({ name, legalValues }) => [name, new Set(legalValues.map(({ value }) => value))]),
    ),
    examined: flag === undefined ? undefined : used,
  }
}

/**
 * Evaluates the flags that are sticky on fields which contexts lack. Only requests that evaluate all flags count: others are known to
 * concern one flag. Answers whether some were left out.
 */
async function findStickyLacks({ contexts, needs, tally, scope }: Examined): Promise<boolean> {
  const turn = new Turn()
  const evaluated = new Map<string | null, number>()
  let left = MAX_EVALUATED
  for (const seen of contexts) {
    const application = seen.context.appName ?? null
    if (seen.origin !== 'all-flags' || !tally.applications.has(application)) continue
    if (scope.application !== undefined && scope.application !== application) continue
    if (left <= 0) return true
    evaluated.set(application, (evaluated.get(application) ?? 0) + 1)
    const lacking = new Set<ClientFeature>()
    for (const [field, flags] of needs.sticky)
      if (lacksField(seen.evaluated, field)) for (const flag of flags) lacking.add(flag)
    const noted = new Map<string, BrokenRule>()
    for (const flag of lacking) {
      if (!seen.projects.includes('*') && !seen.projects.includes(flag.project)) continue
      left -= 1
      for (const { rule, field } of stickyLacks(flag, seen.evaluated, needs.sources)) {
        const key = compositeKey(rule, field)
        const broken = noted.get(key) ?? tally.note(rule, field, seen)
        noted.set(key, broken)
        if (broken.flags.size < MAX_FLAGS) broken.flags.set(flag.name, flag.project)
      }
      await turn.pause()
    }
    await turn.pause()
  }
  return false
}

async function findUnusedFields(
  { name, tally, needs, programs, scope }: Examined,
  { everything }: QueryContext,
): Promise<SomeFindings> {
  const found: SomeFindings = { findings: [], isCut: false }
  const candidates = new Set<string>()
  // with a flag, others are not asked about
  if (scope.flag !== undefined) return found
  await inSteps(tally.applications.values(), (one) => {
    for (const field of ownFields(one)) if (!needs.used.has(field)) candidates.add(field)
  })
  if (candidates.size === 0) return found
  const { unused, hasCustomStrategies } = await readFieldUses(everything, candidates)
  await inSteps(tally.applications, ([application, one]) => {
    if (hasCustomStrategies && one.ofOneFlag > 0) return
    for (const field of ownFields(one)) {
      const counted = one.fields.get(field)
      if (!counted || !unused.has(field)) continue
      if (found.findings.length >= MAX_FINDINGS) {
        found.isCut = true
        return
      }
      const broken = { ...counted, rule: 'unused-field', application, field } as const
      const nothing = { values: new Set<string>(), flags: new Map<string, string>() }
      found.findings.push(toFinding({ name, tally, programs, scope }, { ...broken, ...nothing }))
    }
  })
  return found
}
