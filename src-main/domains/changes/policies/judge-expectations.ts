import type { HiddenProjects } from '#shared/access/rules/index.ts'
import type { Event } from '#shared/audit/schemas/event.ts'
import { rewind, type PartChange } from '#shared/audit/undo/index.ts'
import type { FlagExpectation, Expectation, ExpectationResult } from '#shared/insight/schemas/expectation.ts'
import { nameOfExpectation } from '#shared/insight/expectations/expectation-words.ts'
import type { NewEvent } from '#kernel/event.ts'
import { inSteps } from '#runtime/in-steps.ts'
import { groupRows } from '#store/group-rows.ts'
import { inList } from '#store/in-list.ts'
import type { Queries } from '#store/queries.ts'
import type { FlagSources } from '#domains/insight/expectations/check-flag.ts'
import { readGates } from '#domains/insight/expectations/expectations.store.ts'
import {
  CHANCE,
  checkAll,
  runExpectations,
  withinCost,
} from '#domains/insight/expectations/run-expectations.ts'
import { readEnvironmentParts } from '#domains/insight/past/environment-log.read-model.ts'
import { FLAG_TYPES, readLogged, SHARED_TYPES } from '#domains/insight/past/logged-changes.ts'
import { PastEnvironment } from '#domains/insight/past/past-environment.ts'
import { readTouchedFlags } from '../blast-radius/touched-flags.read-model.ts'
import { Findings, toTold } from './judge-write.ts'

/** Changes of a write in all that flags are evaluated with. */
interface Touched {
  changes: PartChange[]
  flags: Set<string>
  segments: Set<number>
  /** Projects whose flags it changed. */
  projects: Set<string>
  /** It can have changed any flag of its environments. */
  isOfAll: boolean
  /** Environments that it changed; undefined: all. */
  environments: Set<string> | undefined
  /** Some event does not keep what was there. */
  isLost: boolean
  /** Expectations that it wrote: they say what is to be from now on. */
  written: Set<string>
}

const EXPECTATION_TYPES: readonly string[] = ['expectation-created', 'expectation-updated']

async function readTouched(events: readonly NewEvent[]): Promise<Touched> {
  const touched: Touched = {
    ...{ changes: [], flags: new Set(), segments: new Set(), projects: new Set() },
    ...{ isOfAll: false, environments: new Set(), isLost: false, written: new Set() },
  }
  await inSteps(events, (event) => {
    if (EXPECTATION_TYPES.includes(event.type)) touched.written.add(String(event.data?.['name']))
    else if (FLAG_TYPES.includes(event.type) || SHARED_TYPES.includes(event.type)) addEvent(touched, event)
  })
  return touched
}

function addEvent(touched: Touched, event: NewEvent): void {
  const logged = readLogged(toTold(event) as Event)
  if (logged.kind === 'changes') {
    for (const change of logged.changes) {
      touched.changes.push(change)
      addOwner(touched, change.path)
      const [, , part, place] = change.path
      addEnvironment(touched, part === 'env' ? place : undefined)
    }
    return
  }
  if (logged.of === 'everything') {
    // a new environment changes no result, and a snapshot brings the expectations that were true of it
    if (event.type !== 'environment-deleted') return
    touched.isOfAll = true
    addEnvironment(touched, String((event.preData ?? event.data)?.['name']))
  } else if (logged.of === 'project') {
    touched.projects.add(event.project ?? '')
    addEnvironment(touched, event.environment)
  } else {
    addOwner(touched, logged.of)
    addEnvironment(touched, undefined)
  }
  touched.isLost = true
}

function addOwner(touched: Touched, [kind, name = '']: readonly string[]): void {
  if (kind === 'flag') touched.flags.add(name)
  else if (kind === 'segment') touched.segments.add(Number(name))
  else if (kind === 'project') touched.projects.add(name)
}

function addEnvironment(touched: Touched, environment: string | undefined): void {
  if (environment === undefined) touched.environments = undefined
  else touched.environments?.add(environment)
}

/** Reads the expectations that a write can have broken, those that refuse first. */
async function readTouchedGates(queries: Queries, touched: Touched): Promise<Expectation[]> {
  const { segments, projects, environments, written, isOfAll } = touched
  const flags = [...touched.flags, ...(await readFlagsOf(queries, projects))]
  if (flags.length + segments.size === 0 && !isOfAll) return []
  const names = isOfAll ? undefined : await readTouchedFlags(queries, { flags, segments: [...segments] })
  const gates = await readGates(queries, { flags: names, environments })
  return gates
    .filter(({ name }) => !written.has(name))
    .toSorted((a, b) => Number(b.gate === 'refuse') - Number(a.gate === 'refuse'))
}

