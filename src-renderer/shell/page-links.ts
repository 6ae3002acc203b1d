import { profileOfHost, writeDeepLink } from '#shared/desktop/deep-link.ts'
import { attempt } from '#lib/attempt.ts'
import { BASE_PATH } from '#lib/base-path.ts'
import { profilesQuery } from '#lib/desktop-api.ts'
import { notifyDone } from '#lib/notify.ts'
import { queryClient } from '#lib/queries.ts'
import { statusQuery } from '#lib/status.ts'

/** Builds a link for browsers: in the desktop window, the page's own address leads nowhere. */
export async function browserLink(path: string): Promise<string> {
  const { url } = await queryClient.ensureQueryData(statusQuery())
  return `${location.protocol.startsWith('http') ? location.origin + BASE_PATH : (url ?? '')}/#${path}`
}

/** Builds a link that opens the desktop app. It names the profile where there are several. */
async function appLink(path: string): Promise<string> {
  const profiles = await queryClient.ensureQueryData(profilesQuery())
  return writeDeepLink(path, profiles.length > 1 ? profileOfHost(location.host) : undefined)
}

/** Copies a text and says so. */
export async function copy(text: string, what: string): Promise<void> {
  await navigator.clipboard.writeText(text)
  notifyDone(`${what} copied`)
}

/** Copies a link to the current page: for the desktop app, or for browsers. */
export async function copyPageLink(to: 'app' | 'browser'): Promise<void> {
  const path = location.hash.slice(1) || '/'
  await attempt("Couldn't copy the link", async () => {
    await copy(await (to === 'app' ? appLink(path) : browserLink(path)), 'Link')
  })
}
