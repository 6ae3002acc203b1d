import type { TokenDirectory } from '#domains/access/api-tokens/token-directory.ts'
import { query } from '#kernel/use-case.ts'
import * as contract from '#shared/clients/contract/context-findings.ts'
import type { ClientApi } from '../client-api/client-api.ts'
import { lintContexts } from '../context-linter/lint-contexts.ts'
import type { SeenContexts } from '../seen-contexts/seen-contexts.ts'

interface Services {
  clientApi: ClientApi
  seenContexts: SeenContexts
  tokens: TokenDirectory
  countPeers: () => Promise<number>
}

/** Lists what is wrong with the contexts that applications send (ADR 83). */
export const getContextFindings = ({ clientApi, seenContexts, tokens, countPeers }: Services) => {
  const { configuration } = clientApi
  return query(contract.getContextFindings, (context, { query: asked }) =>
    lintContexts({ configuration, seenContexts, tokens, countPeers }, context, asked),
  )
}
