import { badData } from '#kernel/app-error.ts'

const SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d)/i

/**
 * The URL of a link: of the web, for it becomes something to click on; without a scheme it is https
 * (docs/contract/flags.md#links). Throws 400.
 */
export function toLinkUrl(text: string): string {
  const url = SCHEME.test(text) ? text : `https://${text}`
  const isWeb = /^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')
  if (!isWeb) throw badData(`Invalid URL: ${text}`, '/body/url')
  return url
}
