import { getUnknownFlags as operation } from '#shared/clients/contract/applications.ts'
import { query } from '#kernel/use-case.ts'
import { toPage } from '../../records/applications/paging.ts'
import { readUnknownFlags } from '../../records/applications/unknown-flags.read-model.ts'

/** Lists the names that SDKs asked for and no flag has, the last one first: a page of at most 1,000. */
export const getUnknownFlags = query(operation, async ({ queries }, { query: asked }) => ({
  unknownFlags: await readUnknownFlags(queries, toPage(asked)),
}))
