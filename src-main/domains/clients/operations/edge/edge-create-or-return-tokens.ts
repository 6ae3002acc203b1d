import { edgeCreateOrReturnTokens as issue } from '#shared/clients/contract/edge.ts'
import { SYSTEM } from '#kernel/caller.ts'
import { mutation } from '#kernel/use-case.ts'
import { issueToken, requireTokenScope } from '#domains/access/records/api-tokens/issue-token.ts'
import type { StoredToken } from '#domains/access/records/api-tokens/api-token.ts'
import type { TokenDirectory } from '#domains/access/records/api-tokens/token-directory.ts'
import type { EdgeGate } from '../../records/edge/hmac.ts'
import { isUnexpired, toEdgeToken } from '../../records/edge/edge-token.ts'

const NAME = 'edge'

/** Gives a proxy the backend tokens it asks for: those it was given before, else new ones. */
export const edgeCreateOrReturnTokens = ({
  tokens: directory,
  edgeGate,
}: {
  tokens: TokenDirectory
  edgeGate: EdgeGate
}) =>
  mutation(issue, async (context, { body, headers }) => {
    await edgeGate.admit(context, issue.path, headers)
    const tokens: StoredToken[] = []
    for (const { environment, projects } of body.tokens) {
      const scope = await requireTokenScope(context.queries, { environment, projects, type: 'backend' })
      const had = [...directory.all(), ...tokens].find(
        (token) => token.tokenName === NAME && isUnexpired(token, context.now) && hasScope(token, scope),
      )
      const token =
        had ??
        (await issueToken(context, directory, { ...scope, type: 'client', tokenName: NAME, by: SYSTEM }))
      tokens.push(token)
    }
    return { tokens: tokens.map(toEdgeToken) }
  })

const hasScope = (token: StoredToken, scope: { environment: string; projects: readonly string[] }) =>
  token.type === 'client' &&
  token.environment === scope.environment &&
  token.projects.length === scope.projects.length &&
  scope.projects.every((project) => token.projects.includes(project))
