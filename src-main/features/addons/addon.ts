import {
  findProvider,
  maskParameters,
  type AddonParameters,
  type AddonProvider,
} from '../../../src-shared/addons/index.ts'
import type { Addon, AddonInput } from '../../../src-shared/schemas/addon.ts'
import { refuseAddon } from './addon-refusal.ts'
import type { AddonContent, StoredAddon } from './addons.store.ts'

/** The provider that is named; else 400 (exchange 351). */
export function requireProvider(name: string): AddonProvider {
  const provider = findProvider(name)
  if (!provider) throw refuseAddon('There is no provider of this name.', '/body/provider')
  return provider
}

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

/** As it is shown, recorded and listed, in the recorded order (exchange 355): what is secret is masked. */
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
