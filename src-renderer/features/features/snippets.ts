/** How code asks for a flag, per SDK. */
export const SNIPPETS: readonly { id: string; label: string; code: (flag: string) => string }[] = [
  {
    id: 'node',
    label: 'Node.js',
    code: (flag) => `const { initialize } = require('unleash-client')

const unleash = initialize({
  url: '<URL>/api',
  appName: 'my-app',
  customHeaders: { Authorization: '<BACKEND TOKEN>' },
})
unleash.isEnabled('${flag}', { userId: '7' })`,
  },
  {
    id: 'javascript',
    label: 'JavaScript, in pages',
    code: (flag) => `import { UnleashClient } from 'unleash-proxy-client'

const unleash = new UnleashClient({
  url: '<URL>/api/frontend',
  clientKey: '<FRONTEND TOKEN>',
  appName: 'my-page',
})
await unleash.start()
unleash.isEnabled('${flag}')`,
  },
  {
    id: 'python',
    label: 'Python',
    code: (flag) => `from UnleashClient import UnleashClient

client = UnleashClient(
    url="<URL>/api",
    app_name="my-app",
    custom_headers={"Authorization": "<BACKEND TOKEN>"},
)
client.initialize_client()
client.is_enabled("${flag}", {"userId": "7"})`,
  },
  {
    id: 'java',
    label: 'Java',
    code: (flag) => `UnleashConfig config = UnleashConfig.builder()
    .appName("my-app")
    .instanceId("1")
    .unleashAPI("<URL>/api/")
    .apiKey("<BACKEND TOKEN>")
    .build();
Unleash unleash = new DefaultUnleash(config);
unleash.isEnabled("${flag}");`,
  },
  {
    id: 'go',
    label: 'Go',
    code: (flag) => `unleash.Initialize(
	unleash.WithUrl("<URL>/api/"),
	unleash.WithAppName("my-app"),
	unleash.WithCustomHeaders(http.Header{"Authorization": {"<BACKEND TOKEN>"}}),
)
unleash.IsEnabled("${flag}")`,
  },
  {
    id: 'curl',
    label: 'curl',
    code: (flag) =>
      `curl -H 'Authorization: <FRONTEND TOKEN>' -H 'X-Halyard-Reason: true' \\
  '<URL>/api/frontend?userId=7' | grep '"${flag}"'`,
  },
]

/** A snippet with the address of this instance in it. */
export const toSnippet = (id: string, flag: string, url: string) =>
  (SNIPPETS.find((one) => one.id === id)?.code(flag) ?? '').replaceAll('<URL>', url)
