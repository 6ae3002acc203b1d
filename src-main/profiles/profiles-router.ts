import { z } from 'zod'

import {
  NewProfile,
  type Profile,
  ProfileChange,
  ProfileFile,
  ProfileId,
  RemoteCredentials,
  type ServedInstance,
} from '#shared/desktop/profiles.ts'
import { MirrorState } from '#shared/clients/schemas/mirror.ts'
import { AppError, notFound } from '#kernel/app-error.ts'
import { routerResponder, type RpcResponder } from '#transport/rpc/responder.ts'
import { procedureOf, type ProfilesContext, t, appProcedure } from './procedures.ts'
import { CopyDecision, CopyUpdate, NewCopy, NewProof, type CopyRecord } from '#shared/desktop/copies.ts'
import { readCopyRecord } from './copy/copy-record.ts'
import { PlannedPromotion, ProfilePair, Promotion } from '#shared/desktop/promotion.ts'
import type { Profiles } from './profiles.ts'
import { compareProfiles, planPromotion, promote, type InstancePair } from './promotion/promote.ts'
import { sideOf } from './promotion/side.ts'
import { AppSettingsChange } from '#shared/desktop/app-settings.ts'

const One = z.strictObject({ id: ProfileId })
const toTheEnd = new AbortController().signal

/** Procedures that copy instances elsewhere to this computer. What they begin goes on after the page is closed. */
const copyProcedures = {
  copyState: appProcedure.query(({ ctx: { copies } }) => copies.state),
  copyRecord: procedureOf(z.strictObject({ copy: ProfileId })).query(
    ({ ctx: { profiles }, input: { copy } }): CopyRecord | null => {
      const profile = profiles.find(copy)
      return (profile.kind === 'local' && readCopyRecord(profile.folder)) || null
    },
  ),
  copyInstance: procedureOf(NewCopy).mutation(({ ctx: { copies }, input }) => copies.begin(input)),
  updateCopy: procedureOf(CopyUpdate).mutation(({ ctx: { copies }, input }) => copies.update(input.copy)),
  decideUpdate: procedureOf(CopyDecision).mutation(({ ctx: { copies }, input }) => copies.decide(input)),
  proveCopy: procedureOf(NewProof).mutation(({ ctx: { copies }, input }) => copies.prove(input)),
  rehearseUpgrade: procedureOf(CopyUpdate).mutation(({ ctx: { copies }, input }) =>
    copies.rehearse(input.copy),
  ),
  cancelCopy: appProcedure.mutation(({ ctx: { copies } }) => copies.cancel()),
}

/** State of the service of a mirror: null while it is stopped. */
async function mirrorStateOf(profiles: Profiles, id: ProfileId): Promise<MirrorState | null> {
  const connection = profiles.connectionOf(id)
  if (!connection || profiles.find(id).kind !== 'local') return null
  const answer = await connection.answer({ path: 'getMirror', type: 'query', input: {}, signal: toTheEnd })
  return MirrorState.parse(answer)
}

const sidesOf = async (profiles: Profiles, { from, to }: ProfilePair): Promise<InstancePair> => ({
  from: await sideOf(profiles, from),
  to: await sideOf(profiles, to),
})

