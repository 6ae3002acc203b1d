import { initTRPC, TRPCError } from '@trpc/server'
import type { z } from 'zod'

import type { ProfileId } from '#shared/desktop/profiles.ts'
import { AppError } from '#kernel/app-error.ts'
import { parseBody } from '#kernel/schema-error.ts'
import type { AppActs } from './app-acts.ts'
import type { Copies } from './copy/copies.ts'
import type { Profiles } from './profiles.ts'
import type { ProfileWindows } from './profile-windows.ts'

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
export const told = t.procedure.use(async ({ next }) => {
  const result = await next()
  if (result.ok) return result
  const { cause = result.error } = result.error
  const error =
    cause instanceof AppError ? cause : new AppError('StoreUnavailableError', cause.message, { cause })
  throw new TRPCError({ code: 'BAD_REQUEST', message: error.message, cause: error })
})

/** A procedure whose input is checked as a body is: each invalid field becomes a detail. */
export const procedureOf = <S extends z.ZodType>(schema: S) =>
  told.meta({ input: schema }).input((input: unknown): z.output<S> => parseBody(schema, input))
