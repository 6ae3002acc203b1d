import type { StoredToken } from '#domains/access/api-tokens/api-token.ts'
import { issueToken, requireTokenScope } from '#domains/access/api-tokens/issue-token.ts'
import type { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import { projectExists } from '#domains/access/access/places.read-model.ts'
import { badData, exceedsLimit } from '#kernel/app-error.ts'
import { SYSTEM } from '#kernel/caller.ts'
import { buffered, mutation, query } from '#kernel/use-case.ts'
import * as edgeInstancesContract from '#shared/clients/contract/edge-instances.ts'
import * as edgeContract from '#shared/clients/contract/edge.ts'
import { MAX_LISTED_SDKS } from '#shared/clients/schemas/propagation.ts'
import type { EdgeToken } from '#shared/clients/contract/edge.ts'
import type { ClientApi } from '../client-api/client-api.ts'
import type { MetricsServices } from '../client-api/take-metrics.ts'
import { readInstancesBehind } from '../applications/instances.read-model.ts'
import { insertCdnToken, readCdnTokens } from '../edge/cdn-tokens.store.ts'
import { readEdgeInstances } from '../edge/edge-instances.store.ts'
import type { EdgesBehind } from '../edge/edges-behind.ts'
import type { EdgeGate } from '../edge/hmac.ts'
import type { Forwarder } from '../mirror/forwarder.ts'
import { countContents } from '../mirror/mirror-sources.store.ts'
import type { Mirror } from '../mirror/mirror.ts'
import type { StateReporter } from '../mirror/state-reporter.ts'
import type { UpstreamStreams } from '../mirror/upstream-streams.ts'
import { recordEdgeReport } from '../edge/record-edge-report.ts'
import { takeBulkMetrics } from '../edge/take-bulk-metrics.ts'

export const registerEdgeObservabilityMetrics = ({
  clientApi,
  edgesBehind,
}: {
  clientApi: ClientApi
  edgesBehind: EdgesBehind | undefined
}) =>
  mutation(edgeInstancesContract.registerEdgeObservabilityMetrics, async (context, { body }) => {
    const scope = await clientApi.scopeOf(context)
    const kept = await recordEdgeReport(context, body, scope, clientApi.allowance)
    context.onCommit(() => edgesBehind?.note(kept, context.now))
  })

/** Tells an Edge instance that it may run: nothing is locked here (docs/contract/clients.md#edge-heartbeat). */
export const edgeInstanceHeartbeat = query(edgeInstancesContract.edgeInstanceHeartbeat, async () => ({
  edgeLicenseState: 'Valid' as const,
}))

export const getEdgeInstances = query(edgeInstancesContract.getEdgeInstances, async ({ visible }) => ({
  instances: await readEdgeInstances(visible),
}))

/** Every process on the database ends its streams when it gets the event. */
export const disconnectAll = mutation(edgeInstancesContract.disconnectAll, async (context) => {
  context.record({ type: 'streams-disconnected' })
})

export const getCDNTokens = query(edgeInstancesContract.getCDNTokens, async ({ visible }) => ({
  tokens: await readCdnTokens(visible),
}))

/** Most tokens: more than networks could need. */
const MAX_TOKENS = 100

/** Keeps what was requested. There is no secret: no network is connected (docs/contract/clients.md#cdn-tokens). */
export const createCDNToken = mutation(edgeInstancesContract.createCDNToken, async (context, { body }) => {
  const { everything, visible, now } = context
  const { tokenName, project, environment, expiresAt = null } = body
  if (project !== undefined && project !== '*' && !(await projectExists(visible, project)))
    throw badData(`Project=${project} does not exist`, '/body/project')
  await requireTokenScope(visible, { environment, projects: ['*'], type: 'frontend' })
  if ((await readCdnTokens(everything)).length >= MAX_TOKENS) throw exceedsLimit('CDN token', MAX_TOKENS)
  await insertCdnToken(everything, { ...body, createdAt: now.toISOString() })
  context.record({
    type: 'cdn-token-created',
    environment,
    ...(project === undefined ? {} : { project }),
    data: { name: tokenName, environment, expiresAt },
  })
})

/** Checks that a token has not expired. */
const isUnexpired = ({ expiresAt }: StoredToken, now: Date) =>
  expiresAt === null || expiresAt > now.toISOString()

/** Shows a token to a proxy, with its secret. */
const toEdgeToken = ({
  secret,
  type,
  projects,
  environment,
}: Pick<StoredToken, 'secret' | 'type' | 'projects' | 'environment'>): EdgeToken => ({
  token: secret,
  type,
  projects: projects.length === 0 ? ['*'] : [...projects],
  environment,
})

/** Returns the valid ones of the tokens (recorded exchange instance/edge-validate); those that are not are left out. */
export const getValidTokens = ({
  tokens: directory,
  mirror,
}: {
  tokens: TokenDirectory
  mirror: Mirror | undefined
}) =>
  query(edgeContract.getValidTokens, async ({ now }, { body }) => {
    const answers = await Promise.all(
      [...new Set(body.tokens)].map(async (secret): Promise<EdgeToken | undefined> => {
        const token = directory.get(secret)
        if (token) return isUnexpired(token, now) ? toEdgeToken({ ...token, secret }) : undefined
        // mirrors stand in a chain: the next one may know it
        const found = await mirror?.find(secret)
        return (
          found && toEdgeToken({ ...found, projects: found.projects.includes('*') ? [] : found.projects })
        )
      }),
    )
    return { tokens: answers.filter((answer) => answer !== undefined) }
  })

const DAY_MS = 86_400_000
const NAME = 'edge'

/** Gives a proxy the backend tokens it asks for: those it was given before, else new ones. */
export const edgeCreateOrReturnTokens = ({
  tokens: directory,
  edgeGate,
}: {
  tokens: TokenDirectory
  edgeGate: EdgeGate
}) =>
  mutation(edgeContract.edgeCreateOrReturnTokens, async (context, { body, headers }) => {
    await edgeGate.admit(context, edgeContract.edgeCreateOrReturnTokens.path, headers)
    const tokens: StoredToken[] = []
    for (const { environment, projects } of body.tokens) {
      const scope = await requireTokenScope(context.everything, { environment, projects, type: 'backend' })
      const had = [...directory.all(), ...tokens].find(
        (token) => token.tokenName === NAME && isUnexpired(token, context.now) && hasScope(token, scope),
      )
      const token =
        had ??
        (await issueToken(context, directory, { ...scope, type: 'client', tokenName: NAME, by: SYSTEM }))
      tokens.push(token)
    }
    return { tokens: tokens.map(toEdgeToken) }
  })

const hasScope = (token: StoredToken, scope: { environment: string; projects: readonly string[] }) =>
  token.type === 'client' &&
  token.environment === scope.environment &&
  token.projects.length === scope.projects.length &&
  scope.projects.every((project) => token.projects.includes(project))

export const clientBulkMetrics = (services: MetricsServices) =>
  buffered(edgeContract.clientBulkMetrics, (context, { body }, write) =>
    takeBulkMetrics(services, context, body, write),
  )

export const getMirror = ({
  mirror,
  forwarder,
  upstreamStreams,
  stateReporter,
}: {
  mirror: Mirror | undefined
  upstreamStreams: UpstreamStreams | undefined
  forwarder: Forwarder | undefined
  stateReporter: StateReporter | undefined
}) =>
  query(edgeContract.getMirror, async ({ hidden, visible, everything }) => {
    const flags = mirror ? await countContents(visible) : new Map<string, number>()
    const isStreamed = (token: string) => upstreamStreams?.has(token) === true
    return {
      url: mirror?.url ?? null,
      sources: (mirror?.sources.states(isStreamed, flags) ?? []).map((source) => ({
        ...source,
        projects: source.projects.filter((project) => !hidden.has(project)),
      })),
      learntTokens: mirror?.learntTokens ?? 0,
      forwarding: (await forwarder?.state(everything)) ?? null,
      self: stateReporter?.state ?? null,
    }
  })

export const getPropagation = ({ clientApi }: { clientApi: ClientApi }) =>
  query(edgeContract.getPropagation, async ({ now, hidden, visible }, { query: { application } }) => ({
    ...clientApi.sdkRevisions.list(now, hidden, application),
    ...(await readInstancesBehind(visible, {
      since: new Date(now.getTime() - DAY_MS).toISOString(),
      application,
      limit: MAX_LISTED_SDKS,
    })),
  }))
