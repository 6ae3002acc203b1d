import type { Event } from '#shared/audit/schemas/event.ts'
import { type ConfigurationParts, rewind, type PartChange } from '#shared/audit/undo/index.ts'
import { flagStateOf } from '#shared/changes/policies/flag-state.ts'
import { judgeFlag, type Surroundings } from '#shared/changes/policies/judge-flag.ts'
import { STANDARD_FIELDS } from '#shared/clients/context-linter/context-rules.ts'
import { compositeKey } from '#shared/composite-key.ts'
import type { Policy, Violation } from '#shared/changes/schemas/policy.ts'
import type { NewEvent } from '#kernel/event.ts'
import { Turn } from '#runtime/turn.ts'
import type { Queries } from '#store/queries.ts'
import { readInBatches } from '#domains/audit/configuration/read-current-parts.ts'
import { readLogged } from '#domains/insight/past/logged-changes.ts'

/** Parts of an event that tell of a change. */
type Told = Pick<Event, 'type' | 'featureName' | 'project' | 'environment' | 'data' | 'preData'>

/** Changes of one flag by a write, in their order. */
export interface FlagChanges {
  changes: PartChange[]
  environments: Set<string>
  /** Some event of it does not keep what was there. */
  isLost: boolean
}

/** Gathers what a write changed of each flag. */
export function changesByFlag(events: readonly Told[]): Map<string, FlagChanges> {
  const flags = new Map<string, FlagChanges>()
  const of = (name: string) => {
    const known = flags.get(name) ?? { changes: [], environments: new Set<string>(), isLost: false }
    flags.set(name, known)
    return known
  }
  for (const event of events) {
    const logged = readLogged(event as Event)
    if (logged.kind === 'lost') {
      if (Array.isArray(logged.of) && logged.of[0] === 'flag') of(String(logged.of[1])).isLost = true
      continue
    }
    for (const change of logged.changes) {
      const [kind, name = '', part, place] = change.path
      // what lies over a flag is no change of it
      if (kind !== 'flag' || change.path[4] === 'override') continue
      const flag = of(name)
      flag.changes.push(change)
      if (part === 'env' && place !== undefined) flag.environments.add(place)
    }
  }
  return flags
}

/** Judges the change of a flag whose parts are as it left them; they are as before it afterwards. */
export function judgeAndRewind(
  policies: readonly Policy[],
  parts: ConfigurationParts,
  [name, { changes, environments }]: readonly [string, FlagChanges],
  surroundings: Surroundings,
): Violation[] {
  const after = flagStateOf(parts, name)
  for (const change of changes.toReversed()) rewind(parts, change)
  const before = flagStateOf(parts, name)
  return judgeFlag(policies, { before, after, touched: environments }, surroundings)
}

/** Violations of one write that are kept beside the first of each policy in each project. */
const MAX_KEPT = 1000

/** Violations of a write: at least one of each key. */
export class Findings {
  readonly violations: Violation[] = []
  /** Further ones, of an import of many flags for example. */
  omitted = 0
  /** Expectations that were not checked, as they evaluate too many contexts. */
  unchecked = 0
  readonly #keys = new Set<string>()

  keep(one: Violation, key: string): void {
    if (!this.#keys.has(key) || this.violations.length < MAX_KEPT) this.violations.push(one)
    else this.omitted += 1
    this.#keys.add(key)
  }
}

/** Judges a write by its events; the queries already see what it wrote. */
export async function judgeWrite(
  policies: readonly Policy[],
  queries: Queries,
  { events, at }: { events: readonly NewEvent[]; at: Date },
): Promise<Findings> {
  const findings = new Findings()
  if (policies.length === 0) return findings
  const flags = changesByFlag(events.map(toTold))
  if (flags.size === 0) return findings
  const surroundings = await readSurroundings(queries, at)
  const owners = [...flags.keys()].map((name) => ['flag', name])
  const turn = new Turn()
  for await (const batch of readInBatches(queries, owners))
    for (const [, name = ''] of batch.owners) {
      const changes = flags.get(name)
      if (!changes) continue
      for (const one of judgeAndRewind(policies, batch.parts, [name, changes], surroundings))
        findings.keep(one, compositeKey(one.policy ?? '', one.project))
      await turn.pause()
    }
  return findings
}

/** Reads what a new event tells of a change. */
export const toTold = ({ type, featureName, project, environment, data, preData }: NewEvent): Told => ({
  type,
  featureName: featureName ?? null,
  project: project ?? null,
  environment: environment ?? null,
  data: data ?? null,
  preData: preData ?? null,
})

/** Reads what rules know beside flags. */
export async function readSurroundings(queries: Queries, at: Date): Promise<Surroundings> {
  const environments = await queries.selectFrom('environments').select(['name', 'type']).execute()
  const fields = await queries.selectFrom('context_fields').select(['name', 'project']).execute()
  const known = new Set(fields.map(({ name, project }) => compositeKey(project ?? '', name)))
  return {
    at,
    environmentTypes: new Map(environments.map(({ name, type }) => [name, type])),
    knowsField: (field, project) =>
      STANDARD_FIELDS.has(field) ||
      known.has(compositeKey('', field)) ||
      known.has(compositeKey(project, field)),
  }
}
