import { DIALOG_LINK } from '#shared/instance/rules/banner-link.ts'
import type { Banner } from '#shared/instance/schemas/banner.ts'
import { NO_ICON, type ShownBanner } from './banner-words.ts'

/** Values of the editor of a banner. */
export interface BannerForm {
  message: string
  variant: string
  sticky: boolean
  enabled: boolean
  hasIcon: boolean
  /** Icon that a banner came with; kept unless it is turned off. */
  icon: string | null
  linkKind: string
  link: string
  linkText: string
  dialogTitle: string
  dialog: string
}

/** Begins the form with a banner, or with the defaults. */
export function formOf(banner?: Banner): BannerForm {
  const { link = null, icon = null } = banner ?? {}
  return {
    message: banner?.message ?? '',
    variant: banner?.variant ?? 'info',
    sticky: banner?.sticky ?? false,
    enabled: banner?.enabled ?? true,
    hasIcon: icon !== NO_ICON,
    icon: icon === NO_ICON ? null : icon,
    linkKind: link === null ? 'none' : link === DIALOG_LINK ? 'dialog' : 'page',
    link: link === DIALOG_LINK ? '' : (link ?? ''),
    linkText: banner?.linkText ?? '',
    dialogTitle: banner?.dialogTitle ?? '',
    dialog: banner?.dialog ?? '',
  }
}

/** Makes the request body of a form. Texts of a link that the banner does not have stay: it may get one again. */
export function bodyOf(form: BannerForm): ShownBanner & { enabled: boolean } {
  const links: Record<string, string | null> = { dialog: DIALOG_LINK, page: form.link.trim() }
  return {
    message: form.message,
    enabled: form.enabled,
    variant: form.variant as Banner['variant'],
    sticky: form.sticky,
    icon: form.hasIcon ? form.icon : NO_ICON,
    link: links[form.linkKind] ?? null,
    linkText: form.linkText.trim() || null,
    dialogTitle: form.dialogTitle.trim() || null,
    dialog: form.dialog.trim() === '' ? null : form.dialog,
  }
}
