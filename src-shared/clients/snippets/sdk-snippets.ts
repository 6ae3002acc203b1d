/** The kinds of tokens that SDKs use. */
type TokenKind = 'backend' | 'frontend'

interface Place {
  /** Address of the instance, without a slash at its end. */
  url: string
  secret: string
  flag: string
}

interface SdkSnippet {
  id: string
  label: string
  /** The kind of token that this SDK needs. */
  token: TokenKind
  /** The command that installs the SDK; absent: there is nothing to install. */
  install?: string
  code: (place: Place) => string
}

/**
 * Complete programs for the official SDKs, and for those of OpenFeature. Each waits until the SDK is ready before it asks: an SDK that has not
 * fetched the flags yet answers false for all of them.
 */
export const SDK_SNIPPETS: readonly SdkSnippet[] = [
  {
    id: 'node',
    label: 'Node.js',
    token: 'backend',
    install: 'npm install unleash-client',
    code: ({ url, secret, flag }) => `import { startUnleash } from 'unleash-client'

const unleash = await startUnleash({
  url: '${url}/api',
  appName: 'my-app',
  customHeaders: { Authorization: '${secret}' },
})
console.log(unleash.isEnabled('${flag}', { userId: '7' }))`,
  },
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
await unleash.start()
console.log(unleash.isEnabled('${flag}'))`,
  },
  {
    id: 'python',
    label: 'Python',
    token: 'backend',
    install: 'pip install UnleashClient',
    code: ({ url, secret, flag }) => `from UnleashClient import UnleashClient

client = UnleashClient(
    url="${url}/api",
    app_name="my-app",
    custom_headers={"Authorization": "${secret}"},
)
client.initialize_client()
print(client.is_enabled("${flag}", {"userId": "7"}))`,
  },
  {
    id: 'java',
    label: 'Java',
    token: 'backend',
    code: ({ url, secret, flag }) => `UnleashConfig config = UnleashConfig.builder()
    .appName("my-app")
    .instanceId("1")
    .unleashAPI("${url}/api/")
    .apiKey("${secret}")
    .synchronousFetchOnInitialisation(true)
    .build();
Unleash unleash = new DefaultUnleash(config);
System.out.println(unleash.isEnabled("${flag}"));`,
  },
  {
    id: 'go',
    label: 'Go',
    token: 'backend',
    install: 'go get github.com/Unleash/unleash-go-sdk/v5',
    code: ({ url, secret, flag }) => `unleash.Initialize(
	unleash.WithUrl("${url}/api/"),
	unleash.WithAppName("my-app"),
	unleash.WithCustomHeaders(http.Header{"Authorization": {"${secret}"}}),
)
unleash.WaitForReady()
fmt.Println(unleash.IsEnabled("${flag}"))`,
  },
  {
    id: 'dotnet',
    label: '.NET',
    token: 'backend',
    install: 'dotnet add package Unleash.Client',
    code: ({ url, secret, flag }) => `var settings = new UnleashSettings()
{
    AppName = "my-app",
    UnleashApi = new Uri("${url}/api/"),
    CustomHttpHeaders = new Dictionary<string, string>() { { "Authorization", "${secret}" } },
};
var unleash = await new UnleashClientFactory().CreateClientAsync(settings, synchronousInitialization: true);
Console.WriteLine(unleash.IsEnabled("${flag}"));`,
  },
  {
    id: 'ruby',
    label: 'Ruby',
    token: 'backend',
    install: 'gem install unleash',
    code: ({ url, secret, flag }) => `require 'unleash'

unleash = Unleash::Client.new(
  url: '${url}/api',
  app_name: 'my-app',
  custom_http_headers: { 'Authorization' => '${secret}' }
)
puts unleash.is_enabled?('${flag}')`,
  },
  {
    id: 'php',
    label: 'PHP',
    token: 'backend',
    install: 'composer require unleash/client symfony/http-client nyholm/psr7 symfony/cache',
    code: ({ url, secret, flag }) => `$unleash = Unleash\\Client\\UnleashBuilder::create()
    ->withAppName('my-app')
    ->withAppUrl('${url}/api')
    ->withInstanceId('1')
    ->withHeader('Authorization', '${secret}')
    ->build();
var_dump($unleash->isEnabled('${flag}'));`,
  },
  {
    id: 'open-feature',
    label: 'OpenFeature',
    token: 'backend',
    install: 'npm install @openfeature/server-sdk @openfeature/ofrep-provider @openfeature/ofrep-core',
    code: ({
      url,
      secret,
      flag,
    }) => `import { OpenFeature } from '@openfeature/server-sdk'\nimport { OFREPProvider } from '@openfeature/ofrep-provider'

await OpenFeature.setProviderAndWait(
  new OFREPProvider({ baseUrl: '${url}', headers: [['Authorization', 'Bearer ${secret}']] }),
)
const client = OpenFeature.getClient()
console.log(await client.getBooleanValue('${flag}', false, { targetingKey: '7' }))`,
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
    }) => `import { OpenFeature } from '@openfeature/web-sdk'\nimport { OFREPWebProvider } from '@openfeature/ofrep-web-provider'

await OpenFeature.setContext({ targetingKey: '7' })
await OpenFeature.setProviderAndWait(
  new OFREPWebProvider({ baseUrl: '${url}', headers: [['X-API-Key', '${secret}']], pollInterval: 15000 }),
)
console.log(OpenFeature.getClient().getBooleanValue('${flag}', false))`,
  },
  {
    id: 'curl',
    label: 'curl',
    token: 'frontend',
    code: ({ url, secret, flag }) =>
      `curl -s -H 'Authorization: ${secret}' '${url}/api/frontend?userId=7' | grep -o '"name":"${flag}","enabled":[a-z]*'`,
  },
]

/** Finds the snippet of an SDK, or the first snippet if the id is unknown. */
export function sdkSnippet(id: string): SdkSnippet {
  const found = SDK_SNIPPETS.find((one) => one.id === id) ?? SDK_SNIPPETS[0]
  if (!found) throw new Error('there are no snippets')
  return found
}
