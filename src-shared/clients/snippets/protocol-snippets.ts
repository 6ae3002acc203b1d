import type { SdkSnippet } from './sdk-snippet.ts'

/** Open protocols, and plain requests. */
export const PROTOCOL_SNIPPETS: readonly SdkSnippet[] = [
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
