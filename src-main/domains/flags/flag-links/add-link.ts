import { AppError, badData } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { insertLink, readLinks } from './flag-links.store.ts'

const MAX_LINKS = 10

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

/** Adds a link to a flag, which may have ten (docs/contract/flags.md#links). */
export async function addLink(
  context: MutationContext,
  flag: { name: string; project: string },
  { url, title }: { url: string; title?: string | null | undefined },
): Promise<void> {
  const { everything, ids, restored } = context
  const content = { url: toLinkUrl(url), title: title ?? null }
  if ((await readLinks(everything, [flag.name])).length >= MAX_LINKS)
    throw new AppError('OperationDeniedError', `Too many links (${MAX_LINKS}) exist for this feature`)
  const link = { id: String(restored?.id ?? ids.ulid()), ...content }
  await insertLink(everything, flag.name, link)
  context.record({
    type: 'feature-link-added',
    project: flag.project,
    featureName: flag.name,
    data: link,
  })
}

/**
 * Fills in a project's link template for a flag. `{{project}}` and `{{feature}}` stand for the ids
 * (docs/contract/projects.md#link-templates).
 */
export const fillTemplate = (template: string, flag: { name: string; project: string }): string =>
  template.replaceAll('{{project}}', flag.project).replaceAll('{{feature}}', flag.name)
