import type { Operation, Request } from '#shared/contract/index.ts'
import { placeIn, type RequestPlace } from '#shared/contract-engine/place.ts'
import { AppError } from './app-error.ts'
import type { QueryContext, UseCase } from './use-case.ts'

const INSTANCE: RequestPlace = { environments: [] }

/** Finds the place of a request, as its operation declares it. */
export async function placeOf<O extends Operation, R>(
  useCase: UseCase<O, R>,
  context: QueryContext,
  request: Request<O>,
): Promise<RequestPlace> {
  const { place = 'instance' } = useCase.operation
  if (place === 'instance') return INSTANCE
  return place === 'stored' ? placeOfStored(useCase, context, request) : placeIn(place, request)
}

/** Finds the place of the stored entity that a request names; the instance for one that is not there. */
export async function placeOfNamed<O extends Operation, R>(
  useCase: UseCase<O, R>,
  context: QueryContext,
  request: Pick<Request<O>, 'params'>,
): Promise<RequestPlace> {
  try {
    return await placeOfStored(useCase, context, request)
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return INSTANCE
    throw error
  }
}

async function placeOfStored<O extends Operation, R>(
  { placeOf: find }: UseCase<O, R>,
  context: QueryContext,
  request: Pick<Request<O>, 'params'>,
): Promise<RequestPlace> {
  const { project, environment } = (await find?.(context, request)) ?? {}
  return {
    ...(project === undefined ? {} : { project }),
    environments: environment === undefined ? [] : [environment],
  }
}
