import { AppError } from '#kernel/app-error.ts'
import { isOfThisMachine } from '#kernel/caller.ts'
import type { Logger } from '#kernel/logger.ts'
import { preparedMutation, query } from '#kernel/use-case.ts'
import * as contract from '#shared/instance/contract/settings.ts'
import type { SettingsServices } from '../instance/settings-services.ts'

export const getInstanceSettings = ({ settingsFile }: SettingsServices) =>
  query(contract.getInstanceSettings, async ({ caller }) => settingsFile.describe(isOfThisMachine(caller)))

/** Changes the settings file. The running service keeps its settings until it is restarted. */
export const setInstanceSettings = ({ settingsFile }: SettingsServices) =>
  preparedMutation(
    contract.setInstanceSettings,
    async ({ logger, caller }, { body }) => {
      settingsFile.check(body.settings, isOfThisMachine(caller))
      try {
        settingsFile.requireReplaceable()
      } catch (error) {
        throw new AppError('ConflictError', problemOf(error, logger))
      }
      const { settings } = settingsFile.describe(false)
      // read before the write, which may be run again
      return Object.fromEntries(
        settings
          .filter(({ key }) => Object.hasOwn(body.settings, key))
          .map(({ key, stored }) => [key, stored]),
      )
    },
    async ({ now, record, logger, onPublished, caller }, { body: { settings } }, before) => {
      record({
        type: 'instance-settings-updated',
        data: { ...settingsFile.withoutSecrets(settings) },
        preData: before,
      })
      const isWindow = isOfThisMachine(caller)
      const answer = settingsFile.describe(isWindow)
      // once, when the event is on the disk; what is answered is what came of it
      onPublished(() => {
        let problem: string | undefined
        try {
          settingsFile.change(settings, now)
        } catch (error) {
          problem = problemOf(error, logger)
        }
        Object.assign(answer, settingsFile.describe(isWindow), problem === undefined ? {} : { problem })
      })
      return answer
    },
  )

function problemOf(error: unknown, logger: Logger): string {
  logger.warn({ err: error }, 'the settings file could not be written')
  return `The settings file could not be written: ${error instanceof Error ? error.message : 'unknown reason'}`
}
