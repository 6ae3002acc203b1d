import type { ScenarioFlag, ScenarioItems } from '#shared/transfer/schemas/scenario.ts'

type Segment = NonNullable<ScenarioItems['segments']>[number]

/** Names that constraints and stickiness may use without a context field: every SDK knows them. */
const KNOWN_TO_SDKS: ReadonlySet<string> = new Set([
  'appName',
  'currentTime',
  'default',
  'environment',
  'random',
  'remoteAddress',
  'sessionId',
  'userId',
])

const own = (names: readonly (string | undefined)[]): string[] => [
  ...new Set(names.filter((name): name is string => name !== undefined && !KNOWN_TO_SDKS.has(name))),
]

const strategiesOf = ({ environments = {} }: ScenarioFlag) =>
  Object.values(environments).flatMap(({ strategies = [] }) => strategies)

/** Names the strategy types of a flag. */
export const typesOf = (flag: ScenarioFlag): string[] => [
  ...new Set(strategiesOf(flag).map(({ name }) => name)),
]

/** Names the segments of a flag. */
export const segmentsOf = (flag: ScenarioFlag): string[] => [
  ...new Set(strategiesOf(flag).flatMap(({ segments = [] }) => segments)),
]

/** Names the context fields of a segment. */
export const fieldsOfSegment = ({ constraints }: Segment): string[] =>
  own(constraints.map(({ contextName }) => contextName))

/** Names the context fields that the constraints, the stickiness and the overrides of a flag use. */
export function fieldsOf(flag: ScenarioFlag): string[] {
  const variants = Object.values(flag.environments ?? {}).flatMap(({ variants: some = [] }) => some)
  return own([
    ...fieldsOfStrategies(flag),
    ...variants.map(({ stickiness }) => stickiness),
    ...variants.flatMap(({ overrides = [] }) => overrides.map(({ contextName }) => contextName)),
  ])
}

/** Names the context fields that the strategies of a flag use, also those that every SDK knows. */
export function fieldsOfStrategies(flag: ScenarioFlag): (string | undefined)[] {
  const strategies = strategiesOf(flag)
  return [
    ...strategies.flatMap(({ constraints = [] }) => constraints.map(({ contextName }) => contextName)),
    ...strategies.map(({ parameters = {} }) => parameters['stickiness']),
    ...strategies.flatMap(({ variants = [] }) => variants.map(({ stickiness }) => stickiness)),
  ]
}
