/**
 * A page of React that shows flags: prints, as JSON, what it shows of each flag in each context. It is a program of its own, as React
 * looks for the document when it is loaded.
 *
 * Arguments: address of the service, token, file with `{ names, contexts }`.
 */
import { readFileSync } from 'node:fs'

import { JSDOM } from 'jsdom'

const [url, clientKey, file] = process.argv.slice(2)
const { names: flags, contexts } = JSON.parse(readFileSync(file, 'utf8'))
const { window } = new JSDOM('<main></main>', { url: 'http://localhost' })
for (const name of ['window', 'document', 'navigator', 'Node', 'Element', 'localStorage'])
  Object.defineProperty(globalThis, name, {
    value: name === 'window' ? window : window[name],
    configurable: true,
  })
Object.assign(window, { fetch, AbortController })
globalThis.IS_REACT_ACT_ENVIRONMENT = true

const { act, createElement } = await import('react')
const { createRoot } = await import('react-dom/client')
const { FlagProvider, InMemoryStorageProvider, UnleashClient, useFlag, useFlagsStatus, useVariant } =
  await import('@unleash/proxy-client-react')

function Flag({ name }) {
  return createElement('p', { id: name }, `${useFlag(name)} ${JSON.stringify(useVariant(name))}`)
}

function Page({ flags }) {
  const { flagsReady } = useFlagsStatus()
  return flagsReady ? flags.map((name) => createElement(Flag, { key: name, name })) : 'loading'
}

const unleashClient = new UnleashClient({
  url: `${url}/api/frontend`,
  clientKey,
  appName: 'interop-react',
  disableMetrics: true,
  refreshInterval: 0,
  fetch,
  storageProvider: new InMemoryStorageProvider(),
  context: contexts[0],
})
const shown = Object.fromEntries(flags.map((name) => [name, []]))
const root = createRoot(window.document.querySelector('main'))
await act(async () =>
  root.render(createElement(FlagProvider, { unleashClient }, createElement(Page, { flags }))),
)
while (!window.document.getElementById(flags[0]))
  await act(() => new Promise((resolve) => setTimeout(resolve, 10)))
for (const [index, context] of contexts.entries()) {
  if (index > 0) await act(() => unleashClient.updateContext(context))
  for (const name of flags) shown[name].push(window.document.getElementById(name).textContent)
}
// a pipe takes it in parts
process.stdout.write(JSON.stringify(shown), () => process.exit(0))
