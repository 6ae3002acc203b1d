import semver from 'semver'

import type { OutdatedSdks } from '#shared/clients/schemas/application.ts'
import type { Instance, RunningSdk } from './instances.read-model.ts'

/**
 * Oldest client specification with dependencies between flags. SDKs of an older one evaluate such flags
 * wrongly.
 */
const CURRENT_SPEC = '5.0.0'

/**
 * Checks whether an SDK reports a client specification that is too old. An SDK that reports none counts as
 * current.
 */
export function isOutdated({ specVersion }: Pick<Instance, 'specVersion'>): boolean {
  const version = specVersion === null ? null : semver.coerce(specVersion)
  return version !== null && semver.lt(version, CURRENT_SPEC)
}

/** The outdated SDKs among those that run, by version, with the applications that run them. */
export function outdatedSdksOf(running: readonly RunningSdk[]): OutdatedSdks {
  const applications = new Map<string, Set<string>>()
  for (const { sdkVersion, appName } of running.filter(isOutdated)) {
    const version = sdkVersion ?? 'unknown'
    applications.set(version, (applications.get(version) ?? new Set()).add(appName))
  }
  return {
    sdks: [...applications]
      .map(([sdkVersion, names]) => ({ sdkVersion, applications: [...names].sort() }))
      .sort((a, b) => a.sdkVersion.localeCompare(b.sdkVersion)),
  }
}
