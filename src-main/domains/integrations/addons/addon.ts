import { AppError, badData } from '#kernel/app-error.ts'
import { detail } from '#shared/errors/error-table.ts'
import {
  type AddonParameters,
  type AddonProvider,
  findProvider,
  maskParameters,
} from '#shared/integrations/addons/index.ts'
import type { Addon, AddonInput } from '#shared/integrations/schemas/addon.ts'
import type { AddonContent, StoredAddon } from './addons.store.ts'

/** Message for parameters that a provider rejects (recorded exchanges integrations/*). */
const SAID =
  'Request validation failed: your request body or params contain invalid data: A validation error occurred while processing your request data. Please make sure it conforms to the request data schema.'

/** Error for an invalid integration, as recorded. The detail names the field; no parameter value is repeated. */
export function addonError(text: string, path: string): AppError {
  return new AppError('BadDataError', SAID, { details: [detail(text, path)] })
}

/**
 * Finds a provider by name. Throws 400 if it is unknown (recorded exchange integrations/unknown-provider).
 */
export function requireProvider(name: string): AddonProvider {
  const provider = findProvider(name)
  if (!provider) throw addonError('There is no provider of this name.', '/body/provider')
  return provider
}

/** Finds the provider of a new integration. Throws 400 also for a deprecated one. */
export function requireCreatable(name: string): AddonProvider {
  const provider = requireProvider(name)
  if (provider.deprecated !== undefined) throw badData(provider.deprecated, '/body/provider')
  return provider
}

/**
 * Returns the stored parameters that a mask may stand for. A secret of one provider must not be sent to
 * another.
 */
export const storedParametersFor = (stored: StoredAddon, provider: string): AddonParameters =>
  stored.provider === provider ? stored.parameters : {}

export function toContent(body: AddonInput, parameters: AddonParameters): AddonContent {
  const { provider, enabled, description, events, projects, environments } = body
  return {
    provider,
    enabled,
    description: description ?? null,
    parameters,
    events,
    projects: projects ?? [],
    environments: environments ?? [],
  }
}

/**
 * Builds an integration to show, record or list, with secrets masked. Fields are in the recorded order
 * (recorded exchange integrations/get-sensitive-masked).
 */
export function toAddon(addon: StoredAddon): Addon & { createdAt: string } {
  return {
    id: addon.id,
    provider: addon.provider,
    enabled: addon.enabled,
    description: addon.description,
    parameters: maskParameters(addon.provider, addon.parameters),
    events: [...addon.events],
    projects: [...addon.projects],
    environments: [...addon.environments],
    createdAt: addon.createdAt,
  }
}
