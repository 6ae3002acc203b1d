import { getListeningActionSets as operation } from '#shared/signals/contract/actions.ts'
import { notFound } from '#kernel/app-error.ts'
import { query } from '#kernel/use-case.ts'
import { findEndpoint, readListeningSets } from '../../records/actions/sources.read-model.ts'

/** Lists the action sets that an endpoint starts, in the projects whose settings the caller may read. */
export const getListeningActionSets = query(operation, async ({ queries, may }, { params }) => {
  const endpoint = await findEndpoint(queries, params.signalEndpointId)
  if (!endpoint) throw notFound(`Could not find the signal endpoint with id ${params.signalEndpointId}`)
  const sets = await readListeningSets(queries, endpoint.id)
  const isReadable = ({ project }: { project: string }) =>
    may({ anyOf: ['PROJECT_SETTINGS_READ', 'UPDATE_PROJECT'], project }).allowed
  return { actionSets: sets.filter(isReadable) }
})
