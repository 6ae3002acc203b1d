import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { net, protocol } from 'electron'

import { SECURITY_HEADERS } from '../transport/http/csp.ts'

/** Origin of the window's pages. Its own scheme gives them one origin, under our policy. */
export const RENDERER_ORIGIN = 'app://halyard'
const HOST = 'halyard'

/** To be called before Electron is ready. */
export function registerRendererScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ])
}

/** Serves the built pages; nothing outside their folder. */
export function serveRenderer(folder: string): void {
  protocol.handle('app', async (request) => {
    const file = fileOf(folder, request.url)
    const response = file ? await net.fetch(pathToFileURL(file).href).catch(() => undefined) : undefined
    if (!response) return new Response('not found', { status: 404 })
    const headers = new Headers(response.headers)
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) headers.set(name, value)
    return new Response(response.body, { status: response.status, headers })
  })
}

/** The file that a URL of ours names; undefined: none, or one outside the folder. */
export function fileOf(folder: string, url: string): string | undefined {
  const { host, pathname } = new URL(url)
  const file = path.join(folder, decodeURIComponent(pathname === '/' ? '/index.html' : pathname))
  return host === HOST && file.startsWith(folder + path.sep) ? file : undefined
}
