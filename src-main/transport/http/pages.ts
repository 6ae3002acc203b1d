import { readFile } from 'node:fs/promises'
import path from 'node:path'

import type { FastifyInstance, FastifyReply } from 'fastify'
import { lte } from 'semver'

import { judgeCall } from '#shared/versions/rules/index.ts'
import { AppError } from '#kernel/app-error.ts'
import { weakEtag } from '#kernel/etag.ts'
import { notSignedIn } from './audience.ts'
import { pageWithBasePath } from './base-path.ts'
import { readCredentials } from './credentials.ts'
import { addFiles, PAGE } from './files.ts'
import type { HttpOptions } from './http-options.ts'

/**
 * Paths of programs. An unknown one gets a 404 record, never a page that a program could take for a response.
 */
export const OF_PROGRAMS =
  /^\/+(api|auth|scim|internal-backstage|edge|feedback|ofrep|openfeature|otlp|mcp)(\/|$)/i

/**
 * Serves the window's pages to browsers, and says of every other path that it is not there (recorded exchanges
 * routing/*).
 */
export function addPages(app: FastifyInstance, options: HttpOptions): void {
  const { rendererDir, basePath = '' } = options
  const sendPage = async (reply: FastifyReply, folder: string) => {
    // read each time, because a build may have replaced it
    const html = pageWithBasePath(await readFile(path.join(folder, PAGE), 'utf8'), basePath)
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'public, max-age=0')
      .header('etag', weakEtag(html))
      .send(html)
  }
  if (rendererDir !== undefined) {
    addFiles(app, rendererDir)
    for (const url of ['/', '/index.html']) app.get(url, (_request, reply) => sendPage(reply, rendererDir))
  }
  app.setNotFoundHandler(async (request, reply) => {
    // not by URL, which rejects some paths and parses others as hosts
    const pathname = request.url.split(/[?#]/, 1)[0] ?? '/'
    const isApi = /^\/+api(\/|$)/i.test(pathname)
    const isOfPrograms = OF_PROGRAMS.test(pathname)
    // serve the page for its paths in the original; its own router does the rest
    if (
      !isOfPrograms &&
      rendererDir !== undefined &&
      request.method === 'GET' &&
      path.extname(pathname) === ''
    )
      return sendPage(reply, rendererDir)
    request.identity = await options.authenticate(readCredentials(request.headers))
    const { actor, presented } = request.identity
    if (isApi && actor.kind === 'anonymous') throw notSignedIn(presented)
    if (actor.kind !== 'anonymous')
      options.noteCall?.({ request, actor, isAdmitted: true, status: 404, contract: options.contract })
    reply.headers(verdictHeaders(request.method, pathname, options.contract))
    throw notAvailable(request.originalUrl.split(/[?#]/, 1)[0] ?? '/')
  })
}

/**
 * Builds headers for a request that the version no longer has: the version that removed it, and the
 * replacement (RFC 8288, "successor-version").
 */
function verdictHeaders(method: string, pathname: string, contract: string): Record<string, string> {
  const removal = judgeCall(method, pathname).find(({ version }) => lte(version, contract))
  if (!removal) return {}
  const { version, replacement } = removal
  return {
    'halyard-removed-in': version,
    ...(replacement?.startsWith('/') ? { link: `<${replacement}>; rel="successor-version"` } : {}),
  }
}

function notAvailable(pathname: string): AppError {
  return new AppError('NotFoundError', `The path you were looking for (${pathname}) is not available.`)
}
