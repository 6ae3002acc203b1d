import type { AnyRouter } from '@trpc/server'
import { fastifyTRPCPlugin, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify'
import type { FastifyInstance } from 'fastify'

import { MAX_BATCH } from '../../../src-shared/rpc/batch.ts'
import { VIEW_AS_HEADER } from '../../../src-shared/rpc/view-as.ts'
import type { Runtime } from '../../kernel/execute.ts'
import type { Identity } from '../http/audience.ts'
import { originOf } from '../http/caller-origin.ts'
import { readCredentials } from '../http/credentials.ts'
import { validityOf } from '../http/validity.ts'
import { toAppError } from '../http/error-reply.ts'
import { contextOf } from './init.ts'

interface Options {
  /** Makes the router when it is first called. */
  appRouter: () => AnyRouter
  runtime: Runtime
  authenticate: (credentials: { token?: string; cookie?: string }) => Promise<Identity>
}

/** The window's procedures over HTTP, for the same pages in a browser: the caller is the session's user. */
export async function addRpcRoutes(
  app: FastifyInstance,
  { appRouter, runtime, authenticate }: Options,
): Promise<void> {
  await app.register(async (scope) => {
    // tRPC reads bodies itself
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    await scope.register(fastifyTRPCPlugin, {
      prefix: '/trpc',
      trpcOptions: {
        get router() {
          return appRouter()
        },
        // queries may be POST requests, because their input may be too long for a URL
        allowMethodOverride: true,
        maxBatchSize: MAX_BATCH,
        createContext: ({ req }) => {
          const asAppError = (error: unknown) => toAppError(error, runtime.logger, req.id)
          return contextOf(async () => {
            const identity = await authenticate(readCredentials(req.headers))
            return {
              runtime,
              caller: {
                actor: identity.actor,
                requestId: req.id,
                isStillValid: validityOf(authenticate, req.headers, identity),
                ...originOf(req, identity),
              },
              viewAs: viewedUser(req.headers[VIEW_AS_HEADER]),
              toAppError: asAppError,
            }
          }, asAppError)
        },
      },
    } satisfies FastifyTRPCPluginOptions<AnyRouter>)
  })
}

/** Reads the user id from the header. An invalid id stands for a user that does not exist. */
function viewedUser(header: string | string[] | undefined): number | undefined {
  return header === undefined ? undefined : Number.parseInt(String(header), 10)
}
