import { mutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/access/contract/scim-settings.ts'
import { writeSetting } from '#store/setting-rows.ts'
import {
  SCIM_SETTING,
  SCIM_TOKEN_PREFIX,
  hashScimToken,
  readScimSetting,
  type ScimAccess,
} from '../scim/scim-access.ts'
import { scimBase } from '../scim/scim-schemas.ts'
import { countManaged } from '../scim/scim-users.store.ts'

export const getScimSettings = query(contract.getScimSettings, async ({ visible }) => {
  const { enabled, tokenHash } = await readScimSetting(visible)
  return { enabled, hasToken: tokenHash !== null }
})

/** Turns SCIM on or off; the token stays. */
export const setScimSettings = ({ scim }: { scim: ScimAccess }) =>
  mutation(contract.setScimSettings, async ({ everything, record, onCommit }, { body: { enabled } }) => {
    const before = await readScimSetting(everything)
    if (before.enabled === enabled) return
    const after = { ...before, enabled }
    await writeSetting(everything, SCIM_SETTING, after)
    record({
      type: 'scim-settings-updated',
      data: { name: SCIM_SETTING, enabled },
      preData: { name: SCIM_SETTING, enabled: before.enabled },
    })
    onCommit(() => scim.set(after))
  })

/** Creates the token of the identity provider. Only its hash is stored: the answer is the one time that it is shown. */
export const generateNewToken = ({ scim }: { scim: ScimAccess }) =>
  mutation(contract.generateNewToken, async ({ everything, ids, record, onCommit }) => {
    const token = `${SCIM_TOKEN_PREFIX}${ids.hex(32)}`
    const after = { ...(await readScimSetting(everything)), tokenHash: hashScimToken(token) }
    await writeSetting(everything, SCIM_SETTING, after)
    record({ type: 'scim-token-generated', data: { name: SCIM_SETTING } })
    onCommit(() => scim.set(after))
    return { token }
  })

/** Shows the state of SCIM: what to enter at the provider, what it manages, and its latest requests. */
export const getScimOverview = ({ scim, pagesUrl }: { scim: ScimAccess; pagesUrl: () => string }) =>
  query(contract.getScimOverview, async ({ visible }) => {
    const { enabled, tokenHash } = await readScimSetting(visible)
    return {
      enabled,
      hasToken: tokenHash !== null,
      url: scimBase(pagesUrl),
      ...(await countManaged(visible)),
      requests: [...scim.requests],
    }
  })
