import { z } from 'zod'

import { AppSettingsChange } from '#shared/desktop/app-settings.ts'
import { AppError, notFound } from '#kernel/app-error.ts'
import { procedureOf, told } from './procedures.ts'

/** Place in code. The page names it; the service of the profile says whether there is such a file. */
const CodePlace = z.strictObject({
  projectId: z.string().max(1000),
  folder: z.string().max(4000),
  file: z.string().max(4000),
  line: z.int().min(1).max(10_000_000),
})

/** Procedures of the app on this computer, whatever instance a window shows. */
export const appProcedures = {
  settings: told.query(({ ctx: { app } }) => app.settings),
  waiting: told.query(
    ({ ctx: { profiles, profileId } }) => profiles.connectionOf(profileId)?.waiting ?? null,
  ),
  checkForUpdates: told.mutation(({ ctx: { app } }) => app.checkForUpdates()),
  openCode: procedureOf(CodePlace).mutation(async ({ ctx: { app, profiles, profileId }, input }) => {
    const { line, ...place } = input
    const file = await profiles.connectionOf(profileId)?.findCodeFile?.(place)
    if (file === undefined)
      throw notFound(`${input.file} is not in the code folders of the project any more. Scan them again.`)
    await app.openInEditor(file, line)
  }),
  chooseCodeFolder: told.mutation(({ ctx: { app, profiles, profileId } }) => {
    // folders are those of the machine that runs the service
    if (profiles.find(profileId)?.kind !== 'local')
      throw new AppError(
        'ForbiddenError',
        'This window shows an instance on another machine. Enter the whole path of a folder there.',
      )
    return app.chooseFolder()
  }),
  changeSettings: procedureOf(AppSettingsChange).mutation(({ ctx: { app }, input }) => app.change(input)),
}
