import { getScimOverview as operation } from '#shared/access/contract/scim-settings.ts'
import { query } from '#kernel/use-case.ts'
import { readScimSetting, type ScimAccess } from '../../records/scim/scim-access.ts'
import { countManaged } from '../../records/scim/scim-users.store.ts'
import { scimBase } from '../../records/scim/scim-pages.ts'

/** Shows the state of SCIM: what to enter at the provider, what it manages, and its latest requests. */
export const getScimOverview = ({ scim, pagesUrl }: { scim: ScimAccess; pagesUrl: () => string }) =>
  query(operation, async ({ queries }) => {
    const { enabled, tokenHash } = await readScimSetting(queries)
    return {
      enabled,
      hasToken: tokenHash !== null,
      url: scimBase(pagesUrl),
      ...(await countManaged(queries)),
      requests: [...scim.requests],
    }
  })
