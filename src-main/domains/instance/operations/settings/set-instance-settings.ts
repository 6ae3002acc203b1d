import { setInstanceSettings as operation } from '../../../../../src-shared/instance/contract/settings.ts'
import { AppError } from '../../../../kernel/app-error.ts'
import { preparedMutation } from '../../../../kernel/use-case.ts'
import type { SettingsServices } from '../../records/settings/settings-services.ts'

/** Changes the settings file. The running service keeps its settings until it is restarted. */
export const setInstanceSettings = ({ settingsFile }: SettingsServices) =>
  preparedMutation(
    operation,
    async (_context, { body }) => {
      settingsFile.check(body.settings)
      const { settings } = settingsFile.describe()
      // read before the write, which may be run again
      return Object.fromEntries(
        settings
          .filter(({ key }) => Object.hasOwn(body.settings, key))
          .map(({ key, stored }) => [key, stored]),
      )
    },
    async ({ now, record, logger }, { body: { settings } }, before) => {
      record({ type: 'instance-settings-updated', data: { ...settings }, preData: before })
      try {
        // last: if it fails, there is no event
        settingsFile.change(settings, now)
      } catch (error) {
        logger.warn({ err: error }, 'the settings file could not be written')
        throw new AppError(
          'ConflictError',
          `The settings file could not be written: ${error instanceof Error ? error.message : 'unknown reason'}`,
        )
      }
      return settingsFile.describe()
    },
  )
