import type { Plan } from '../../../../../src-shared/instance/rules/plans.ts'
import type { Licence } from '../../../../../src-shared/instance/schemas/licence.ts'
import { UnreadableSecret, type Sealer } from '../../../../kernel/sealer.ts'
import type { Queries } from '../../../../store/queries.ts'
import { readSetting, writeSetting } from '../../../../store/setting-rows.ts'

const SETTING = 'licence'
const PURPOSE = 'licence.token'

/** Needed to answer the licence. */
export interface LicenceSources {
  sealer: Sealer
  instanceId: string
  plan: Plan
}

/** Describes the licence. Everything in it is true: it is valid because none is needed. */
export async function readLicence(
  queries: Queries,
  { sealer, instanceId, plan }: LicenceSources,
): Promise<Licence> {
  const stored = await readSetting<{ sealed: string }>(queries, SETTING)
  const token = stored && openKey(sealer, stored.sealed)
  return {
    ...(token === undefined ? {} : { token }),
    isValid: true,
    type: 'none-required',
    instanceName: 'Halyard',
    instanceId,
    plan,
  }
}

/** Stores a licence key, encrypted. */
export async function writeLicenceKey(queries: Queries, sealer: Sealer, token: string): Promise<void> {
  await writeSetting(queries, SETTING, { sealed: sealer.seal(token, PURPOSE) })
}

/** Decrypts the key; undefined: it was stored on another machine, and has to be entered again. */
function openKey(sealer: Sealer, sealed: string): string | undefined {
  try {
    return sealer.open(sealed, PURPOSE)
  } catch (error) {
    if (error instanceof UnreadableSecret) return undefined
    throw error
  }
}
