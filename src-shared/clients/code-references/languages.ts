/** Calls of the official SDKs and of OpenFeature, by language. The flag is the first text among the arguments. */
const OPEN_FEATURE = ['Boolean', 'String', 'Number', 'Object'].flatMap((type) => [
  `get${type}Value`,
  `get${type}Details`,
])
const SCRIPT = [
  ...['isEnabled', 'getVariant', 'isFeatureEnabled', 'useFlag', 'useVariant', 'flag', 'forceGetVariant'],
  ...OPEN_FEATURE,
  ...['useBooleanFlagValue', 'useStringFlagValue', 'useNumberFlagValue', 'useObjectFlagValue'],
]
const JVM = [
  'isEnabled',
  'getVariant',
  'deprecatedGetVariant',
  ...OPEN_FEATURE,
  'getIntegerValue',
  'getDoubleValue',
]

/** Calls that use a flag, by the language. */
const CALLS = {
  javascript: SCRIPT,
  java: JVM,
  kotlin: JVM,
  go: ['IsEnabled', 'GetVariant', 'BooleanValue', 'StringValue', 'IntValue', 'FloatValue', 'ObjectValue'],
  python: [
    ...['is_enabled', 'get_variant'],
    ...['boolean', 'string', 'integer', 'float', 'object'].flatMap((type) => [
      `get_${type}_value`,
      `get_${type}_details`,
    ]),
  ],
  dotnet: [
    ...['IsEnabled', 'GetVariant'],
    ...['Boolean', 'String', 'Integer', 'Double', 'Object'].map((type) => `Get${type}ValueAsync`),
  ],
  ruby: ['is_enabled?', 'enabled?', 'is_disabled?', 'disabled?', 'if_enabled', 'if_disabled', 'get_variant'],
  php: ['isEnabled', 'getVariant'],
  rust: ['is_enabled', 'is_enabled_str', 'get_variant', 'get_variant_str'],
  swift: ['isEnabled', 'getVariant', 'getBooleanValue'],
  dart: ['isEnabled', 'getVariant'],
  elixir: ['enabled?', 'get_variant'],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type Language = keyof typeof CALLS
export const LANGUAGES = Object.keys(CALLS)

const EXTENSIONS: ReadonlyMap<string, Language> = new Map(
  Object.entries<readonly string[]>({
    javascript: ['js', 'jsx', 'mjs', 'cjs', 'ts', 'tsx', 'mts', 'cts', 'vue', 'svelte', 'astro'],
    java: ['java', 'groovy', 'scala'],
    kotlin: ['kt', 'kts'],
    go: ['go'],
    python: ['py'],
    dotnet: ['cs', 'fs', 'vb', 'cshtml', 'razor'],
    ruby: ['rb', 'erb', 'rake'],
    php: ['php'],
    rust: ['rs'],
    swift: ['swift', 'm'],
    dart: ['dart'],
    elixir: ['ex', 'exs'],
  }).flatMap(([language, extensions]) => extensions.map((one) => [one, language as Language] as const)),
)

/** Language of a file by its extension; undefined: it is not read. */
export function languageOf(file: string): Language | undefined {
  const dot = file.lastIndexOf('.')
  return dot < 0 ? undefined : EXTENSIONS.get(file.slice(dot + 1))
}

/** Names of the calls of a language, those of one's own included. */
export const callsOf = (language: Language, own: readonly string[]): ReadonlySet<string> =>
  new Set([...CALLS[language], ...own])
