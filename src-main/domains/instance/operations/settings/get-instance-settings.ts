import { getInstanceSettings as operation } from '#shared/instance/contract/settings.ts'
import { isOfThisMachine } from '#kernel/caller.ts'
import { query } from '#kernel/use-case.ts'
import type { SettingsServices } from '../../records/settings/settings-services.ts'

export const getInstanceSettings = ({ settingsFile }: SettingsServices) =>
  query(operation, async ({ caller }) => settingsFile.describe(isOfThisMachine(caller)))
