import type { FastifyRequest } from 'fastify'

import type { Caller } from '#kernel/caller.ts'
import { execute, type Runtime } from '#kernel/execute.ts'
import type { RawRequest } from '#kernel/parse-request.ts'
import type { Reply, Route, RouteTerms } from '#kernel/route.ts'
import type { AnyUseCase, UseCase } from '#kernel/use-case.ts'
import { isLarge } from '#runtime/is-large.ts'
import { type Operation, successStatuses } from '#shared/contract/index.ts'
import { projectAnswer, projectLargeAnswer } from './project-answer.ts'

/** Operation with the function that answers it. */
export interface Binding extends RouteTerms {
  readonly operation: Operation
  /** True if it changes something, also where its method is GET. */
  readonly writes: boolean
  answer(runtime: Runtime, caller: Caller, raw: RawRequest): Promise<Reply>
  /** Same operation in former versions, for the versions that its life cycle names. */
  readonly formerly?: Binding
}

/** Binds a use case to the route of its operation. The HTTP side follows from the contract. */
export function bind<O extends Operation, R>(useCase: UseCase<O, R>): Binding {
  const { operation, formerly } = useCase
  const { headers, reply, ...terms } = (useCase.route ?? {}) as Route<R>
  const [status, ...others] = successStatuses(operation)
  if (status === undefined || (others.length > 0 && !reply)) {
    throw new TypeError(`${operation.operationId}: several success statuses need a reply`)
  }
  const usual = (outcome: R, _caller: Caller, { params }: RawRequest): Reply => ({
    status,
    ...(operation.responses[status] ? { body: outcome } : {}),
    headers: {
      ...(operation.location ? { location: operation.location(outcome, params) } : {}),
      ...headers?.(outcome),
    },
  })
  const toReply = reply ?? usual
  return {
    ...terms,
    ...(formerly ? { formerly: bind(formerly as UseCase) } : {}),
    operation,
    writes: useCase.kind !== 'query' && useCase.kind !== 'dry-run',
    answer: async (runtime, caller, raw) =>
      published(operation, toReply(await execute(runtime, useCase, caller, raw), caller, raw)),
  }
}

/**
 * Binds every use case that has the name of its operation. Those of another name are variants: of the window, or of a
 * former version of the contract, which the route names.
 */
export const bindAll = (useCases: Readonly<Record<string, AnyUseCase>>): Binding[] =>
  Object.entries(useCases)
    .filter(([name, { operation }]) => name === operation.operationId)
    .map(([, useCase]) => bind(useCase as UseCase))

/** Reduces a reply to what the operation publishes: the outcome may hold more, for the window. */
async function published({ responses }: Operation, reply: Reply): Promise<Reply> {
  const { status, body } = reply
  const schema = responses[status]
  if (!schema || body === undefined) return reply
  return {
    ...reply,
    body: isLarge(body) ? await projectLargeAnswer(schema, body) : projectAnswer(schema, body),
  }
}

/** Finds the operation that a request is for; undefined: none of the contract. */
export const bindingOf = ({ inTable, routeOptions }: FastifyRequest): Binding | undefined =>
  inTable?.binding ?? routeOptions.config.binding
