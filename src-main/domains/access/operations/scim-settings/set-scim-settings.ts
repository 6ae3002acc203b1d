import { setScimSettings as operation } from '#shared/access/contract/scim-settings.ts'
import { mutation } from '#kernel/use-case.ts'
import { writeSetting } from '#store/setting-rows.ts'
import { readScimSetting, SCIM_SETTING, type ScimAccess } from '../../records/scim/scim-access.ts'

/** Turns SCIM on or off; the token stays. */
export const setScimSettings = ({ scim }: { scim: ScimAccess }) =>
  mutation(operation, async ({ queries, record, onCommit }, { body: { enabled } }) => {
    const before = await readScimSetting(queries)
    if (before.enabled === enabled) return
    const after = { ...before, enabled }
    await writeSetting(queries, SCIM_SETTING, after)
    record({
      type: 'scim-settings-updated',
      data: { name: SCIM_SETTING, enabled },
      preData: { name: SCIM_SETTING, enabled: before.enabled },
    })
    onCommit(() => scim.set(after))
  })
