import { generateNewToken as operation } from '#shared/access/contract/scim-settings.ts'
import { mutation } from '#kernel/use-case.ts'
import { writeSetting } from '#store/setting-rows.ts'
import {
  hashScimToken,
  readScimSetting,
  SCIM_SETTING,
  SCIM_TOKEN_PREFIX,
  type ScimAccess,
} from '../../records/scim/scim-access.ts'

/** Creates the token of the identity provider. Only its hash is stored: the answer is the one time that it is shown. */
export const generateNewToken = ({ scim }: { scim: ScimAccess }) =>
  mutation(operation, async ({ queries, ids, record, onCommit }) => {
    const token = `${SCIM_TOKEN_PREFIX}${ids.hex(32)}`
    const after = { ...(await readScimSetting(queries)), tokenHash: hashScimToken(token) }
    await writeSetting(queries, SCIM_SETTING, after)
    record({ type: 'scim-token-generated', data: { name: SCIM_SETTING } })
    onCommit(() => scim.set(after))
    return { token }
  })
