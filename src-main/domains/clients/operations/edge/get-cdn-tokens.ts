import { getCDNTokens as read } from '#shared/clients/contract/edge-instances.ts'
import { query } from '#kernel/use-case.ts'
import { readCdnTokens } from '../../records/edge/cdn-tokens.store.ts'

export const getCDNTokens = query(read, async ({ queries }) => ({ tokens: await readCdnTokens(queries) }))
