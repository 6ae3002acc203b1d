import { AppError } from '#kernel/app-error.ts'
import { hasBody, type Operation } from '#shared/contract/index.ts'
import { PERMISSIONS, PREDEFINED_ROLES, type Permission } from '#shared/access/permissions/index.ts'
import { minimalBody } from '../service/minimal-body.ts'
import type { Row } from '../service/permission-matrix.ts'
import type { TestUser } from '../service/prepare-users.ts'
import { addProject } from './projects.ts'
import { startBackend } from '../service/start-backend.ts'
import { createFeature } from '#shared/flags/contract/features.ts'

/**
 * Tests every operation x every predefined role x a custom role with just one permission. It uses the whole
 * stack, in every place that could make a difference. A guard stops requests after the permission check, so
 * nothing is changed.
 */
const PROJECTS = ['default', 'other'] as const
const ENVIRONMENTS = ['development', 'production'] as const
/** Place of the project roles, and the environment of the custom role's permissions. */
const HOME = 'other'
const HOME_ENVIRONMENT = 'development'

interface Place {
  project: (typeof PROJECTS)[number]
  environment: (typeof ENVIRONMENTS)[number]
}

interface Holder extends TestUser {
  may: (row: Row, place: Place) => boolean
}

const scopeOf = (name: Permission) => PERMISSIONS.find((one) => one.name === name)?.scope ?? 'root'
/** The document: "each of these six is included in Update project", and so are the two of change requests. */
const includes = (held: Permission, needed: Permission) =>
  held === needed || (held === 'UPDATE_PROJECT' && /^PROJECT_\w+_(READ|WRITE)$/.test(needed))
const isPlaced = ({ scope }: Row) => scope !== 'root'

const predefined = PREDEFINED_ROLES.map((role): Holder => {
  const home = role.type === 'root' ? 'default' : HOME
  return {
    username: `role-${role.name}`,
    roles: [role.name],
    project: HOME,
    may: (row, { project }) =>
      (row.orRole === role.name && project === home) ||
      role.permissions.some((held) => {
        if (held === 'ADMIN') return true
        if (!row.anyOf.some((needed) => includes(held, needed))) return false
        return scopeOf(held) === 'root' || !isPlaced(row) || project === home
      }),
  }
})

const custom = PERMISSIONS.map(({ name, scope }): Holder => {
  const environment = scope === 'environment' ? { environment: HOME_ENVIRONMENT } : {}
  return {
    username: `just-${name}`,
    permissions: [{ permission: name, ...environment }],
    project: HOME,
    atRoot: scope === 'root',
    may: (row, place) => {
      if (name === 'ADMIN') return true
      if (!row.anyOf.some((needed) => includes(name, needed))) return false
      if (scope === 'root' || !isPlaced(row)) return true
      if (place.project !== HOME) return false
      return scope === 'project' || place.environment === HOME_ENVIRONMENT
    },
  }
})

const HOLDERS = [...predefined, ...custom]
const reached = () => {
  throw new AppError('MaintenanceError', 'got past its permission')
}

/** Queries of operations that require one. */
export const QUERIES: Readonly<Record<string, string>> = {
  explainFlag: '?flag=x&environment=development',
  getRolloutOverlap: '?environment=development',
  searchEverything: '?query=x',
  getImpactMetricSeries: '?metricName=x&timeRange=day&aggregationMode=sum',
  getConnectionsForPeriod: '?grouping=daily&from=2026-11-01&to=2026-11-30',
  getRequestsForPeriod: '?grouping=daily&from=2026-11-01&to=2026-11-30',
}

/** Builds the URL and body of an operation in a place. */
function requestFor(
  operation: Operation,
  { project, environment }: Place,
  row: Row | null,
  segments: Record<string, number>,
) {
  const url = operation.path
    .replace(/:(projectId|project)\b/g, project)
    .replace(/:(featureName|childName)\b/g, `flag-${project}`)
    .replace(/:(environmentId|environment)\b/g, environment)
    .replace(/:id\b/g, String(row?.scope === 'stored-segment' ? segments[project] : 1))
    .replace(/:(\w*[iI]d|port)\b/g, '1')
    .replace(/:period\b/g, '2026-11')
    .replace(/:audience\b/g, 'everybody')
    .replace(/:\w+/g, 'x')
    .concat(QUERIES[operation.operationId] ?? '')
  const placed: Record<string, object> = {
    createSegment: { project },
    createFormerFlag: { project },
    updateFeatureStrategySegments: { projectId: project, environmentId: environment },
  }
  const body = minimalBody(operation)
  const inPlace = Array.isArray(body) ? body : { ...(body as object), ...placed[operation.operationId] }
  return { url, ...(hasBody(operation) ? { body: inPlace } : {}) }
}

function placesFor(row: Row): Place[] {
  if (row.scope === 'root') return [{ project: 'default', environment: 'development' }]
  if (row.scope === 'sole-environment')
    return PROJECTS.map((project) => ({ project, environment: 'production' as const }))
  const environments = row.scope === 'environment' ? ENVIRONMENTS : ENVIRONMENTS.slice(0, 1)
  return PROJECTS.flatMap((project) => environments.map((environment) => ({ project, environment })))
}

/** Starts an instance of a contract version to test permissions on. */
export async function startPermissionStage(contract?: string) {
  let isGuarded = false
  let calls = 0
  let operations = 0
  const app = await startBackend({
    ...(contract === undefined ? {} : { contract }),
    users: HOLDERS,
    rateLimits: { perMinute: {} },
    guards: [() => (isGuarded ? reached() : undefined)],
  })
  await addProject(app, 'other')
  const segments: Record<string, number> = {}
  for (const project of PROJECTS) {
    await app.call(createFeature, { params: { projectId: project }, body: { name: `flag-${project}` } })
    const { body } = await app.call('POST', '/api/admin/segments', {
      body: { name: `segment-${project}`, project, constraints: [] },
    })
    segments[project] = (body as { id: number }).id
  }
  isGuarded = true

  async function isAllowed(
    operation: Operation,
    place: Place,
    row: Row | null,
    as: string,
  ): Promise<boolean> {
    const { url, ...rest } = requestFor(operation, place, row, segments)
    const { status, body } = await app.call(operation.method, url, { as, ...rest })
    calls++
    const { name } = body as { name: string }
    if (status === 503 && name === 'MaintenanceError') return true
    if (status === 403 && name === 'PermissionError') return false
    throw new Error(`${operation.operationId} as ${as}: ${status} ${JSON.stringify(body)}`)
  }

  return {
    /**
     * Lists callers whose access differs from the row; without a row, every signed-in caller must be allowed.
     */
    wrongAnswers: async (operation: Operation, row: Row | null): Promise<string[]> => {
      operations++
      const wrong: string[] = []
      const holders = row === null ? predefined : HOLDERS
      for (const place of placesFor(row ?? { anyOf: [], scope: 'root' })) {
        for (const holder of holders) {
          const expected = row === null || holder.may(row, place)
          if ((await isAllowed(operation, place, row, holder.username)) !== expected)
            wrong.push(
              `${holder.username} in ${place.project}/${place.environment} ${expected ? 'may' : 'may not'}`,
            )
        }
      }
      return wrong
    },
    stop: async () => {
      console.log(`permission matrix: ${operations} operations, ${HOLDERS.length} roles, ${calls} calls`)
      await app.stop()
    },
  }
}

export type PermissionStage = Awaited<ReturnType<typeof startPermissionStage>>
