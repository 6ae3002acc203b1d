import { PAGE_SNIPPETS } from './page-snippets.ts'
import { PHONE_SNIPPETS } from './phone-snippets.ts'
import type { SdkSnippet } from './sdk-snippet.ts'
import { SERVER_SNIPPETS } from './server-snippets.ts'

/** Open protocols, and plain requests. */
const PROTOCOL_SNIPPETS: readonly SdkSnippet[] = [
  {
    id: 'open-feature',
    label: 'OpenFeature',
    token: 'backend',
    install: 'npm install @openfeature/server-sdk @openfeature/ofrep-provider @openfeature/ofrep-core',
    run: { file: 'hello.mjs', command: 'node hello.mjs' },
    code: ({
      url,
      secret,
      flag,
    }) => `import { OpenFeature } from '@openfeature/server-sdk'\nimport { OFREPProvider } from '@openfeature/ofrep-provider'

await OpenFeature.setProviderAndWait(
  new OFREPProvider({ baseUrl: '${url}', headers: [['Authorization', 'Bearer ${secret}']] }),
)
const client = OpenFeature.getClient()
setInterval(async () => console.log(await client.getBooleanValue('${flag}', false, { targetingKey: '7' })), 1000)`,
  },
  {
    id: 'open-feature-pages',
    label: 'OpenFeature, in pages',
    token: 'frontend',
    install: 'npm install @openfeature/web-sdk @openfeature/ofrep-web-provider @openfeature/core',
    code: ({
      url,
      secret,
      flag,
    }) => `import { OpenFeature, ProviderEvents } from '@openfeature/web-sdk'\nimport { OFREPWebProvider } from '@openfeature/ofrep-web-provider'

await OpenFeature.setContext({ targetingKey: '7' })
await OpenFeature.setProviderAndWait(
  new OFREPWebProvider({ baseUrl: '${url}', headers: [['X-API-Key', '${secret}']], pollInterval: 15000 }),
)
const show = () => console.log(OpenFeature.getClient().getBooleanValue('${flag}', false))
show()
OpenFeature.addHandler(ProviderEvents.ConfigurationChanged, show)`,
  },
  {
    id: 'curl',
    label: 'curl',
    token: 'frontend',
    code: ({ url, secret, flag }) =>
      `curl -s -H 'Authorization: ${secret}' '${url}/api/frontend?userId=7' | grep -o '"name":"${flag}","enabled":[a-z]*'`,
  },
]

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