/** Procedures that compare two profiles and promote flags from one to the other. */
const promotionProcedures = {
  compareProfiles: procedureOf(ProfilePair).query(async ({ ctx, input, signal = toTheEnd }) =>
    compareProfiles(await sidesOf(ctx.profiles, input), signal),
  ),
  planPromotion: procedureOf(Promotion).query(async ({ ctx, input, signal = toTheEnd }) =>
    planPromotion(await sidesOf(ctx.profiles, input), input, signal),
  ),
  // a page that is closed does not stop what it began
  promoteFlags: procedureOf(PlannedPromotion).mutation(async ({ ctx: { profiles }, input }) => {
    profiles.safeMode.requireChanges(input.to)
    return promote(await sidesOf(profiles, input), input, toTheEnd)
  }),
}

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
const appProcedures = {
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

/** Procedures of the desktop app itself. They answer whatever instance a window shows. */
export const profilesRouter = t.router({
  desktop: t.router({
    ...appProcedures,
    ...promotionProcedures,
    ...copyProcedures,
    profiles: appProcedure.query(({ ctx: { profiles, windows, profileId } }): Profile[] =>
      profiles.list(profileId, windows.withWindow()),
    ),
    showProfile: procedureOf(One.extend({ where: z.enum(['here', 'new window']) })).mutation(
      async ({ ctx: { profiles, windows, profileId }, input: { id, where } }) => {
        // what keeps it from opening is told in the window that asks
        await profiles.open(id)
        await windows.show(id, where, profileId)
      },
    ),
    mirrorState: procedureOf(One).query(({ ctx: { profiles }, input: { id } }) =>
      mirrorStateOf(profiles, id),
    ),
    createProfile: procedureOf(NewProfile).mutation(({ ctx: { profiles, windows }, input }) =>
      profiles.create(input).finally(() => windows.refresh()),
    ),
    changeProfile: procedureOf(ProfileChange.extend(One.shape)).mutation(
      async ({ ctx: { profiles, windows }, input: { id, ...change } }) => {
        await profiles.change(id, change)
        windows.refresh()
      },
    ),
    allowChanges: procedureOf(One.extend({ typed: z.string().max(1000) })).mutation(
      ({ ctx: { profiles }, input: { id, typed } }) => profiles.safeMode.allow(profiles.find(id), typed),
    ),
    lockChanges: procedureOf(One).mutation(({ ctx: { profiles }, input: { id } }) =>
      profiles.safeMode.lock(id),
    ),
    duplicateProfile: procedureOf(One).mutation(({ ctx: { profiles }, input }) =>
      profiles.duplicate(input.id),
    ),
    deleteProfile: procedureOf(One.extend({ withData: z.boolean() })).mutation(
      async ({ ctx: { profiles, windows, profileId }, input: { id, withData } }) => {
        if (id === profileId)
          throw new AppError(
            'InvalidOperationError',
            'Open another instance first, and delete this one there.',
          )
        windows.closeOf(id)
        await profiles.remove(id, { withData })
        windows.refresh()
      },
    ),
    closeProfile: procedureOf(One).mutation(
      async ({ ctx: { profiles, windows, profileId }, input: { id } }) => {
        if (id === profileId)
          throw new AppError('InvalidOperationError', 'Open another instance first, and stop this one there.')
        windows.closeOf(id)
        await profiles.close(id)
      },
    ),
    exportProfile: procedureOf(One).query(({ ctx: { profiles }, input }) => profiles.export(input.id)),
    importProfile: procedureOf(ProfileFile).mutation(({ ctx: { profiles }, input }) =>
      profiles.import(input),
    ),
    signInToProfile: procedureOf(z.strictObject({ credentials: RemoteCredentials })).mutation(
      ({ ctx: { profiles, profileId }, input }) => profiles.signIn(profileId, input.credentials),
    ),
  }),
})

export type ProfilesRouter = typeof profilesRouter
/** Beginning of the paths that the app answers itself, not the instance. */
export const DESKTOP_PATHS = 'desktop.'

/** Makes the responder for the windows of a profile: the app answers for itself, the profile's instance all else. */
export function responderFor(profileId: ProfileId, app: Omit<ProfilesContext, 'profileId'>): RpcResponder {
  const own = routerResponder<ProfilesContext>({
    router: () => profilesRouter,
    createContext: () => ({ profileId, ...app }),
  })
  return {
    answer: async (call) =>
      call.path.startsWith(DESKTOP_PATHS)
        ? own.answer(call)
        : (await app.profiles.open(profileId)).answer(call),
  }
}
