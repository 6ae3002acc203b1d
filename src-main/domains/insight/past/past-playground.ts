import { badData } from '#kernel/app-error.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import { Turn } from '#runtime/turn.ts'
import type { ExplainedConfiguration } from '../explain/explained-configuration.read-model.ts'
import { readEnvironmentAt, unknownInWords } from './read-environment-at.ts'
import type { PastEnvironment } from './past-environment.ts'

/** Environments whose past is read for one answer: the log is read for each. */
const MAX_ENVIRONMENTS = 20
/** Flags that are named because their past is not known. */
const MAX_UNKNOWN = 100

/** Flags as they were at a time, in some environments. */
export interface PastPlayground {
  at: string
  flags: { name: string; project: string }[]
  environments: ReadonlyMap<string, ExplainedConfiguration>
  unknown: { flag: string; reason: string }[]
}

/** Flags that are wanted: of some projects, or by name; and the audiences of the request. */
interface Choice {
  projects?: readonly string[] | '*' | undefined
  features?: readonly string[] | undefined
  audiences: readonly string[]
}

/** Reads the flags of environments as they were at a time. Flags whose past is not known in one of them are left out. */
export async function readPast(
  context: QueryContext,
  environments: readonly string[],
  at: string,
  choice: Choice,
): Promise<PastPlayground> {
  if (environments.length > MAX_ENVIRONMENTS)
    throw badData(
      `The past of at most ${MAX_ENVIRONMENTS} environments can be evaluated at once.`,
      '/body/environments',
    )
  const read = new Map<string, ExplainedConfiguration>()
  const flags = new Map<string, string>()
  const unknown = new Map<string, string>()
  for (const environment of environments) {
    const { features, audiences } = choice
    const state = await readEnvironmentAt(context, environment, at, { flags: features, audiences })
    await choose(state, choice, { flags, unknown })
    read.set(environment, state.toConfiguration())
  }
  return {
    at,
    flags: [...flags]
      .filter(([name]) => !unknown.has(name))
      .map(([name, project]) => ({ name, project }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    environments: read,
    unknown: [...unknown].slice(0, MAX_UNKNOWN).map(([flag, reason]) => ({ flag, reason })),
  }
}

/** Adds the flags of an environment that are wanted, and those that would be if their past were known. */
async function choose(
  state: PastEnvironment,
  { projects, features }: Choice,
  { flags, unknown }: { flags: Map<string, string>; unknown: Map<string, string> },
): Promise<void> {
  const wanted = features && new Set(features)
  const isIn = ({ project }: { project: string }) =>
    projects === undefined || projects === '*' || projects.includes(project)
  const turn = new Turn()
  for (const name of new Set([...state.names(), ...state.unknownNames()])) {
    if (wanted && !wanted.has(name)) continue
    const feature = state.feature(name)
    const limit = state.unknownOf(name)
    // of a flag that is not there any more, the project of then is not known either
    if (limit && (!feature || isIn(feature))) unknown.set(name, unknownInWords(limit))
    else if (feature && isIn(feature)) flags.set(name, feature.project)
    if (turn.isOver) await turn.pause()
  }
}
