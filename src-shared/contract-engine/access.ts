import type { Place } from '../access/rules/index.ts'
import type { Permission } from '../access/permissions/index.ts'

/**
 * Requirement of an operation for an identified caller. An explicit function computes the place of a
 * permission from the request, or the use case finds it from the stored entity (`stored`). It is never
 * guessed.
 */
export type Access<Request> =
  /** Anybody that the audience lets in. */
  | { kind: 'audience' }
  | {
      kind: 'permission'
      anyOf: readonly Permission[]
      place: 'root' | 'stored' | ((request: Request) => Place)
      /** The number of a predefined role of projects that suffices too. */
      orRole?: number
    }

export const audienceOnly: Access<unknown> = { kind: 'audience' }

/** Needs any one of the permissions at the place that `place` computes from the request. */
export function needs<Request>(
  anyOf: Permission | readonly Permission[],
  place: 'root' | 'stored' | ((request: Request) => Place),
  orRole?: number,
): Access<Request> {
  return {
    kind: 'permission',
    anyOf: typeof anyOf === 'string' ? [anyOf] : anyOf,
    place,
    ...(orRole === undefined ? {} : { orRole }),
  }
}

export const inProject = ({ params }: { params: { projectId: string } }): Place => ({
  project: params.projectId,
})

export const inEnvironment = ({ params }: { params: { projectId: string; environment: string } }): Place => ({
  project: params.projectId,
  environment: params.environment,
})
