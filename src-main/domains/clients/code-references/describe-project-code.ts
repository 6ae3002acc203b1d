import {
  findingsFirst,
  isOnForAll,
  judgedFlags,
  type FlagInCode,
} from '#shared/clients/code-references/judge-references.ts'
import type { CodePlace, FlagFinding, ProjectCode } from '#shared/clients/schemas/code-references.ts'
import { mapInSteps } from '#runtime/in-steps.ts'
import { Turn } from '#runtime/turn.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import { inFlagBatches } from '#store/flag-batches.ts'
import { readConfiguredFeatures } from '../client-api/client-features.read-model.ts'
import { readCodeFolders } from './code-folders.store.ts'
import type { CodeScan, CodeScans, PlacedReference } from './code-scans.ts'
import { shownFolders } from './shown-folders.ts'
import { findActiveNames, readProjectEnvironments, readProjectFlags } from './project-flags.read-model.ts'

/** More findings than that are worked off by the command line. With their places, they make an answer of 1.5 MB at most. */
const MAX_FINDINGS = 500
const MAX_PLACES = 10
/** Each can have thirty strategies in an environment. */
const STALE_AT_ONCE = 50
const NOTHING = { counts: { used: 0, missing: 0, stale: 0, unused: 0 }, findings: [] }

/** Describes the code of a project: its folders, and what its last scan found about the flags of now. */
export async function describeProjectCode(
  context: QueryContext,
  codeScans: CodeScans,
  project: string,
): Promise<ProjectCode> {
  const folders = await readCodeFolders(context.visible, project)
  const choices = await Promise.all(folders.map((folder) => codeScans.choose(folder)))
  const shown = shownFolders(context, project, folders)
  const shared = {
    folders: folders.map((folder, at) => ({ path: shown(folder), problem: choices[at]?.problem ?? null })),
  }
  const scan = codeScans.latest(project, folders)
  if (!scan) return { ...shared, scan: null, ...NOTHING }
  const described = { ...shared, scan: describeScan(scan) }
  // without files there is nothing to compare with: all flags would count as unused
  if (scan.problem !== null || scan.files === 0) return { ...described, ...NOTHING }
  const judged = await judge(context, project, scan.references)
  const count = (finding: FlagInCode['finding']) => judged.filter((one) => one.finding === finding).length
  return {
    ...described,
    counts: {
      used: judged.filter((one) => one.finding !== 'missing' && one.references.length > 0).length,
      missing: count('missing'),
      stale: count('stale'),
      unused: count('unused'),
    },
    // findings come first
    findings: judged.slice(0, MAX_FINDINGS).flatMap((one) => toFinding(one, shown)),
  }
}

/** The facts of a scan that people see. */
export const describeScan = ({ scannedAt, files, isCut, problem }: CodeScan) => ({
  scannedAt,
  files,
  isCut,
  problem,
})

type JudgedFlag = FlagInCode<PlacedReference>

async function judge(
  { everything, visible }: QueryContext,
  project: string,
  references: readonly PlacedReference[],
): Promise<JudgedFlag[]> {
  const turn = new Turn()
  const own = await readProjectFlags(visible, project)
  await turn.pause()
  const names = new Set(own.map(({ name }) => name))
  const others = [...new Set(references.map(({ flag }) => flag))].filter((name) => !names.has(name))
  // flags of other projects are there, and are the concern of those projects
  const existing = new Set<string>()
  for await (const batch of inFlagBatches(others))
    for (const name of await findActiveNames(everything, batch)) existing.add(name)
  const concerned = references.filter(
    ({ flag, call }) => names.has(flag) || (call !== undefined && !existing.has(flag)),
  )
  const used = new Set(concerned.map(({ flag }) => flag))
  const stale = own.filter((one) => one.stale && used.has(one.name)).map(({ name }) => name)
  const states = await readStates(visible, project, stale)
  await turn.pause()
  const flags = own.map(({ name, stale: isStale }) => ({
    name,
    project,
    stale: isStale,
    states: states.get(name) ?? [],
  }))
  return findingsFirst(await mapInSteps(judgedFlags(flags, concerned), (one) => one))
}

/** Reads in which environments stale flags are on for everybody, in batches. */
async function readStates(
  queries: QueryContext['visible'],
  project: string,
  names: readonly string[],
): Promise<Map<string, (boolean | undefined)[]>> {
  const states = new Map<string, (boolean | undefined)[]>(names.map((name) => [name, []]))
  if (names.length === 0) return states
  const environments = await readProjectEnvironments(queries, project)
  for await (const batch of inFlagBatches(names, STALE_AT_ONCE))
    for (const environment of environments)
      for (const { feature } of await readConfiguredFeatures(queries, environment, batch))
        states.get(feature.name)?.push(isOnForAll(feature))
  return states
}

function toFinding(
  { flag, finding, advice, references }: JudgedFlag,
  shown: (folder: string) => string,
): FlagFinding[] {
  if (finding === null) return []
  return [
    {
      flag,
      finding,
      advice: advice ?? '',
      total: references.length,
      places: references
        .slice(0, MAX_PLACES)
        .map(toPlace)
        .map((place) => ({ ...place, folder: shown(place.folder) })),
    },
  ]
}

/** A reference, as it is sent. */
export const toPlace = ({ folder, file, line, column, call, text }: PlacedReference): CodePlace => ({
  folder,
  file,
  line,
  column,
  call: call ?? null,
  text,
})
