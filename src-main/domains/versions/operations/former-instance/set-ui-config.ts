import { setUiConfig as operation } from '#shared/versions/contract/former/instance.ts'
import { relocated } from '#kernel/app-error.ts'
import { mutation } from '#kernel/use-case.ts'
import { setCors } from '#shared/instance/contract/ui-config.ts'

/** The only setting that it ever had. */
export const setUiConfig = mutation(
  operation,
  async ({ caller, performAs }, { body: { frontendSettings } }) => {
    if (!frontendSettings) return
    try {
      await performAs(caller.actor, setCors, { body: frontendSettings })
    } catch (error) {
      throw relocated(error, '/body/frontendSettings')
    }
  },
)
