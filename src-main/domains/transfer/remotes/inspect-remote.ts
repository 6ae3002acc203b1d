import type { RemoteCheck, RemoteProblem } from '#shared/transfer/schemas/remote.ts'
import {
  fetchEnvironments,
  fetchOpenapiVersion,
  fetchProjects,
  fetchTokenKinds,
  fetchUiConfig,
} from './remote-answers.ts'
import type { RemoteClient } from './remote-client.ts'
import { RemoteError } from './remote-error.ts'
import { compositeKey } from '#shared/composite-key.ts'

type RemoteAnswer<T> = { value: T } | { problem: RemoteProblem }

/** Facts that a remote reports about itself. */
export interface RemoteFacts extends Pick<
  RemoteCheck,
  'problem' | 'version' | 'versionFrom' | 'edition' | 'flags' | 'tokens' | 'unread'
> {
  projects: { id: string; name: string; flags: number | null }[] | null
  environments: { name: string; type: string }[] | null
}

const NOTHING: RemoteFacts = {
  problem: null,
  version: null,
  versionFrom: null,
  edition: null,
  projects: null,
  environments: null,
  flags: null,
  tokens: null,
  unread: [],
}

type Tokens = NonNullable<RemoteCheck['tokens']>

/** Counts a remote's tokens by type, and finds those that a version rejects. Secrets are not read. */
function toTokenReport(tokens: readonly { type: string; environment?: string | undefined }[]): Tokens {
  const counts = new Map<string, Tokens['counts'][number]>()
  for (const { type: raw, environment = '*' } of tokens) {
    // the name of the kind in version 6 and earlier
    const type = raw.toLowerCase() === 'client' ? 'backend' : raw.toLowerCase()
    const known = counts.get(compositeKey(type, environment)) ?? { type, environment, count: 0 }
    counts.set(compositeKey(type, environment), { ...known, count: known.count + 1 })
  }
  const all = [...counts.values()].sort(
    (a, b) => a.type.localeCompare(b.type) || a.environment.localeCompare(b.environment),
  )
  const admins = all.filter(({ type }) => type === 'admin').reduce((sum, { count }) => sum + count, 0)
  const findings = admins === 0 ? [] : ADMIN_FINDINGS.map((finding) => ({ ...finding, count: admins }))
  return { counts: all, findings }
}

/** docs/contract/versions.md#strict-tokens. */
const ADMIN_FINDINGS = [
  {
    version: '7.0.0',
    text: 'Admin tokens cannot be created through the API any more: those that are there stay, new ones are personal access tokens.',
  },
  {
    version: '8.0.0',
    text: 'The client API and the frontend API refuse admin tokens: SDKs need backend and frontend tokens.',
  },
]

/** Fetches all facts for a check. A problem with one response does not keep back the others. */
export async function inspectRemote(client: RemoteClient): Promise<RemoteFacts> {
  const config = await tryTo(() => fetchUiConfig(client))
  const ofConfig = 'value' in config ? config.value : { version: undefined, edition: undefined }
  const version = ofConfig.version ? { version: ofConfig.version, versionFrom: 'ui-config' as const } : null
  const known = { ...NOTHING, ...(version ?? (await findDocumented(client, config))) }
  // if the ui-config is missing (it is not in the document), the projects show whether the token is valid
  if ('problem' in config && config.problem.code !== 'not-found') return { ...known, problem: config.problem }
  const projects = await tryTo(() => fetchProjects(client))
  if ('problem' in projects && 'problem' in config) return { ...known, problem: projects.problem }
  const [environments, tokens] = await Promise.all([
    tryTo(() => fetchEnvironments(client)),
    tryTo(() => fetchTokenKinds(client)),
  ])
  const counts = valueOf(projects)?.map((one) => one.featureCount)
  return {
    ...known,
    edition: ofConfig.edition ?? null,
    projects:
      valueOf(projects)?.map(({ id, name, featureCount }) => ({ id, name, flags: featureCount ?? null })) ??
      null,
    environments: valueOf(environments) ?? null,
    flags: counts?.every((count) => count !== undefined)
      ? counts.reduce<number>((sum, count) => sum + count, 0)
      : null,
    tokens: 'value' in tokens ? toTokenReport(tokens.value) : null,
    unread: [
      ...unread('projects', projects),
      ...unread('environments', environments),
      ...unread('API tokens', tokens),
    ],
  }
}

/**
 * Finds the version in the remote's API document, which needs no token. Not requested if the remote does not
 * respond at all.
 */
async function findDocumented(client: RemoteClient, config: RemoteAnswer<unknown>) {
  const ANSWERED: RemoteProblem['code'][] = ['wrong-token', 'no-rights', 'not-found', 'failed']
  if ('problem' in config && !ANSWERED.includes(config.problem.code)) return {}
  const version = valueOf(await tryTo(() => fetchOpenapiVersion(client)))
  return version === undefined ? {} : { version, versionFrom: 'openapi' as const }
}

const valueOf = <T>(asked: RemoteAnswer<T>): T | undefined => ('value' in asked ? asked.value : undefined)

const unread = (what: string, asked: RemoteAnswer<unknown>): RemoteFacts['unread'] =>
  'problem' in asked ? [{ what, problem: asked.problem }] : []

async function tryTo<T>(ask: () => Promise<T>): Promise<RemoteAnswer<T>> {
  try {
    return { value: await ask() }
  } catch (error) {
    if (error instanceof RemoteError) return { problem: error.problem }
    throw error
  }
}
