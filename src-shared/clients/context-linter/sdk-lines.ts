import { readSdk } from '../../versions/rules/sdk.ts'

/** Line of code that sends a field, in the language of an SDK. */
export interface SdkLine {
  sdk: string
  line: string
}

interface SdkLanguage {
  label: string
  /** Names that the SDK sends, in lower case. */
  names: readonly string[]
  userId: string
  sessionId: string
  /** Sends a field that is a property; the name is made of plain characters. */
  property: (name: string) => string
}

/** SDKs have sent `unleash-client-node`, `unleash-node` and `unleash-node-sdk`. */
const named = (language: string, ...more: string[]): string[] => [
  `unleash-client-${language}`,
  `unleash-${language}`,
  `unleash-${language}-sdk`,
  ...more,
]

/** Calls of each SDK, as its own documentation writes them. The flag is `my-flag`, the value `value`. */
const LANGUAGES: readonly SdkLanguage[] = [
  {
    label: 'Node.js',
    names: named('node', 'unleash-client'),
    userId: `unleash.isEnabled('my-flag', { userId: user.id })`,
    sessionId: `unleash.isEnabled('my-flag', { sessionId: session.id })`,
    property: (name) => `unleash.isEnabled('my-flag', { properties: { '${name}': value } })`,
  },
  {
    label: 'Java',
    names: named('java'),
    userId: 'unleash.isEnabled("my-flag", UnleashContext.builder().userId(user.getId()).build());',
    sessionId: 'unleash.isEnabled("my-flag", UnleashContext.builder().sessionId(session.getId()).build());',
    property: (name) =>
      `unleash.isEnabled("my-flag", UnleashContext.builder().addProperty("${name}", value).build());`,
  },
  {
    // up to version 4, under its former name
    label: 'Go',
    names: ['unleash-client-go', 'unleash-go'],
    userId: 'unleash.IsEnabled("my-flag", unleash.WithContext(context.Context{UserId: user.ID}))',
    sessionId: 'unleash.IsEnabled("my-flag", unleash.WithContext(context.Context{SessionId: session.ID}))',
    property: (name) =>
      `unleash.IsEnabled("my-flag", unleash.WithContext(context.Context{Properties: map[string]string{"${name}": value}}))`,
  },
  {
    label: 'Go',
    names: ['unleash-go-sdk'],
    userId: 'unleash.IsEnabled("my-flag", unleash.FeatureOptions{Ctx: context.Context{UserId: user.ID}})',
    sessionId:
      'unleash.IsEnabled("my-flag", unleash.FeatureOptions{Ctx: context.Context{SessionId: session.ID}})',
    property: (name) =>
      `unleash.IsEnabled("my-flag", unleash.FeatureOptions{Ctx: context.Context{Properties: map[string]string{"${name}": value}}})`,
  },
  {
    label: 'Python',
    names: named('python', 'unleashclient'),
    userId: 'client.is_enabled("my-flag", {"userId": user.id})',
    sessionId: 'client.is_enabled("my-flag", {"sessionId": session.id})',
    property: (name) => `client.is_enabled("my-flag", {"properties": {"${name}": value}})`,
  },
  {
    label: '.NET',
    names: named('dotnet'),
    userId: 'unleash.IsEnabled("my-flag", new UnleashContext { UserId = user.Id });',
    sessionId: 'unleash.IsEnabled("my-flag", new UnleashContext { SessionId = session.Id });',
    property: (name) =>
      `unleash.IsEnabled("my-flag", new UnleashContext { Properties = new Dictionary<string, string> { { "${name}", value } } });`,
  },
  {
    label: 'PHP',
    names: named('php'),
    userId: `$unleash->isEnabled('my-flag', (new UnleashContext())->setCurrentUserId($user->id));`,
    sessionId: `$unleash->isEnabled('my-flag', (new UnleashContext())->setSessionId(session_id()));`,
    property: (name) =>
      `$unleash->isEnabled('my-flag', (new UnleashContext())->setCustomProperty('${name}', $value));`,
  },
  {
    label: 'Ruby',
    names: named('ruby', 'unleashclientruby'),
    userId: `unleash.is_enabled?('my-flag', Unleash::Context.new(user_id: user.id))`,
    sessionId: `unleash.is_enabled?('my-flag', Unleash::Context.new(session_id: session.id))`,
    property: (name) =>
      `unleash.is_enabled?('my-flag', Unleash::Context.new(properties: { '${name}' => value }))`,
  },
  {
    label: 'Rust',
    names: named('rust'),
    userId:
      'client.is_enabled(Flags::MyFlag, Some(&Context { user_id: Some(user.id), ..Default::default() }), false)',
    sessionId:
      'client.is_enabled(Flags::MyFlag, Some(&Context { session_id: Some(session.id), ..Default::default() }), false)',
    property: (name) =>
      `client.is_enabled(Flags::MyFlag, Some(&Context { properties: HashMap::from([("${name}".into(), value)]), ..Default::default() }), false)`,
  },
  {
    // the context is replaced as a whole
    label: 'iOS, Swift',
    names: [...named('ios'), ...named('swift')],
    userId: 'unleash.updateContext(context: ["userId": user.id])',
    sessionId: 'unleash.updateContext(context: ["sessionId": session.id])',
    property: (name) => `unleash.updateContext(context: ["userId": user.id], properties: ["${name}": value])`,
  },
  {
    // as above
    label: 'Android, Kotlin',
    names: named('android'),
    userId: 'unleash.setContext(UnleashContext.newBuilder().userId(user.id).build())',
    sessionId: 'unleash.setContext(UnleashContext.newBuilder().sessionId(session.id).build())',
    property: (name) =>
      `unleash.setContext(UnleashContext.newBuilder().userId(user.id).addProperty("${name}", value).build())`,
  },
  {
    label: 'Flutter',
    names: named('flutter', 'unleash_proxy_client_flutter'),
    userId: `unleash.setContextField('userId', user.id);`,
    sessionId: `unleash.setContextField('sessionId', session.id);`,
    property: (name) => `unleash.setContextField('${name}', value);`,
  },
  {
    // one SDK for both. Those of today bring the JavaScript SDK along, and send its name
    label: 'React, React Native',
    names: named('react', '@unleash/proxy-client-react'),
    userId: 'useUnleashContext()({ userId: user.id })',
    sessionId: 'useUnleashContext()({ sessionId: session.id })',
    property: (name) => `useUnleashContext()({ properties: { '${name}': value } })`,
  },
  {
    label: 'JavaScript',
    names: named('js', 'unleash-proxy-client'),
    userId: `unleash.setContextField('userId', user.id)`,
    sessionId: `unleash.setContextField('sessionId', session.id)`,
    property: (name) => `unleash.setContextField('${name}', value)`,
  },
]

/** Names that need no quoting in any of the languages. */
const PLAIN = /^[A-Za-z0-9_.-]{1,100}$/

/** Finds the line that sends a field with an SDK, as it names itself; undefined: its language is not known. */
export function sdkLine(sdk: string | null, field: string): SdkLine | undefined {
  const name = (sdk === null ? undefined : readSdk(sdk)?.name)?.toLowerCase()
  const found = name === undefined ? undefined : LANGUAGES.find(({ names }) => names.includes(name))
  if (!found || !PLAIN.test(field)) return undefined
  const { label, userId, sessionId, property } = found
  const line = field === 'userId' ? userId : field === 'sessionId' ? sessionId : property(field)
  return { sdk: label, line }
}
