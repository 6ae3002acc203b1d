import { getEdgeInstances as read } from '#shared/clients/contract/edge-instances.ts'
import { query } from '#kernel/use-case.ts'
import { readEdgeInstances } from '../../records/edge/edge-instances.store.ts'

export const getEdgeInstances = query(read, async ({ queries }) => ({
  instances: await readEdgeInstances(queries),
}))
