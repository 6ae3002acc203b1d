import { scenarioFlagsOf } from '#shared/transfer/import-export/scenario-flags.ts'
import type { ExportedFlags } from '#shared/transfer/schemas/import-export.ts'
import type { UpsertSegment } from '#shared/flags/schemas/segment.ts'
import type { RemotePull } from '#shared/transfer/schemas/remote-pull.ts'
import type { PullLine } from '#shared/transfer/schemas/remote.ts'
import type { ScenarioFlag } from '#shared/transfer/schemas/scenario.ts'
import { hasOrder } from '#shared/transfer/import-export/strategy-order.ts'
import { AppError } from '#kernel/app-error.ts'
import type { QueryContext } from '#kernel/use-case.ts'
import {
  fetchEnvironments,
  fetchExport,
  fetchOrder,
  fetchSegments,
  type RemoteEnvironment,
} from './remote-answers.ts'
import { mapAtOnce } from '#runtime/map-at-once.ts'
import type { RemoteClient } from './remote-client.ts'
import { RemoteError } from './remote-error.ts'
import type { RemoteInstances } from './remote-instances.ts'
import { requireRemote } from './remotes.store.ts'

/** Maximum number of flags: more in one transaction would block other requests too long. */
const MAX_FLAGS = 2000

/** Data of a remote that a pull needs. */
export interface RemoteData {
  /** Flags with the environment that is pulled, by its name here. */
  flags: ScenarioFlag[]
  /** Context fields and tag types that the flags use, as exported. */
  words: Pick<ExportedFlags, 'contextFields' | 'tagTypes'>
  segments: UpsertSegment[]
  environment: RemoteEnvironment | undefined
}

/** Fetches the data of a pull before the transaction, so that no write waits for the remote. */
export const preparePull =
  (remotes: RemoteInstances) =>
  async ({ visible }: QueryContext, { params, body }: { params: { id: number }; body: RemotePull }) => {
    const remote = await requireRemote(visible, params.id)
    const theirs = await fetchRemoteData(remotes.clientOf(remote, body), body)
    remotes.hold(remote, body)
    return { remote, theirs }
  }

/** Fetches the flags of a project or a tag in an environment. Throws 400 with the problem in plain words. */
async function fetchRemoteData(client: RemoteClient, line: PullLine): Promise<RemoteData> {
  try {
    const { environment, project, tag } = line.from
    const environments = await fetchEnvironments(client)
    const own = environments.find(({ name }) => name === environment)
    // an export of an unknown environment has flags without strategies
    if (!own) throw new RemoteError('failed', `It has no environment ${environment}.`)
    const data = await fetchExport(client, { environment, ...(project == null ? { tag } : { project }) })
    requireFew(data)
    const featureStrategies = await inTheirOrder(client, data, environment)
    const used = new Set((data.segments ?? []).map(({ name }) => name))
    return {
      flags: scenarioFlagsOf({ ...data, featureStrategies }, line.environment),
      words: { contextFields: data.contextFields, tagTypes: data.tagTypes },
      segments: used.size === 0 ? [] : await fetchSegments(client, used),
      environment: own,
    }
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error
    throw new AppError('BadDataError', `The remote cannot be pulled. ${error.message}`, {
      extra: { problem: error.problem },
      cause: error,
    })
  }
}

/** Requests that a remote gets at once. */
const AT_ONCE = 6

/** Adds the order of strategies that an export leaves out, flag by flag where there are several. */
async function inTheirOrder(
  client: RemoteClient,
  { features, featureStrategies }: ExportedFlags,
  environment: string,
): Promise<ExportedFlags['featureStrategies']> {
  const byFlag = new Map<string, typeof featureStrategies>()
  for (const one of featureStrategies)
    byFlag.set(one.featureName, [...(byFlag.get(one.featureName) ?? []), one])
  const unordered = features.filter(({ name }) => !hasOrder(byFlag.get(name) ?? []))
  const orders = new Map<string, number>()
  await mapAtOnce(unordered, AT_ONCE, async ({ name: feature, project: home }) => {
    const project = home ?? 'default'
    for (const [id, place] of await fetchOrder(client, { project, feature, environment }))
      orders.set(id, place)
  })
  return featureStrategies.map((one) => ({ ...one, sortOrder: one.sortOrder ?? orders.get(one.id ?? '') }))
}

function requireFew({ features }: ExportedFlags): void {
  if (features.length > MAX_FLAGS)
    throw new RemoteError(
      'too-large',
      `These are ${features.length} flags, more than the ${MAX_FLAGS} that can be pulled at once: choose a tag.`,
    )
}
