import type { TokenType } from '../../../src-shared/schemas/api-token.ts'

/** The word for a kind of token; `client` is the old one for backend. */
export function kindOf(type: TokenType): string {
  return type === 'client' ? 'backend' : type
}

/** How an official SDK is started with a token: ready to paste. */
export function snippetOf(type: 'backend' | 'frontend', url: string, secret: string): string {
  if (type === 'frontend') {
    return `import { UnleashClient } from 'unleash-proxy-client'

const unleash = new UnleashClient({
  url: '${url}/api/frontend',
  clientKey: '${secret}',
  appName: 'my-app',
})
await unleash.start()
unleash.isEnabled('my-flag')`
  }
  return `import { startUnleash } from 'unleash-client'

const unleash = await startUnleash({
  url: '${url}/api',
  customHeaders: { Authorization: '${secret}' },
  appName: 'my-app',
})
unleash.isEnabled('my-flag', { userId: '42' })`
}
