/** A capability that servers require of an SDK, or use in the flags that they send to it. */
export type SdkNeed = 'hashing' | 'token' | 'operators' | 'strategyVariants' | 'dependencies' | 'metrics'

/** `frontend` SDKs evaluate nothing themselves; the others evaluate flags. */
export type SdkKind = 'backend' | 'proxy' | 'edge' | 'frontend'

interface Need {
  id: SdkNeed
  kinds: readonly SdkKind[]
  /** The first server version that it matters for. */
  server: string
  /** The verdict on an SDK without it. */
  lacking: 'outdated' | 'unsupported'
  /** Completes the sentence "Versions before X ...". */
  words: string
}

const EVALUATING: readonly SdkKind[] = ['backend', 'proxy', 'edge']

/** The first Edge version that reports metrics where servers from 6 on accept them. */
export const EDGE = '19.1.3'

/** The first server version with a frontend API. */
export const FRONTEND_API = '4.18.0'

/** By server version. Where the first version for a need is not known, an SDK that meets a later one meets it, too. */
export const SDK_NEEDS: readonly Need[] = [
  {
    id: 'hashing',
    kinds: EVALUATING,
    server: '3.0.0',
    lacking: 'unsupported',
    words: 'are made for server 2: their hash puts users into other groups of gradual rollouts',
  },
  {
    id: 'token',
    kinds: EVALUATING,
    server: '4.0.0',
    lacking: 'unsupported',
    words: 'cannot send an API token, which servers from 4.0.0 on require',
  },
  {
    id: 'operators',
    kinds: EVALUATING,
    server: '4.9.0',
    lacking: 'outdated',
    words: 'know no constraint operators but IN and NOT_IN',
  },
  {
    id: 'strategyVariants',
    kinds: EVALUATING,
    server: '5.4.0',
    lacking: 'outdated',
    words: 'ignore variants of strategies',
  },
  {
    id: 'dependencies',
    kinds: EVALUATING,
    server: '5.7.0',
    lacking: 'outdated',
    words: 'ignore dependencies between flags',
  },
  {
    id: 'metrics',
    kinds: ['edge'],
    server: '6.0.0',
    lacking: 'outdated',
    words: 'lose metrics: servers from 6.0.0 on have no /edge/metrics',
  },
]

export interface KnownSdk {
  title: string
  kind: SdkKind
  /** Names that it sends or is published under, in lower case. */
  names: readonly string[]
  /** The first version that meets a need. Absent: not known. */
  since: Partial<Readonly<Record<SdkNeed, string>>>
  /** Frontend SDKs: the oldest version known to speak the frontend API. Absent: none is known. */
  frontendApi?: string
}

/** SDKs have sent `unleash-client-node`, `unleash-node` and `unleash-node-sdk`. */
const named = (language: string, ...more: string[]): string[] => [
  `unleash-client-${language}`,
  `unleash-${language}`,
  `unleash-${language}-sdk`,
  ...more,
]

/**
 * The official SDKs. SDK versions and server versions are numbered independently, so they cannot be compared.
 * The versions come from the changelogs of the SDKs, their packages and the SDK documentation.
 * `test/conformance/old-sdks.long.test.ts` runs the Node.js SDKs 3.21.0, 4.1.1, 5.6.1 and 6 against every server major.
 */
export const KNOWN_SDKS: readonly KnownSdk[] = [
  {
    title: 'Node.js SDK',
    kind: 'backend',
    names: named('node', 'unleash-client'),
    since: {
      hashing: '3.0.0',
      token: '2.3.0',
      operators: '3.12.0',
      strategyVariants: '4.1.0',
      dependencies: '4.2.0',
    },
  },
  {
    title: 'Java SDK',
    kind: 'backend',
    names: named('java'),
    since: { hashing: '3.0.0', token: '2.1.2', dependencies: '8.4.0' },
  },
  {
    title: 'Python SDK',
    kind: 'backend',
    names: named('python', 'unleashclient'),
    since: { operators: '5.1.0', strategyVariants: '5.8.0', dependencies: '5.9.0' },
  },
  {
    title: 'Ruby SDK',
    kind: 'backend',
    names: named('ruby', 'unleashclientruby'),
    since: { operators: '4.2.0', strategyVariants: '4.5.0', dependencies: '4.6.0' },
  },
  { title: 'Go SDK', kind: 'backend', names: named('go'), since: { dependencies: '3.9.2' } },
  { title: '.NET SDK', kind: 'backend', names: named('dotnet'), since: { dependencies: '3.4.0' } },
  { title: 'PHP SDK', kind: 'backend', names: named('php'), since: { dependencies: '2.2.0' } },
  { title: 'Rust SDK', kind: 'backend', names: named('rust'), since: {} },
  { title: 'Next.js SDK', kind: 'backend', names: named('nextjs', '@unleash/nextjs'), since: {} },
  {
    title: 'Unleash Edge',
    kind: 'edge',
    names: ['unleash-edge'],
    since: { dependencies: '13.1.0', metrics: EDGE },
  },
  {
    title: 'Unleash Proxy',
    kind: 'proxy',
    names: ['unleash-proxy', '@unleash/proxy'],
    since: { dependencies: '0.18.0' },
  },
  {
    title: 'JavaScript SDK',
    kind: 'frontend',
    names: named('js', 'unleash-proxy-client'),
    since: {},
    frontendApi: '1.0.1',
  },
  {
    title: 'React SDK',
    kind: 'frontend',
    names: named('react', '@unleash/proxy-client-react'),
    since: {},
    frontendApi: '5.1.0',
  },
  {
    title: 'Vue SDK',
    kind: 'frontend',
    names: named('vue', '@unleash/proxy-client-vue'),
    since: {},
    frontendApi: '0.1.6',
  },
  {
    title: 'Svelte SDK',
    kind: 'frontend',
    names: named('svelte', '@unleash/proxy-client-svelte'),
    since: {},
  },
  {
    title: 'Flutter SDK',
    kind: 'frontend',
    names: named('flutter', 'unleash_proxy_client_flutter'),
    since: {},
  },
  { title: 'Android SDK', kind: 'frontend', names: named('android'), since: {} },
  { title: 'iOS SDK', kind: 'frontend', names: [...named('ios'), ...named('swift')], since: {} },
]
