import { coerce } from 'semver'
import { z } from 'zod'

import { ExportedFlags } from '#shared/transfer/schemas/import-export.ts'
import { UpsertSegment } from '#shared/flags/schemas/segment.ts'
import type { RemoteClient, RemoteParts } from './remote-client.ts'
import { RemoteError } from './remote-error.ts'
import { REMOTE_REQUESTS, type RemoteQuestion } from './remote-requests.ts'

/**
 * Fields read from a remote's responses: only those needed, so that versions 4 to 8 are accepted. Secrets are
 * not among them. Fields not named here are dropped on arrival.
 */
const Version = z.string().transform((text) => coerce(text)?.version)

const UiConfig = z.object({
  version: Version.optional(),
  environment: z.string().optional(),
  versionInfo: z
    .object({ current: z.object({ oss: Version.optional(), enterprise: Version.optional() }).optional() })
    .optional(),
})

const Openapi = z.object({ info: z.object({ version: Version }) })

const Projects = z.object({
  projects: z.array(z.object({ id: z.string(), name: z.string(), featureCount: z.number().optional() })),
})

const Environments = z.object({
  environments: z.array(z.object({ name: z.string(), type: z.string() })),
})

const ApiTokens = z.object({
  tokens: z.array(z.object({ type: z.string(), environment: z.string().optional() })),
})

const Segments = z.object({
  segments: z.array(z.object({ name: z.string(), project: z.string().optional() }).loose()),
})

const Strategies = z.array(z.object({ id: z.string(), sortOrder: z.number() }))

export type RemoteEnvironment = z.output<typeof Environments>['environments'][number]

export async function fetchUiConfig(client: RemoteClient) {
  const { version, versionInfo, environment } = await ask(client, 'uiConfig', UiConfig)
  const { enterprise, oss } = versionInfo?.current ?? {}
  return { version: enterprise ?? oss ?? version, edition: environment }
}

export const fetchOpenapiVersion = async (client: RemoteClient) =>
  (await ask(client, 'openapi', Openapi)).info.version

export const fetchProjects = async (client: RemoteClient) =>
  (await ask(client, 'projects', Projects)).projects

export const fetchEnvironments = async (client: RemoteClient) =>
  (await ask(client, 'environments', Environments)).environments

export const fetchTokenKinds = async (client: RemoteClient) =>
  (await ask(client, 'apiTokens', ApiTokens)).tokens

/** Fetches the segments of these names, in the form of a request to create them. */
export async function fetchSegments(client: RemoteClient, names: ReadonlySet<string>) {
  const { segments } = await ask(client, 'segments', Segments)
  return segments
    .filter(({ name }) => names.has(name))
    .flatMap((segment) => {
      const parsed = UpsertSegment.safeParse(segment)
      return parsed.success ? [parsed.data] : []
    })
}

export const fetchExport = (client: RemoteClient, body: object) =>
  ask(client, 'exportFlags', ExportedFlags, { body })

/** Fetches the places of a flag's strategies in an environment, by their ids. */
export async function fetchOrder(
  client: RemoteClient,
  params: { project: string; feature: string; environment: string },
): Promise<ReadonlyMap<string, number>> {
  const strategies = await ask(client, 'strategies', Strategies, { params })
  return new Map(strategies.map(({ id, sortOrder }) => [id, sortOrder]))
}

async function ask<S extends z.ZodType>(
  client: RemoteClient,
  question: RemoteQuestion,
  schema: S,
  parts: RemoteParts = {},
): Promise<z.output<S>> {
  const result = schema.safeParse(await client.ask(question, parts))
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new RemoteError(
    'not-such-a-service',
    `Its answer to ${REMOTE_REQUESTS[question].path} is not what the service answers: ${issue?.path.join('/') ?? ''} ${issue?.message ?? ''}`.trim(),
  )
}
