import { PAGE_SNIPPETS } from './page-snippets.ts'
import { PHONE_SNIPPETS } from './phone-snippets.ts'
import { PROTOCOL_SNIPPETS } from './protocol-snippets.ts'
import type { SdkSnippet } from './sdk-snippet.ts'
import { SERVER_SNIPPETS } from './server-snippets.ts'

/**
 * Complete programs for the official SDKs, and for those of OpenFeature, by the place where they run. Each waits until the SDK is ready,
 * as it answers false for every flag before. Each keeps running on the SDK's own intervals, and shows the flag again when it changes.
 */
export const SNIPPET_GROUPS: readonly { label: string; snippets: readonly SdkSnippet[] }[] = [
  { label: 'Servers', snippets: SERVER_SNIPPETS },
  { label: 'Pages', snippets: PAGE_SNIPPETS },
  { label: 'Phones', snippets: PHONE_SNIPPETS },
  { label: 'Open protocols', snippets: PROTOCOL_SNIPPETS },
]

export const SDK_SNIPPETS: readonly SdkSnippet[] = SNIPPET_GROUPS.flatMap(({ snippets }) => snippets)

/** Finds the snippet of an SDK, or the first snippet if the id is unknown. */
export function sdkSnippet(id: string): SdkSnippet {
  const found = SDK_SNIPPETS.find((one) => one.id === id) ?? SDK_SNIPPETS[0]
  if (!found) throw new Error('there are no snippets')
  return found
}
