import { initTRPC, TRPCError } from '@trpc/server'
import { z } from 'zod'

import {
  NewProfile,
  ProfileChange,
  ProfileFile,
  ProfileId,
  RemoteCredentials,
  type Profile,
} from '../../src-shared/desktop/profiles.ts'
import { AppError } from '../kernel/app-error.ts'
import { parseBody } from '../kernel/schema-error.ts'
import type { Profiles } from './profiles.ts'

/** Windows of the app, as far as profiles need them. */
export interface ProfileWindows {
  /** Profiles that have a window. */
  withWindow(): ReadonlySet<ProfileId>
  /** Shows a profile: in the asking window, or in one of its own. A window that it has already comes to the front. */
  show(id: ProfileId, where: 'here' | 'new window', asking: ProfileId): Promise<void>
  /** Closes the windows of a profile that is to be deleted, with what is typed there. */
  closeOf(id: ProfileId): void
  /** Shows the name and the colour of profiles anew. */
  refresh(): void
}

/** Context of a call: the profile of the asking window. */
export interface ProfilesContext {
  profileId: ProfileId
  profiles: Profiles
  windows: ProfileWindows
}

const t = initTRPC.context<ProfilesContext>().create({
  errorFormatter: ({ shape, error: { cause } }) => ({
    ...shape,
    data: {
      code: shape.data.code,
      httpStatus: cause instanceof AppError ? cause.status : shape.data.httpStatus,
      path: shape.data.path,
      record: cause instanceof AppError ? cause.toRecord('') : undefined,
    },
  }),
})

/** Every error is told in its own words: the person at the window is the owner of this machine. */
const told = t.procedure.use(async ({ next }) => {
  const result = await next()
  if (result.ok) return result
  const { cause = result.error } = result.error
  const error =
    cause instanceof AppError ? cause : new AppError('StoreUnavailableError', cause.message, { cause })
  throw new TRPCError({ code: 'BAD_REQUEST', message: error.message, cause: error })
})

/** A procedure whose input is checked as a body is: each invalid field becomes a detail. */
const procedureOf = <S extends z.ZodType>(schema: S) =>
  told.input((input: unknown): z.output<S> => parseBody(schema, input))

const One = z.strictObject({ id: ProfileId })

/** Procedures of the desktop app itself. They answer whatever instance a window shows. */
export const profilesRouter = t.router({
  desktop: t.router({
    profiles: told.query(({ ctx: { profiles, windows, profileId } }): Profile[] =>
      profiles.list(profileId, windows.withWindow()),
    ),
    showProfile: procedureOf(One.extend({ where: z.enum(['here', 'new window']) })).mutation(
      async ({ ctx: { profiles, windows, profileId }, input: { id, where } }) => {
        // what keeps it from opening is told in the window that asks
        await profiles.open(id)
        await windows.show(id, where, profileId)
      },
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
    duplicateProfile: procedureOf(One).mutation(({ ctx: { profiles }, input }) =>
      profiles.duplicate(input.id),
    ),
    deleteProfile: procedureOf(One.extend({ withData: z.boolean() })).mutation(
      async ({ ctx: { profiles, windows, profileId }, input: { id, withData } }) => {
        if (id === profileId)
          throw new AppError(
            'InvalidOperationError',
            'Open another profile first, and delete this one there.',
          )
        windows.closeOf(id)
        await profiles.remove(id, { withData })
        windows.refresh()
      },
    ),
    closeProfile: procedureOf(One).mutation(
      async ({ ctx: { profiles, windows, profileId }, input: { id } }) => {
        if (id === profileId)
          throw new AppError('InvalidOperationError', 'Open another profile first, and stop this one there.')
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
