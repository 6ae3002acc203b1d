import { permissionsFor } from '#domains/access/api-tokens/api-token.ts'
import { readOpenRequestIds } from '#domains/changes/change-requests/change-requests.store.ts'
import { query, type QueryContext } from '#kernel/use-case.ts'
import { TOKEN_TYPES } from '#shared/access/schemas/api-token.ts'
import * as contract from '#shared/flags/contract/search.ts'
import type { FoundItem } from '#shared/flags/schemas/found-item.ts'
import { findFlags } from '../search/find-flags.ts'
import { toNamePattern, type NamePattern } from '../search/name-pattern.ts'
import {
  findActionSets,
  findChangeRequests,
  findFlagsByName,
  findNamed,
  findTokens,
  findUsers,
} from '../search/search-everything.read-model.ts'
import { toFilter, toOrder, toPage } from '../search/search-filter.ts'

/** Finds flags (docs/contract/flags.md#search). */
export const searchFeatures = query(contract.searchFeatures, (context, { query: asked }) =>
  findFlags(context, toFilter(asked), toOrder(asked), toPage(asked), readOpenRequestIds),
)

const PER_KIND = 8

/** Found flags whose environments are told, to be turned on or off from the list. */
const WITH_ENVIRONMENTS = 3

/** Finds things by name. What an operation would not show to the caller is not found here either. */
export const searchEverything = query(
  contract.searchEverything,
  async (context, { query: { query: text } }) => {
    const pattern = toNamePattern(text)
    return {
      items: [
        ...(await findFlagsByName(context.visible, pattern, { most: PER_KIND, detailed: WITH_ENVIRONMENTS })),
        ...(await findNamed(context.visible, pattern, PER_KIND)),
        ...(await findChangeRequests(context.visible, pattern, PER_KIND)),
        ...(await findReadableActions(context, pattern)),
        ...(await findPeople(context, pattern)),
        ...(await findReadableTokens(context, pattern)),
      ],
    }
  },
)

async function findPeople({ visible, may }: QueryContext, pattern: NamePattern): Promise<FoundItem[]> {
  const isAdmin = may({ anyOf: ['ADMIN'] }).allowed
  return [
    ...(isAdmin ? await findUsers(visible, pattern, 'user', PER_KIND) : []),
    ...(isAdmin ? await findUsers(visible, pattern, 'service-account', PER_KIND) : []),
    ...(may({ anyOf: ['ADMIN', 'READ_ROLE'] }).allowed
      ? await findNamed(visible, pattern, PER_KIND, ['role'])
      : []),
  ]
}

async function findReadableActions({ visible, may }: QueryContext, pattern: NamePattern) {
  const found = await findActionSets(visible, pattern)
  return found
    .filter(
      ({ project }) =>
        project !== null && may({ anyOf: ['PROJECT_SETTINGS_READ', 'UPDATE_PROJECT'], project }).allowed,
    )
    .slice(0, PER_KIND)
}

async function findReadableTokens({ visible, may, hidden }: QueryContext, pattern: NamePattern) {
  // backend tokens are stored as those of clients
  const types = TOKEN_TYPES.filter((type) => type !== 'backend').filter(
    (type) => may({ anyOf: permissionsFor('READ', type) }).allowed,
  )
  // a token for all projects is only for callers from whom none is hidden
  return findTokens(visible, pattern, { types, ofProjectsAlone: hidden.size > 0, most: PER_KIND })
}
