import { gte } from 'semver'

import type { LicenceSources } from '#domains/instance/licence/licence.ts'
import type { Config } from '#settings/config.ts'

/** Self-hosted Enterprise requires a licence key since this version (document: "Authentication", 8). */
const SINCE = '6.0.0'

/** Makes the rule which ports require a licence key: none, unless the settings say so. */
export const licenceRule =
  ({
    requireLicence,
    plan,
    strict,
    contract: own,
  }: Pick<Config, 'requireLicence' | 'plan' | 'strict' | 'contract'>): LicenceSources['requiresLicence'] =>
  (contract = strict ?? own) =>
    requireLicence && plan === 'enterprise' && gte(contract, SINCE)
