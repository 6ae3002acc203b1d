import type { OperationId } from '#shared/contract-engine/operation-ids/index.ts'
import type { Operation } from '#shared/contract/index.ts'

/**
 * Flags with strategies and variants at their top level, and tags with value and type, up to version 7
 * (docs/contract/versions.md#flag-top-level).
 */
export const FLAG_ANSWERS: readonly OperationId[] = ['getFeature', 'searchFeatures', 'listTags']

/** API tokens with a username, up to version 6 (document, "Removed schema properties in v7"). */
export const TOKEN_ANSWERS: readonly OperationId[] = [
  'getAllApiTokens',
  'getApiTokensByName',
  'getProjectApiTokens',
]

/**
 * Paths whose responses contained users with isAPI, up to version 6: "user, user-admin, access overview,
 * project access, groups, invite-link tokens, simple login and invite signup endpoints" (document, "Removed
 * schema properties in v7").
 */
const USERS = [
  /^\/api\/admin\/user(\/|$)/,
  /^\/api\/admin\/user-admin(\/|$)/,
  /^\/api\/admin\/access\/overview$/,
  /^\/api\/admin\/projects\/:projectId\/access$/,
  /^\/api\/admin\/groups(\/|$)/,
  /^\/api\/admin\/invite-link\/tokens(\/|$)/,
  /^\/auth\/simple\/login$/,
  /^\/invite\/:token\/signup$/,
]

/** Checks whether an operation has a response body at one of the paths that return users. */
export function answersUsers({ path, responses }: Pick<Operation, 'path' | 'responses'>): boolean {
  return USERS.some((place) => place.test(path)) && Object.values(responses).some((answer) => answer !== null)
}
