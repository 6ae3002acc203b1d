import { ownValue } from '../../own-value.ts'
import { findProvider } from './providers.ts'

/**
 * Placeholder for a value that is not shown again (recorded exchange integrations/get-sensitive-masked). Sent
 * back, it means the stored value.
 */
export const MASK = '*****'

export type AddonParameters = Record<string, string>

/** The parameters as they may be shown: without the values that are sensitive. */
export function maskParameters(provider: string, parameters: AddonParameters): AddonParameters {
  const open = findProvider(provider)?.parameters.filter(({ sensitive }) => !sensitive) ?? []
  const names = new Set(open.map(({ name }) => name))
  return Object.fromEntries(
    // treat unknown parameters as secret
    Object.entries(parameters).map(([name, value]) => [name, names.has(name) ? value : MASK]),
  )
}

/** Replaces each mask with the stored value. A mask without a stored value stays a mask. */
export function unmaskParameters(sent: AddonParameters, stored: AddonParameters): AddonParameters {
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [
      name,
      value === MASK ? (ownValue(stored, name) ?? MASK) : value,
    ]),
  )
}
