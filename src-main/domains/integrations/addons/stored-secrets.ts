import {
  MASK,
  unmaskParameters,
  type AddonParameters,
  type AddonProvider,
} from '#shared/integrations/addons/index.ts'
import { ownValue } from '#shared/own-value.ts'
import { addonError } from './addon.ts'

/**
 * Returns the parameters that are sent, with what is stored in place of each mask. A stored secret is for the address that
 * it was entered for: where the integration leads to another one now, throws 400 for each that is masked still. Else
 * whoever may change integrations could have a secret sent to a server of their own.
 */
export function withStoredSecrets(
  { parameters }: AddonProvider,
  sent: AddonParameters,
  kept: AddonParameters,
): AddonParameters {
  const all = unmaskParameters(sent, kept)
  const isMoved = parameters.some(
    ({ name, type }) => type === 'url' && originOf(ownValue(all, name)) !== originOf(ownValue(kept, name)),
  )
  const masked = parameters.find(
    ({ name }) => ownValue(sent, name) === MASK && ownValue(kept, name) !== undefined,
  )
  if (!isMoved || !masked) return all
  throw addonError(
    `The parameter ${masked.name} has to be entered again: the integration leads to another address now, and a stored ` +
      'secret is sent to the address alone that it was entered for.',
    `/body/parameters/${masked.name}`,
  )
}

/** The server that a URL leads to; undefined: the provider's own, or none. */
const originOf = (url: string | undefined) =>
  url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined
