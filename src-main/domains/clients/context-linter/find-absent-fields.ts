import type { ClientFeature } from '#shared/clients/schemas/client.ts'
import { compositeKey } from '#shared/composite-key.ts'
import type { ContextFinding } from '#shared/clients/schemas/context-findings.ts'
import { inSteps, mapInSteps } from '#runtime/in-steps.ts'
import { Turn } from '#runtime/turn.ts'
import type { Queries } from '#store/queries.ts'
import { MAX_APPS, MAX_NAME, UNNAMED_APP } from '../remote-evaluation/remote-usage.ts'
import type { BrokenRule } from './context-tally.ts'
import { toFinding, type Examined, type SomeFindings } from './finding-in-words.ts'
import type { AbsenceEffect } from './flag-needs.ts'
import { readReporters } from './known-programs.read-model.ts'

/** The most flags whose counts are read for one environment. */
const MAX_FLAGS = 5000
/** The most findings of one environment. */
const MAX_ABSENCES = 2000

/** Missing field, and the flags that look at it. */
interface Absence {
  /** undefined: of all; null: of programs that name none. */
  application: string | null | undefined
  field: string
  flags: Map<string, string>
  effect: AbsenceEffect
}

/**
 * Finds constraints on fields that are not sent. It is said of an application that has counted evaluations of the flag and
 * whose SDK asks for all evaluations. Where nobody has counted any, it is said of all, unless some SDK may evaluate by itself.
 */
export async function findAbsentFields(
  examined: Examined,
  queries: Queries,
  gap: string,
  isPolled: (project: string) => boolean,
): Promise<SomeFindings> {
  const { name, scope, contexts, completeSince, needs, programs } = examined
  if (completeSince === null) return { findings: [], isCut: false }
  const sent = await sentSince(contexts, gap)
  const candidates: { field: string; isSent: boolean; of: ReadonlyMap<ClientFeature, AbsenceEffect> }[] = []
  const named = new Set<string>()
  await inSteps(needs.constrained, ([field, of]) => {
    let senders = 0
    for (const { fields } of sent.values()) if (fields.has(field)) senders += 1
    if (senders === sent.size) return
    candidates.push({ field, isSent: senders > 0, of })
    for (const { name: flag } of of.keys()) if (named.size < MAX_FLAGS) named.add(flag)
  })
  const since = scope.keptSince
  const reporters = await readReporters(queries, { environment: name, flags: [...named], since })
  const polledOf = new Map<string, boolean>()
  const absences = new Map<string, Absence>()
  const turn = new Turn()
  for (const { field, isSent, of } of candidates) {
    for (const [flag, effect] of of) {
      await turn.pause()
      if (!named.has(flag.name)) continue
      const who = reporters.get(flag.name) ?? []
      for (const name of who) {
        const application = senderOf(name, sent)
        const own = sent.get(application)
        if (!own || own.contexts === 0 || own.fields.has(field)) continue
        if (application !== null && programs.evaluateThemselves.has(application)) continue
        note(absences, { application, field, flag, effect })
      }
      const isKnown = polledOf.get(flag.project) ?? isPolled(flag.project)
      polledOf.set(flag.project, isKnown)
      if (who.length > 0 || isSent || isKnown || programs.evaluateThemselves.size > 0) continue
      note(absences, { application: undefined, field, flag, effect })
    }
  }
  const asked = [...absences.values()].filter(
    ({ application }) => scope.application === undefined || application === scope.application,
  )
  const findings = await mapInSteps(asked, (one) => inWords(examined, one, sent))
  return { findings, isCut: absences.size >= MAX_ABSENCES || named.size >= MAX_FLAGS }
}

/** Fields that an application ever sent, and the contexts of the time since which all are known. */
interface Sent extends Pick<BrokenRule, 'contexts' | 'requests' | 'since' | 'lastSeen'> {
  fields: Set<string>
}

/**
 * Finds whose contexts belong to the counts of an application. OpenFeature counts programs that name none under a name of its own,
 * and with them those of too long names, or beyond a number of names: with these, nothing is known of the former.
 */
function senderOf(name: string, sent: ReadonlyMap<string | null, Sent>): string | null {
  if (name !== UNNAMED_APP || sent.has(name) || sent.size > MAX_APPS) return name
  for (const one of sent.keys()) if (one !== null && one.length > MAX_NAME) return name
  return null
}

async function sentSince(contexts: Examined['contexts'], gap: string): Promise<Map<string | null, Sent>> {
  const sent = new Map<string | null, Sent>()
  const turn = new Turn()
  for (const { context, count, firstSeen, lastSeen } of contexts) {
    const application = context.appName ?? null
    const known = sent.get(application)
    const own = known ?? { contexts: 0, requests: 0, since: '', lastSeen: '', fields: new Set() }
    if (!known) sent.set(application, own)
    const { properties, ...root } = context
    for (const field of Object.keys(root)) own.fields.add(field)
    for (const field of Object.keys(properties)) own.fields.add(field)
    await turn.pause()
    if (lastSeen <= gap) continue
    own.contexts += 1
    own.requests += count
    if (own.since === '' || firstSeen < own.since) own.since = firstSeen
    if (lastSeen > own.lastSeen) own.lastSeen = lastSeen
  }
  return sent
}

function note(
  absences: Map<string, Absence>,
  { application, field, flag, effect }: Omit<Absence, 'flags'> & { flag: ClientFeature },
): void {
  const key = application === undefined ? compositeKey(field) : compositeKey(application, field)
  const known = absences.get(key)
  if (!known && absences.size >= MAX_ABSENCES) return
  const absence = known ?? { application, field, effect, flags: new Map() }
  absence.flags.set(flag.name, flag.project)
  if (absence.effect !== effect) absence.effect = 'both'
  absences.set(key, absence)
}

function inWords(
  examined: Examined,
  { application, field, flags, effect }: Absence,
  sent: ReadonlyMap<string | null, Sent>,
): ContextFinding {
  const own =
    application === undefined ? [...sent.values()] : [sent.get(application)].flatMap((one) => one ?? [])
  const counted = own.filter(({ contexts }) => contexts > 0)
  const sum = (of: (one: Sent) => number) => counted.reduce((total, one) => total + of(one), 0)
  const first = counted.reduce((least, { since }) => (least === '' || since < least ? since : least), '')
  const completeSince = examined.completeSince ?? ''
  const contexts = sum((one) => one.contexts)
  return toFinding(
    examined,
    {
      rule: 'absent-field',
      application,
      field,
      flags,
      values: new Set(),
      contexts,
      requests: sum((one) => one.requests),
      since: first > completeSince ? first : completeSince,
      lastSeen: counted.reduce((last, { lastSeen }) => (lastSeen > last ? lastSeen : last), ''),
    },
    { of: contexts, effect },
  )
}
