import { Readable } from 'node:stream'

import type { AnyRouter } from '@trpc/server'
import { fastifyTRPCPlugin, type FastifyTRPCPluginOptions } from '@trpc/server/adapters/fastify'
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'

import type { Identity } from '#kernel/caller.ts'
import { OPERATIONS } from '#shared/contract/index.ts'
import { MAX_BATCH, VIEW_AS_HEADER } from '#shared/rpc/over-http.ts'
import type { Runtime } from '#kernel/execute.ts'
import { validityOf } from '../http/audience.ts'
import { BODY_LIMIT } from '../http/body.ts'
import { originOf } from '../http/caller-origin.ts'
import { readCredentials } from '../http/credentials.ts'
import { toAppError } from '../http/error-reply.ts'
import { contextOf } from './init.ts'
import { LargeAnswers } from './large-answers.ts'

const { FST_ERR_CTP_BODY_TOO_LARGE } = errorCodes

/** Longest bodies of the procedures that take more than the others, as over HTTP. */
const BODY_LIMITS = new Map(
  OPERATIONS.flatMap(({ operationId, bodyLimit }) =>
    bodyLimit === undefined ? [] : [[operationId, bodyLimit] as const],
  ),
)
const LARGEST_BODY = Math.max(BODY_LIMIT, ...BODY_LIMITS.values())

/** Longest body of a request, by the procedures in its path: `/trpc/planScenario,status?batch=1`. */
function bodyLimitOf(url: string): number {
  const [path = ''] = url.split('?')
  const names = path.slice(path.lastIndexOf('/') + 1).split(/,|%2C/i)
  return Math.max(BODY_LIMIT, ...names.map((name) => BODY_LIMITS.get(name) ?? 0))
}

function requireShort(url: string, bytes: number): void {
  if (bytes > bodyLimitOf(url)) throw new FST_ERR_CTP_BODY_TOO_LARGE()
}

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
  const largeAnswers = new WeakMap<FastifyRequest, LargeAnswers>()
  await app.register(async (scope) => {
    // tRPC reads bodies itself
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    scope.addHook('onRoute', (route) => {
      route.bodyLimit = LARGEST_BODY
    })
    // most bodies that are too long say so before they are read
    scope.addHook('onRequest', async ({ url, headers }) =>
      requireShort(url, Number(headers['content-length'] ?? 0)),
    )
    scope.addHook('preValidation', async ({ url, body }) =>
      requireShort(url, typeof body === 'string' ? Buffer.byteLength(body) : 0),
    )
    scope.addHook('onSend', async (request, reply, payload) => {
      const answers = largeAnswers.get(request)
      return answers && !answers.isEmpty && payload instanceof Response
        ? sendInParts(reply, payload, answers)
        : payload
    })
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
            const answers = new LargeAnswers()
            largeAnswers.set(req, answers)
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
              largeAnswers: answers,
            }
          }, asAppError)
        },
      },
    } satisfies FastifyTRPCPluginOptions<AnyRouter>)
  })
}

/** Takes over the response of tRPC, and writes its large answers into it part by part. */
async function sendInParts(
  reply: FastifyReply,
  response: Response,
  answers: LargeAnswers,
): Promise<Readable> {
  reply.code(response.status)
  for (const [name, value] of response.headers) reply.header(name, value)
  return Readable.from(answers.fill(await response.text()), { objectMode: false })
}

/** Reads the user id from the header. An invalid id stands for a user that does not exist. */
function viewedUser(header: string | string[] | undefined): number | undefined {
  return header === undefined ? undefined : Number.parseInt(String(header), 10)
}
