import { createApiToken as operation } from '#shared/access/contract/api-tokens.ts'
import { mutation } from '#kernel/use-case.ts'
import type { TokenDirectory } from '../../records/api-tokens/token-directory.ts'
import { createSdkToken } from '../../records/api-tokens/create-sdk-token.ts'

/**
 * Creates a backend or frontend token for one environment of one, several or all projects
 * (docs/contract/access.md#api-tokens).
 */
export const createApiToken = ({ tokens: directory }: { tokens: TokenDirectory }) =>
  mutation(operation, (context, { body }) => createSdkToken(context, directory, body))
