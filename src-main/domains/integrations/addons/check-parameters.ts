import type { Outbound } from '#kernel/outbound.ts'
import { ownValue } from '#shared/own-value.ts'
import {
  MASK,
  type AddonParameter,
  type AddonParameters,
  type AddonProvider,
} from '#shared/integrations/addons/index.ts'
import { addonError } from './addon.ts'
import { isHeader, parseHeaders } from './custom-headers.ts'
import { problemOfTemplate } from './render-template.ts'

const at = (name: string) => `/body/parameters/${name}`

/** The parameters of a provider as text; what it does not know, and what is empty, is left out. Throws 400. */
export function readParameters(
  { parameters }: AddonProvider,
  sent: Readonly<Record<string, unknown>>,
): AddonParameters {
  const read: AddonParameters = {}
  for (const { name } of parameters) {
    const value = Object.hasOwn(sent, name) ? ownValue(sent, name) : undefined
    if (value === undefined || value === null) continue
    if (!isScalar(value)) throw addonError(`The parameter ${name} must be text.`, at(name))
    const text = String(value)
    if (text.trim() !== '') read[name] = text
  }
  return read
}

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** Throws 400 for the first parameter that is missing, or that the provider could not be told by. */
export async function checkParameters(
  provider: AddonProvider,
  parameters: AddonParameters,
  outbound: Outbound,
): Promise<void> {
  for (const parameter of provider.parameters) {
    const { name, required } = parameter
    const value = ownValue(parameters, name)
    if (value === undefined) {
      if (required)
        throw addonError(`The parameter ${name} is required by ${provider.displayName}.`, at(name))
      continue
    }
    const problem = value === MASK ? MASK_WITHOUT_VALUE : await problemOf(parameter, value, outbound)
    if (problem) throw addonError(`The parameter ${name} ${problem}`, at(name))
  }
}

const MASK_WITHOUT_VALUE = `must not be ${MASK}: that stands for a stored value, and there is none.`

/** Parameters that become a header, and which. */
const HEADERS: Record<string, string> = {
  contentType: 'content-type',
  authorization: 'authorization',
  accessToken: 'authorization',
  apiKey: 'dd-api-key',
  licenseKey: 'api-key',
}

async function problemOf(
  { name, type }: AddonParameter,
  value: string,
  outbound: Outbound,
): Promise<string | undefined> {
  if (type === 'url') return outbound.problemOf(value)
  if (name === 'customHeaders' && !parseHeaders(value))
    return 'must be a JSON object of headers and their values, without those that the connection is made of.'
  if (name === 'bodyTemplate') return problemOfTemplate(value)
  const header = ownValue(HEADERS, name)
  if (header !== undefined && !isHeader(header, value))
    return 'must be fit for a header: one line of plain characters.'
  return undefined
}
