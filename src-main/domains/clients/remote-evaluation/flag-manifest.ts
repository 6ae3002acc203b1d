import type { ClientFeature } from '#shared/clients/schemas/client.ts'
import { variantsOf } from '#shared/clients/types/flag-types.ts'
import type { ManifestFlag, ManifestType } from '#shared/clients/schemas/remote-evaluation.ts'
import type { TokenScope } from '#kernel/caller.ts'
import { inSteps } from '#runtime/in-steps.ts'
import type { EnvironmentConfiguration } from '../client-api/client-configuration.ts'

/** Values that generated code returns where there is no evaluation. */
const DEFAULTS: Readonly<Record<ManifestType, ManifestFlag['defaultValue']>> = {
  boolean: false,
  string: '',
  integer: 0,
  float: 0,
  object: {},
}

/** Lists the flags of a scope by name, each with the type that its evaluations have (remote-result.ts). */
export async function manifestOf(
  { features }: Pick<EnvironmentConfiguration, 'features'>,
  { projects }: Pick<TokenScope, 'projects'>,
): Promise<ManifestFlag[]> {
  const flags: ManifestFlag[] = []
  await inSteps(features.values(), ({ feature }) => {
    if (!projects.includes('*') && !projects.includes(feature.project)) return
    const { name, description } = feature
    const type = typeOf(feature)
    flags.push({ key: name, name, type, description, defaultValue: DEFAULTS[type] })
  })
  return flags
}

/** Finds the type of a flag: that of all its payloads, where there are any. Payloads of several types are objects, which take all. */
function typeOf(feature: ClientFeature): ManifestType {
  const types = new Set<ManifestType>()
  for (const { payload } of variantsOf(feature)) if (payload) types.add(typeOfPayload(payload))
  if (types.size === 2 && types.has('integer') && types.has('float')) return 'float'
  const [type = 'boolean'] = types
  return types.size > 1 ? 'object' : type
}

function typeOfPayload({ type, value }: { type: string; value: string }): ManifestType {
  if (type === 'number') return isWhole(value) ? 'integer' : 'float'
  if (type !== 'json') return 'string'
  // its first character says it: a payload may be long
  const [first = ''] = /\S/.exec(value) ?? []
  if (first === '"') return 'string'
  if (first === 't' || first === 'f') return 'boolean'
  if (/[-0-9]/.test(first)) return isWhole(value) ? 'integer' : 'float'
  return 'object'
}

const isWhole = (text: string) => Number.isInteger(Number(text))
