import { AppSettingsChange } from '../../src-shared/desktop/app-settings.ts'
import { procedureOf, told } from './procedures.ts'

/** Procedures of the app on this computer, whatever instance a window shows. */
export const appProcedures = {
  settings: told.query(({ ctx: { app } }) => app.settings),
  checkForUpdates: told.mutation(({ ctx: { app } }) => app.checkForUpdates()),
  changeSettings: procedureOf(AppSettingsChange).mutation(({ ctx: { app }, input }) => app.change(input)),
}
