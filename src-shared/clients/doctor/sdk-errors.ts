import type { SdkId } from './terms.ts'

/**
 * Text that an official SDK logs or throws. `status`: the HTTP status that it means; a text that names its status has a
 * group for it instead. `cause`: what it means beside that (causes.ts).
 */
export interface SdkError {
  sdk: SdkId
  pattern: RegExp
  status?: number
  cause?: string
}

/** Texts from the sources of the SDKs; no code of theirs is copied. Each pattern is a fixed text with at most one short gap. */
export const SDK_ERRORS: readonly SdkError[] = [
  // Node 3 to 6: lib/repository, lib/metrics, lib/unleash
  { sdk: 'node', pattern: /responded (\d{3}) which means your API key is not allowed to connect/ },
  { sdk: 'node', pattern: /responded TOO_MANY_CONNECTIONS \((429)\)/ },
  { sdk: 'node', pattern: /responded FILE_NOT_FOUND \((404)\)/ },
  { sdk: 'node', pattern: /responded (\d{3})\. Backing off/ },
  { sdk: 'node', pattern: /returning (\d{3}), stopping metrics/ },
  { sdk: 'node', pattern: /returning (\d{3})\. Backing off to \d{1,3} times normal interval/ },
  { sdk: 'node', pattern: /Response was not statusCode 2XX, but was (\d{3})/ },
  { sdk: 'node', pattern: /Unleash API "url" is required/, cause: 'sdk-url-missing' },
  { sdk: 'node', pattern: /Unleash client "appName" is required/, cause: 'sdk-app-name-missing' },
  {
    sdk: 'node',
    pattern: /The unleash SDK has been initialized more than 10 times/i,
    cause: 'sdk-many-instances',
  },
  {
    sdk: 'node',
    pattern: /You already have an Unleash instance with a different configuration/,
    cause: 'sdk-many-instances',
  },
  { sdk: 'node', pattern: /Invalid API response: /, cause: 'answer-not-flags' },
  {
    sdk: 'node',
    pattern: /Client features was neither a delta nor a full response/,
    cause: 'answer-not-flags',
  },
  { sdk: 'node', pattern: /Malformed feature, strategies not an array/, cause: 'answer-not-flags' },
  // JavaScript: src/index, src/metrics
  {
    sdk: 'javascript',
    pattern: /Unleash: Fetching feature toggles did not have an ok response/,
    cause: 'see-status',
  },
  { sdk: 'javascript', pattern: /type: ?['"]?HttpError['"]?, ?['"]?code['"]?: ?(\d{3})/ },
  { sdk: 'javascript', pattern: /"type": ?"HttpError", ?"code": ?(\d{3})/ },
  { sdk: 'javascript', pattern: /Unleash: unable to fetch feature toggles/, cause: 'browser-no-answer' },
  { sdk: 'javascript', pattern: /Unleash: unable to send feature metrics/, cause: 'browser-no-answer' },
  { sdk: 'javascript', pattern: /clientKey is required/, cause: 'sdk-token-missing' },
  { sdk: 'javascript', pattern: /^(?:Uncaught )?(?:Error: )?url is required/, cause: 'sdk-url-missing' },
  { sdk: 'javascript', pattern: /appName is required\./, cause: 'sdk-app-name-missing' },
  { sdk: 'javascript', pattern: /Unleash SDK has already started/, cause: 'sdk-many-instances' },
  // Java: repository, util/Throttler
  { sdk: 'java', pattern: /Client was not authorized to talk to the Unleash API at/, status: 401 },
  { sdk: 'java', pattern: /Server said that the endpoint at \S{1,500} does not exist/, status: 404 },
  { sdk: 'java', pattern: /RATE LIMITED for the \d{1,6}\. time/, status: 429 },
  { sdk: 'java', pattern: /Server failed with a (\d{3}) status code/ },
  { sdk: 'java', pattern: /Could not initialize Unleash, got response code (\d{3})/ },
  { sdk: 'java', pattern: /UnleashException: Could not fetch toggles/, cause: 'see-cause' },
  {
    sdk: 'java',
    pattern: /Redirecting from \S{1,500} to \S{1,500} Please consider updating your config/,
    status: 302,
  },
  // Python: api/features, api/register, transport
  {
    sdk: 'python',
    pattern:
      /Unleash Client (?:feature fetch|registration) failed due to unexpected HTTP status code: ?(\d{3})/,
  },
  {
    sdk: 'python',
    pattern:
      /Unleash Client (?:feature fetch|registration) failed due to (?:unexpected HTTP status code\.|exception)/,
    cause: 'see-status',
  },
  { sdk: 'python', pattern: /unleash feature fetch failed!/i, cause: 'see-status' },
  {
    sdk: 'python',
    pattern: /You already have \d{1,6} instance\(s\) configured for this config/,
    cause: 'sdk-many-instances',
  },
  // Go: repository, client
  { sdk: 'go', pattern: /returned status code (\d{3}) your SDK is most likely misconfigured/ },
  { sdk: 'go', pattern: /returned status code (\d{3}), backing off/ },
  { sdk: 'go', pattern: /returned status code (\d{3})$/m },
  { sdk: 'go', pattern: /unleash server URL missing/, cause: 'sdk-url-missing' },
  { sdk: 'go', pattern: /unleash client appName missing/, cause: 'sdk-app-name-missing' },
  { sdk: 'go', pattern: /should no longer link directly to \/features/, cause: 'url-with-features' },
  { sdk: 'go', pattern: /segment does not exist/, cause: 'answer-not-flags' },
  // .NET: Communication/UnleashApiClient
  {
    sdk: 'dotnet',
    pattern: /responded NOT_FOUND \(404\) which means your API url most likely needs correction/,
    status: 404,
  },
  {
    sdk: 'dotnet',
    pattern: /responded FORBIDDEN \(403\) which means your API token is not valid/,
    status: 401,
  },
  { sdk: 'dotnet', pattern: /UNLEASH: Backing off due to TooManyRequests/, status: 429 },
  { sdk: 'dotnet', pattern: /UNLEASH: Backing off due to ServiceUnavailable/, status: 503 },
  { sdk: 'dotnet', pattern: /(?:UNLEASH: Error|Unleash:) Unauthorized from/, status: 401 },
  { sdk: 'dotnet', pattern: /(?:UNLEASH: Error|Unleash:) Forbidden from/, status: 403 },
  { sdk: 'dotnet', pattern: /(?:UNLEASH: Error|Unleash:) NotFound from/, status: 404 },
  { sdk: 'dotnet', pattern: /UNLEASH: Error when fetching toggles/, cause: 'see-status' },
  // Ruby: toggle_fetcher, client, configuration
  { sdk: 'ruby', pattern: /Unleash server returned a non 200\/304 HTTP result/, cause: 'see-status' },
  {
    sdk: 'ruby',
    pattern: /ToggleFetcher was unable to fetch from the network/,
    cause: 'see-cause',
  },
  {
    sdk: 'ruby',
    pattern: /unable to register client with unleash server due to exception/,
    cause: 'see-cause',
  },
  { sdk: 'ruby', pattern: /URL and app_name are required/, cause: 'sdk-url-missing' },
  // PHP: Repository/DefaultUnleashRepository, UnleashBuilder
  {
    sdk: 'php',
    pattern: /Got invalid response code when getting features and no default bootstrap provided: (\d{3})/,
  },
  {
    sdk: 'php',
    pattern: /Got invalid response code when getting features and no default bootstrap provided: unknown/,
    cause: 'see-cause',
  },
  { sdk: 'php', pattern: /App url must be set, please use 'withAppUrl\(\)'/, cause: 'sdk-url-missing' },
  {
    sdk: 'php',
    pattern: /App name must be set, please use 'withAppName\(\)'/,
    cause: 'sdk-app-name-missing',
  },
  {
    sdk: 'php',
    pattern: /Instance ID must be set, please use 'withInstanceId\(\)'/,
    cause: 'sdk-instance-id-missing',
  },
  {
    sdk: 'php',
    pattern: /The body isn't valid because it doesn't contain a 'features' key/,
    cause: 'answer-not-flags',
  },
]

/** Words by which a line of a log shows which SDK wrote it, where its text is not known. */
export const SDK_SIGNS: readonly { sdk: SdkId; pattern: RegExp }[] = [
  { sdk: 'java', pattern: /io\.getunleash\.|no\.finn\.unleash|UnleashException/ },
  { sdk: 'python', pattern: /UnleashClient|urllib3|requests\.exceptions/ },
  { sdk: 'go', pattern: /unleash-(?:client-go|go-sdk)|dial tcp|x509:/ },
  { sdk: 'dotnet', pattern: /Unleash\.Communication|System\.Net\.Http|UNLEASH:/ },
  { sdk: 'php', pattern: /Unleash\\Client|cURL error \d/ },
  { sdk: 'ruby', pattern: /Unleash::|unleash-client-ruby|Errno::/ },
  { sdk: 'javascript', pattern: /unleash-proxy-client|CORS|Mixed Content|\bchrome\b/ },
  { sdk: 'node', pattern: /unleash-client|node:internal|FetchError/ },
]
