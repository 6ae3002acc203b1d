import { getScimSettings as operation } from '#shared/access/contract/scim-settings.ts'
import { query } from '#kernel/use-case.ts'
import { readScimSetting } from '../../records/scim/scim-access.ts'

export const getScimSettings = query(operation, async ({ queries }) => {
  const { enabled, tokenHash } = await readScimSetting(queries)
  return { enabled, hasToken: tokenHash !== null }
})
