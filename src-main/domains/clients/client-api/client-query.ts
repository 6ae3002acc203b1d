import { hash } from 'node:crypto'

import semver from 'semver'

import { badData } from '#kernel/app-error.ts'
import type { TokenScope } from '#kernel/caller.ts'
import type { FeaturesQuery } from '#shared/clients/contract/client-api.ts'
import { parseTag } from '#domains/flags/tags/tag-type.ts'
import type { z } from 'zod'

/**
 * Query of an SDK, as returned in `query`. The token's own scope overrides the requested one
 * (docs/contract/clients.md#client-features).
 */
export interface ClientQuery {
  /** Absent: all projects. */
  project?: readonly string[]
  /** `[type, value]` pairs. */
  tag?: readonly (readonly [string, string])[]
  namePrefix?: string
  environment: string
  inlineSegmentConstraints: boolean
  /** Audiences by token or header whose overrides it gets, too. Never answered; absent: none. */
  audiences?: readonly string[]
}

/** First specification version with segments. SDKs below it receive the constraints within the strategies. */
const KNOWS_SEGMENTS = '4.2.0'

/** Builds the query of a request: recorded exchanges client-api/*. */
export function toClientQuery(
  scope: TokenScope,
  asked: z.output<typeof FeaturesQuery>,
  clientSpec: string | undefined,
  audiences: readonly string[] = [],
): ClientQuery {
  const project = scope.projects.includes('*') ? asked.project : scope.projects
  return {
    ...(asked.tag ? { tag: asked.tag.map(parseTag).map(({ type, value }) => [type, value] as const) } : {}),
    ...(project && !project.includes('*') ? { project: [...project] } : {}),
    ...(asked.namePrefix ? { namePrefix: asked.namePrefix } : {}),
    environment: scope.environment,
    inlineSegmentConstraints: !knowsSegments(clientSpec),
    ...(audiences.length > 0 ? { audiences } : {}),
  }
}

function knowsSegments(clientSpec: string | undefined): boolean {
  if (clientSpec === undefined) return false
  const shown = `in the Unleash-Client-Spec header: "${clientSpec}".`
  if (!/^\d/.test(clientSpec)) throw badData(`Invalid prefix ${shown}`, '/headers/unleash-client-spec')
  if (semver.valid(clientSpec) === null)
    throw badData(`Invalid SemVer ${shown}`, '/headers/unleash-client-spec')
  return semver.gte(clientSpec, KNOWS_SEGMENTS)
}

/** The whole query as text. Callers choose parts of a query, so a hash must not stand for it in a cache. */
export function keyOfQuery(query: ClientQuery): string {
  const { environment, inlineSegmentConstraints, project, tag, namePrefix, audiences } = query
  const shared = [environment, inlineSegmentConstraints, project, tag, namePrefix]
  return JSON.stringify(audiences ? [...shared, audiences] : shared)
}

/** Computes the full SHA-256 of a query, in hexadecimal, for ETags. Collisions cannot be constructed. */
export function hashQuery(query: ClientQuery): string {
  return hash('sha256', keyOfQuery(query))
}
