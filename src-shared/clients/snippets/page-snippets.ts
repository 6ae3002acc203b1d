import type { SdkSnippet } from './sdk-snippet.ts'

/** SDKs of pages and their frameworks. */
export const PAGE_SNIPPETS: readonly SdkSnippet[] = [
  {
    id: 'javascript',
    label: 'JavaScript, in pages',
    token: 'frontend',
    install: 'npm install unleash-proxy-client',
    code: ({ url, secret, flag }) => `import { UnleashClient } from 'unleash-proxy-client'

const unleash = new UnleashClient({
  url: '${url}/api/frontend',
  clientKey: '${secret}',
  appName: 'my-page',
  context: { userId: '7' },
})
unleash.on('update', () => console.log(unleash.isEnabled('${flag}')))
await unleash.start()`,
  },
  {
    id: 'react',
    label: 'React',
    token: 'frontend',
    install: 'npm install @unleash/proxy-client-react unleash-proxy-client',
    code: ({
      url,
      secret,
      flag,
    }) => `import { FlagProvider, useFlag, useFlagsStatus } from '@unleash/proxy-client-react'\nimport { createRoot } from 'react-dom/client'

const config = {
  url: '${url}/api/frontend',
  clientKey: '${secret}',
  appName: 'my-page',
  context: { userId: '7' },
}

function MyFlag() {
  const { flagsReady } = useFlagsStatus()
  const isOn = useFlag('${flag}')
  return flagsReady && <p>{String(isOn)}</p>
}

createRoot(document.getElementById('root')).render(
  <FlagProvider config={config}>
    <MyFlag />
  </FlagProvider>,
)`,
  },
  {
    id: 'next',
    label: 'Next.js',
    token: 'backend',
    install: 'npm install @unleash/nextjs',
    code: ({
      url,
      secret,
      flag,
    }) => `// app/page.jsx\nimport { evaluateFlags, flagsClient, getDefinitions } from '@unleash/nextjs'

export default async function Page() {
  const definitions = await getDefinitions({
    url: '${url}/api/client/features',
    token: '${secret}',
    appName: 'my-page',
    fetchOptions: { next: { revalidate: 15 } },
  })
  const flags = flagsClient(evaluateFlags(definitions, { userId: '7' }).toggles)
  return <p>{String(flags.isEnabled('${flag}'))}</p>
}`,
  },
  {
    id: 'vue',
    label: 'Vue',
    token: 'frontend',
    install: 'npm install @unleash/proxy-client-vue unleash-proxy-client',
    code: ({ url, secret, flag }) => `<!-- MyFlag.vue -->
<script setup>\nimport { useFlag, useFlagsStatus } from '@unleash/proxy-client-vue'

const isOn = useFlag('${flag}')
const { flagsReady } = useFlagsStatus()
</script>

<template>
  <p v-if="flagsReady">{{ isOn }}</p>
</template>

<!-- main.js -->\nimport { plugin as unleash } from '@unleash/proxy-client-vue'\nimport { createApp } from 'vue'\nimport MyFlag from './MyFlag.vue'

const config = {
  url: '${url}/api/frontend',
  clientKey: '${secret}',
  appName: 'my-page',
  context: { userId: '7' },
}
createApp(MyFlag).use(unleash, { config }).mount('#app')`,
  },
  {
    id: 'svelte',
    label: 'Svelte',
    token: 'frontend',
    install: 'npm install @unleash/proxy-client-svelte',
    code: ({ url, secret, flag }) => `<!-- App.svelte -->
<script>
  import { FlagProvider } from '@unleash/proxy-client-svelte'
  import MyFlag from './MyFlag.svelte'

  const config = {
    url: '${url}/api/frontend',
    clientKey: '${secret}',
    appName: 'my-page',
    context: { userId: '7' },
  }
</script>

<FlagProvider {config}><MyFlag /></FlagProvider>

<!-- MyFlag.svelte -->
<script>
  import { useFlag, useFlagsStatus } from '@unleash/proxy-client-svelte'

  const isOn = useFlag('${flag}')
  const { flagsReady } = useFlagsStatus()
</script>

{#if $flagsReady}<p>{$isOn}</p>{/if}`,
  },
  {
    id: 'angular',
    label: 'Angular',
    token: 'frontend',
    install: 'npm install unleash-proxy-client',
    code: ({
      url,
      secret,
      flag,
    }) => `import { Component, inject, Injectable, provideAppInitializer } from '@angular/core'\nimport { bootstrapApplication } from '@angular/platform-browser'\nimport { UnleashClient } from 'unleash-proxy-client'

@Injectable({ providedIn: 'root' })
class Flags extends UnleashClient {
  constructor() {
    super({
      url: '${url}/api/frontend',
      clientKey: '${secret}',
      appName: 'my-page',
      context: { userId: '7' },
    })
  }
}

@Component({ selector: 'app-root', template: '<p>{{ isOn }}</p>' })
class App {
  isOn = inject(Flags).isEnabled('${flag}')
}

bootstrapApplication(App, {
  providers: [provideAppInitializer(() => inject(Flags).start())],
})`,
  },
]
