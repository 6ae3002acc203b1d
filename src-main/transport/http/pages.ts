import path from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

import { AppError } from '../../kernel/app-error.ts'
import { notSignedIn } from './audience.ts'
import { readCredentials } from './credentials.ts'
import type { HttpOptions } from './http-options.ts'
import { notedCallOf } from './noted-call-of.ts'

/** Serves the window's pages to browsers, and says of every other path that it is not there (exchanges 4-12). */
export async function addPages(app: FastifyInstance, options: HttpOptions): Promise<void> {
  const { rendererDir } = options
  if (rendererDir !== undefined)
    await app.register(fastifyStatic, { root: rendererDir, wildcard: false, index: 'index.html' })
  app.setNotFoundHandler(async (request, reply) => {
    const url = new URL(request.url, 'http://localhost')
    if (/^\/+api(\/|$)/i.test(url.pathname)) {
      const { token, cookie } = readCredentials(request.headers)
      const identity = await options.authenticate({
        ...(token ? { token } : {}),
        ...(cookie ? { cookie } : {}),
      })
      if (identity.actor.kind === 'anonymous') throw notSignedIn(identity.presented)
      options.noteCall?.(notedCallOf(request, identity.actor, options))
      throw notAvailable(url.pathname)
    }
    // a page of the window, named by a path of the original's: it finds its own way
    if (rendererDir !== undefined && request.method === 'GET' && path.extname(url.pathname) === '')
      return reply.sendFile('index.html')
    throw notAvailable(url.pathname)
  })
}

function notAvailable(pathname: string): AppError {
  return new AppError('NotFoundError', `The path you were looking for (${pathname}) is not available.`)
}