async function readFlagsOf(queries: Queries, projects: ReadonlySet<string>): Promise<string[]> {
  if (projects.size === 0) return []
  const rows = await queries
    .selectFrom('features')
    .select('name')
    .where((eb) => inList(eb.ref('project'), projects))
    .execute()
  return rows.map(({ name }) => name)
}

/** A write whose queries see what it wrote. */
interface JudgedWrite {
  events: readonly NewEvent[]
  at: Date
  hidden: HiddenProjects
}

/**
 * Judges a write by the expectations of the flags that it changed, or whose segments or parents it changed (ADR 87): one that held
 * before the write, and fails after it. What the events do not tell of the state before counts as if it had held.
 */
export async function judgeExpectations(queries: Queries, { events, at, hidden }: JudgedWrite) {
  const findings = new Findings()
  const touched = await readTouched(events)
  const gates = await readTouchedGates(queries, touched)
  const checked = withinCost(gates)
  findings.unchecked = gates.length - checked.length
  if (checked.length === 0) return findings
  const { results } = await runExpectations({ now: at }, queries, checked)
  const failing = new Map(results.flatMap((one) => (one.passed ? [] : [[one.name, one]])))
  if (failing.size === 0) return findings
  const failed = checked.filter(({ name }) => failing.has(name)) as (Expectation & FlagExpectation)[]
  const broken = touched.isLost ? failed : await heldBefore(queries, failed, { touched, at })
  const places = await readPlaces(queries, broken, hidden)
  for (const expectation of broken) {
    const result = failing.get(expectation.name)
    const place = places.of(expectation.flag)
    if (result) findings.keep(toViolation(expectation, result, place), `${expectation.gate} ${place.project}`)
  }
  return findings
}

function toViolation(
  { name, flag, environment, gate = 'warn' }: Expectation & FlagExpectation,
  { message, explanation }: ExpectationResult,
  { project, isTold }: { project: string; isTold: boolean },
) {
  const told = { message, path: '/body', explanation: isTold ? explanation : [] }
  return { expectation: name, effect: gate, flag, project, environment, ...told }
}

/** Finds the expectations that held before a write: its changes are taken back in what is there now. */
async function heldBefore(
  queries: Queries,
  expectations: readonly (Expectation & FlagExpectation)[],
  { touched: { changes }, at }: { touched: Touched; at: Date },
) {
  const former = changes.flatMap(({ path: [kind, , part, parent = ''] }) =>
    kind === 'flag' && part === 'parent' ? [parent] : [],
  )
  const held = new Set<string>()
  for (const [environment, own] of groupRows(expectations, (one) => one.environment)) {
    const flags = own.map(({ flag }) => flag)
    const parents = await readParentsOf(queries, flags)
    const parts = await readEnvironmentParts(queries, environment, [
      ...new Set([...flags, ...parents, ...former]),
    ])
    await inSteps(changes.toReversed(), (change) => {
      if (PastEnvironment.concerns(environment, change.path)) rewind(parts, change)
    })
    const state = new PastEnvironment(environment, parts, { now: at, audiences: [] })
    const sources: FlagSources = {
      evaluation: state.sources(at, () => CHANCE),
      overridesOf: (flag) => state.feature(flag)?.overrides ?? [],
      archivedIn: (flag) => state.archivedIn(flag),
    }
    const { results } = await checkAll(own, { flagsOf: () => sources, access: undefined })
    for (const { name, passed } of results) if (passed) held.add(name)
  }
  return expectations.filter((one) => held.has(nameOfExpectation(one)))
}

const parentRows = (queries: Queries, flags: readonly string[]) =>
  queries
    .selectFrom('feature_dependencies as d')
    .innerJoin('features as f', 'f.name', 'd.parent')
    .select(['d.child', 'd.parent', 'f.project'])
    .where((eb) => inList(eb.ref('d.child'), flags))
    .execute()

const readParentsOf = async (queries: Queries, flags: readonly string[]) =>
  (await parentRows(queries, flags)).map(({ parent }) => parent)

/** Reads the projects of flags, and whether the caller may be told why they are as they are: not by a parent that is hidden. */
async function readPlaces(queries: Queries, broken: readonly FlagExpectation[], hidden: HiddenProjects) {
  const flags = broken.map(({ flag }) => flag)
  const rows = await queries
    .selectFrom('features')
    .select(['name', 'project'])
    .where((eb) => inList(eb.ref('name'), flags))
    .execute()
  const projects = new Map(rows.map(({ name, project }) => [name, project]))
  const ofHidden = (await parentRows(queries, flags)).filter(({ project }) => hidden.has(project))
  const untold = new Set(ofHidden.map(({ child }) => child))
  return {
    of: (flag: string) => ({ project: projects.get(flag) ?? '', isTold: !untold.has(flag) }),
  }
}
