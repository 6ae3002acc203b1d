import { z } from 'zod'

import { AppSettingsChange } from '#shared/desktop/app-settings.ts'
import type { ServedInstance } from '#shared/desktop/profiles.ts'
import { AppError, notFound } from '#kernel/app-error.ts'
import { procedureOf, appProcedure } from './procedures.ts'
import type { Profiles } from './profiles.ts'

/** Place in code. The page names it; the service of the profile says whether there is such a file. */
const CodePlace = z.strictObject({
  projectId: z.string().max(1000),
  folder: z.string().max(4000),
  file: z.string().max(4000),
  line: z.int().min(1).max(10_000_000),
})

/** Asks the services of this app how many SDKs they serve. Those elsewhere stay when the app ends. */
async function servedBy(profiles: Profiles): Promise<ServedInstance[]> {
  const { signal } = new AbortController()
  const served = profiles.opened.map(async ({ id, connection }) => {
    const { kind, name } = profiles.find(id)
    const { url } = connection
    if (kind !== 'local' || url === null) return []
    // one that fails ends with the app all the same, and hides neither itself nor the others
    const clients = await connection
      .answer({ path: 'recentClients', type: 'query', input: undefined, signal })
      .catch(() => null)
    return [{ name, url, clients: typeof clients === 'number' ? clients : null }]
  })
  return (await Promise.all(served)).flat()
}

/** Procedures of the app on this computer, whatever instance a window shows. */
export const appProcedures = {
  settings: appProcedure.query(({ ctx: { app } }) => app.settings),
  waiting: appProcedure.query(
    ({ ctx: { profiles, profileId } }) => profiles.connectionOf(profileId)?.waiting ?? null,
  ),
  served: appProcedure.query(({ ctx: { profiles } }): Promise<ServedInstance[]> => servedBy(profiles)),
  checkForUpdates: appProcedure.mutation(({ ctx: { app } }) => app.checkForUpdates()),
  openCode: procedureOf(CodePlace).mutation(async ({ ctx: { app, profiles, profileId }, input }) => {
    const { line, ...place } = input
    const file = await profiles.connectionOf(profileId)?.findCodeFile?.(place)
    if (file === undefined)
      throw notFound(`${input.file} is not in the code folders of the project any more. Scan them again.`)
    await app.openInEditor(file, line)
  }),
  chooseCodeFolder: appProcedure.mutation(({ ctx: { app, profiles, profileId } }) => {
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
