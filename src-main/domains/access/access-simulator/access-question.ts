import type { Requirement } from '#shared/access/rules/index.ts'
import { OPERATIONS } from '#shared/contract/index.ts'
import { definitionOf, type Permission } from '#shared/access/permissions/index.ts'
import type { AccessQuestion } from '#shared/access/schemas/access-decision.ts'
import { badData } from '#kernel/app-error.ts'
import type { Queries } from '#store/queries.ts'
import { environmentExists, projectExists } from '../access/places.read-model.ts'

/**
 * Builds the requirement that the operation itself would check. Returns undefined if every signed-in user may
 * do it. Throws 400, naming the field, if the project or environment is missing or does not exist.
 */
export async function requirementOf(
  queries: Queries,
  question: AccessQuestion,
): Promise<Requirement | undefined> {
  const { project, environment } = question
  if (project !== undefined && !(await projectExists(queries, project)))
    throw badData(`Project=${project} does not exist`, '/body/project')
  if (environment !== undefined && !(await environmentExists(queries, environment)))
    throw badData(`Environment=${environment} does not exist`, '/body/environment')
  const asked = whatIsAsked(question)
  if (asked === undefined) return undefined
  const requirement = asked.place === 'instance' ? { anyOf: asked.anyOf } : placed(asked.anyOf, question)
  return asked.orRole === undefined ? requirement : { ...requirement, orRole: asked.orRole }
}

interface RequiredAccess {
  anyOf: readonly Permission[]
  place: 'instance' | 'somewhere'
  orRole?: number
}

function whatIsAsked({ operationId, permission }: AccessQuestion): RequiredAccess | undefined {
  if ((operationId === undefined) === (permission === undefined))
    throw badData('Ask about either an operation or a permission.', '/body/operationId')
  if (permission !== undefined) return { anyOf: [permission], place: 'somewhere' }
  const operation = OPERATIONS.find((one) => one.operationId === operationId)
  if (!operation) throw badData(`There is no operation "${operationId}".`, '/body/operationId')
  if (['client', 'frontend', 'signal', 'scim'].includes(operation.audience))
    throw badData(
      `"${operationId}" is for API tokens of SDKs; no permission of a user opens it.`,
      '/body/operationId',
    )
  const { access, place = 'instance' } = operation
  if (access.kind === 'audience') return undefined
  const { anyOf, orRole } = access
  return {
    anyOf,
    place: place === 'instance' ? 'instance' : 'somewhere',
    ...(orRole === undefined ? {} : { orRole }),
  }
}

/**
 * Adds the place to permissions that need one. Without a project in the question, only root permissions
 * count.
 */
function placed(
  anyOf: readonly Permission[],
  { project, environment }: Pick<AccessQuestion, 'project' | 'environment'>,
): Requirement {
  const scopes = new Set(anyOf.map((name) => definitionOf(name).scope))
  if (project === undefined) {
    const atRoot = anyOf.filter((name) => definitionOf(name).scope === 'root')
    if (atRoot.length === 0) throw badData('Say in which project.', '/body/project')
    return { anyOf: atRoot }
  }
  if (scopes.has('environment') && environment === undefined)
    throw badData('Say in which environment.', '/body/environment')
  return {
    anyOf,
    ...(scopes.size === 1 && scopes.has('root') ? {} : { project }),
    ...(scopes.has('environment') && environment !== undefined ? { environment } : {}),
  }
}
