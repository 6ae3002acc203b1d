import type { z } from 'zod'

import { ownValue } from '../own-value.ts'

/** Part of a request that names where an operation takes place. */
type RequestPart = `${'params' | 'body'}.${string}`

/** Parts of a request that name a project, an environment or several, and a flag. */
export interface PlaceInRequest<Part = RequestPart> {
  readonly project: Part
  readonly environment?: Part
  readonly feature?: Part
}

/**
 * Place of an operation: the instance, what the request names, or the project of the stored entity, which the use
 * case finds. The scope of the permission, the hiding of private projects and change control follow from it.
 */
export type OperationPlace<Part = RequestPart> = 'instance' | 'stored' | PlaceInRequest<Part>

/** Place that a request is about, read from the parts that the operation declares. */
export interface RequestPlace {
  readonly project?: string
  readonly environments: readonly string[]
  readonly feature?: string
}

/** Keys of a parsed part of a request whose values can name a place. */
type NamingKeys<T> = T extends readonly unknown[]
  ? never
  : {
      [K in keyof T & string]-?: T[K] extends string | readonly string[] | null | undefined ? K : never
    }[keyof T & string]

/** Parts of a request of these schemas that can name a place. */
export type PartsOf<P extends z.ZodType, B extends z.ZodType> =
  `params.${NamingKeys<z.output<P>>}` | `body.${NamingKeys<z.output<B>>}`

export const inProject = { project: 'params.projectId' } as const
export const inEnvironment = { ...inProject, environment: 'params.environment' } as const
export const inFlag = { ...inProject, feature: 'params.featureName' } as const
export const inFlagEnvironment = { ...inFlag, environment: 'params.environment' } as const

/** Reads a declared part of a request. */
export function partOf(request: { params: unknown; body: unknown }, part: RequestPart): unknown {
  const [source, ...name] = part.split('.')
  const from = source === 'body' ? request.body : request.params
  return ownValue((from ?? {}) as Readonly<Record<string, unknown>>, name.join('.'))
}

/** Reads the place of a request. A part that is left out names nothing; an empty name is one that nothing has. */
export function placeIn(place: PlaceInRequest, request: { params: unknown; body: unknown }): RequestPlace {
  const read = (part: RequestPart | undefined) => (part === undefined ? undefined : partOf(request, part))
  const nameAt = (part: RequestPart | undefined) => {
    const name = read(part)
    return typeof name === 'string' ? name : undefined
  }
  const project = nameAt(place.project)
  const feature = nameAt(place.feature)
  const environments = read(place.environment)
  return {
    ...(project === undefined ? {} : { project }),
    environments: Array.isArray(environments) ? environments : [nameAt(place.environment) ?? []].flat(),
    ...(feature === undefined ? {} : { feature }),
  }
}
