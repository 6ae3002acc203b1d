import { initTRPC, TRPCError } from '@trpc/server'
import type { z } from 'zod'

import type { AppSettings, AppSettingsChange, UpdateFinding } from '#shared/desktop/app-settings.ts'
import type { ProfileId } from '#shared/desktop/profiles.ts'
import { AppError } from '#kernel/app-error.ts'
import { parseBody } from '#kernel/schema-error.ts'
import type { Copies } from './copy/copies.ts'
import type { Profiles } from './profiles.ts'

/** Acts of the app itself, as far as pages may ask for them. */
export interface AppActs {
  readonly settings: AppSettings
  change(change: AppSettingsChange): AppSettings
  /** Opens a file in the person's editor. */
  openInEditor(file: string, line: number): Promise<void>
  /** Lets the person choose a folder of this computer. Null: none was chosen. */
  chooseFolder(): Promise<string | null>
  /** Looks for a newer version. Rejects with what is wrong. */
  checkForUpdates(): Promise<UpdateFinding>
}

/** Windows of the app, as far as profiles need them. */
export interface ProfileWindows {
  /** Profiles that have a window. */
  withWindow(): ReadonlySet<ProfileId>
  /** Shows a profile: in the asking window, or in one of its own. A window that it has already comes to the front. */
  show(id: ProfileId, where: 'here' | 'new window', asking: ProfileId): Promise<void>
  /** Closes the windows of a profile that is to be deleted, with what is typed there. */
  closeOf(id: ProfileId): void
  /** Shows profiles anew: in the frames of windows, and in their pages. */
  refresh(): void
}

/** Context of a call: the profile of the asking window. */
export interface ProfilesContext {
  profileId: ProfileId
  profiles: Profiles
  copies: Copies
  windows: ProfileWindows
  app: AppActs
}

/** The schema of a procedure's input: tests find it by this. */
export interface ProfilesMeta {
  input: z.ZodType
}

export const t = initTRPC
  .context<ProfilesContext>()
  .meta<ProfilesMeta>()
  .create({
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
export const appProcedure = t.procedure.use(async ({ next }) => {
  const result = await next()
  if (result.ok) return result
  const { cause = result.error } = result.error
  const error =
    cause instanceof AppError ? cause : new AppError('StoreUnavailableError', cause.message, { cause })
  throw new TRPCError({ code: 'BAD_REQUEST', message: error.message, cause: error })
})

/** A procedure whose input is checked as a body is: each invalid field becomes a detail. */
export const procedureOf = <S extends z.ZodType>(schema: S) =>
  appProcedure.meta({ input: schema }).input((input: unknown): z.output<S> => parseBody(schema, input))
