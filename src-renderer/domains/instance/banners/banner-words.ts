import { parseInline, type Inline } from '#shared/markdown/parse-markdown.ts'
import type { Banner, BannerVariant } from '#shared/instance/schemas/banner.ts'

/** Content of a banner, as a window shows it. */
export type ShownBanner = Omit<Banner, 'id' | 'enabled' | 'createdAt'>

export const VARIANT_LABELS: Readonly<Record<BannerVariant, string>> = {
  info: 'Information',
  success: 'Success',
  warning: 'Warning',
  error: 'Error',
}

/** Value of `icon` for a banner without one. */
export const NO_ICON = 'none'

const MAX_NAME = 60

const plainText = (parts: readonly Inline[]): string =>
  parts.map((part) => ('text' in part ? part.text : plainText(part.content))).join('')

/** Names a banner by the beginning of its message, without marks. */
export function bannerName({ message }: Pick<Banner, 'message'>): string {
  const [first = ''] = message.trim().split('\n', 1)
  const line = plainText(parseInline(first.replace(/^#+ /, '')))
  return line.length > MAX_NAME ? `${line.slice(0, MAX_NAME - 1)}…` : line
}

/**
 * Names a dismissal of a banner, kept for the user as a seen splash page. A banner with another content has another
 * name: it is shown again.
 */
export function dismissalOf(banner: Banner): string {
  const { message, variant, icon, link, linkText, dialogTitle, dialog } = banner
  const content = JSON.stringify([message, variant, icon, link, linkText, dialogTitle, dialog])
  // FNV-1a: collisions between the contents of one banner are unlikely, and nothing is secret here
  let hash = 0x811c9dc5
  for (let at = 0; at < content.length; at++) hash = Math.imul(hash ^ content.charCodeAt(at), 0x01000193)
  return `banner-${banner.id}-${(hash >>> 0).toString(16)}`
}
