import path from 'node:path'
import { pathToFileURL } from 'node:url'

import { net, protocol } from 'electron'

import { HOME_PROFILE, type ProfileId } from '#shared/desktop/profiles.ts'
import { SECURITY_HEADERS } from '#transport/http/csp.ts'

const SCHEME = 'app'
const HOME_HOST = 'halyard'
/** Origin of the pages of the first profile. Our own scheme gives them an origin, under our policy. */
export const RENDERER_ORIGIN = `${SCHEME}://${HOME_HOST}`
const PROFILE_HOST = /^p-[0-9a-f]{8}$/

/** Origin of a profile's pages: each has its own, so that drafts and settings of one are not another's. */
export const originOf = (id: ProfileId): string =>
  id === HOME_PROFILE ? RENDERER_ORIGIN : `${SCHEME}://${id}`

/** Profile whose origin a URL has; undefined: none. It may have been deleted. */
export function profileOfUrl(url: string): ProfileId | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, host, username, password } = new URL(url)
  if (protocol !== `${SCHEME}:` || username + password !== '') return undefined
  if (host === HOME_HOST) return HOME_PROFILE
  return PROFILE_HOST.test(host) ? host : undefined
}

/** To be called before Electron is ready. */
export function registerRendererScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ])
}

/** Serves the built pages; nothing outside their folder. */
export function serveRenderer(folder: string): void {
  protocol.handle(SCHEME, async (request) => {
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
  const { pathname } = new URL(url)
  const file = path.join(folder, decodeURIComponent(pathname === '/' ? '/index.html' : pathname))
  return profileOfUrl(url) !== undefined && file.startsWith(folder + path.sep) ? file : undefined
}
