import type { FastifyRequest } from 'fastify'

import type { Binding } from './bind.ts'

/** Finds the operation that a request is for; undefined: none of the contract. */
export const bindingOf = ({ inTable, routeOptions }: FastifyRequest): Binding | undefined =>
  inTable?.binding ?? routeOptions.config.binding
