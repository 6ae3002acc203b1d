import { gte } from 'semver'

import { AppError } from '#kernel/app-error.ts'
import { type Sealer, UnreadableSecret } from '#kernel/sealer.ts'
import type { Config } from '#settings/config.ts'
import type { Plan } from '#shared/instance/rules/plans.ts'
import type { Licence, LicenceCheck } from '#shared/instance/schemas/licence.ts'
import type { Queries } from '#store/queries.ts'
import { readSetting, writeSetting } from '#store/setting-rows.ts'

const SETTING = 'licence'
const PURPOSE = 'licence.token'

/** Needed to answer the licence. */
export interface LicenceSources {
  sealer: Sealer
  instanceId: string
  plan: Plan
  /** Checks whether a port of this version is told to require a key; undefined: the instance's own version. */
  requiresLicence: (contract: string | undefined) => boolean
}

/** A stored key, where one is needed or not, at a time. */
interface LicenceQuestion {
  contract: string | undefined
  now: Date
}

/** Describes the licence. Without a key it is valid where none is required; a text that is no key is never valid. */
export async function readLicence(
  queries: Queries,
  sources: LicenceSources,
  question: LicenceQuestion,
): Promise<Licence> {
  const { token, key, isValid, isRequired } = await judge(queries, sources, question)
  return {
    ...(token === undefined ? {} : { token }),
    isValid,
    type: isRequired ? 'required' : 'none-required',
    instanceName: 'Halyard',
    instanceId: sources.instanceId,
    plan: sources.plan,
    ...(key.expiresAt === undefined ? {} : { expireAt: key.expiresAt }),
  }
}

/** Says whether the instance may be used, to clients that ask before they go on. */
export async function checkLicence(
  queries: Queries,
  sources: Omit<LicenceSources, 'instanceId' | 'plan'>,
  question: LicenceQuestion,
): Promise<LicenceCheck> {
  const { key, isValid, isRequired } = await judge(queries, sources, question)
  return { isValid, message: messageOf(key, isRequired), messageType: isValid ? 'info' : 'error' }
}

/** Refuses what needs a licence at a port that is told to require one. */
export async function requireLicence(
  queries: Queries,
  sources: Omit<LicenceSources, 'instanceId' | 'plan'>,
  question: LicenceQuestion,
): Promise<void> {
  // ahead of the read, as it stands before every operation
  if (!sources.requiresLicence(question.contract)) return
  const { key, isValid } = await judge(queries, sources, question)
  if (!isValid)
    throw new AppError(
      'OperationDeniedError',
      `${messageOf(key, true)} This port requires one (setting requireLicence): send it to POST /api/admin/license.`,
    )
}

async function judge(
  queries: Queries,
  { sealer, requiresLicence }: Omit<LicenceSources, 'instanceId' | 'plan'>,
  { contract, now }: LicenceQuestion,
) {
  const stored = await readSetting<{ sealed: string }>(queries, SETTING)
  const token = stored && openKey(sealer, stored.sealed)
  const key = readLicenceKey(token, now)
  const isRequired = requiresLicence(contract)
  return { token, key, isRequired, isValid: key.state === 'none' ? !isRequired : key.state === 'well-formed' }
}

/** Facts that the form of a licence key tells. Who signed it cannot be checked here. */
interface LicenceKey {
  state: 'none' | 'malformed' | 'expired' | 'well-formed'
  expiresAt?: string
}

/** Reads a licence key: a JSON Web Token, as the original's are. */
function readLicenceKey(token: string | undefined, now: Date): LicenceKey {
  if (token === undefined) return { state: 'none' }
  const [header, payload, signature, ...more] = token.split('.')
  const claims = objectIn(payload)
  if (!objectIn(header) || !claims || !signature || more.length > 0) return { state: 'malformed' }
  const expiry = claims['exp']
  if (typeof expiry !== 'number' || !Number.isFinite(expiry)) return { state: 'well-formed' }
  const at = new Date(expiry * 1000)
  if (Number.isNaN(at.getTime())) return { state: 'malformed' }
  return { state: at <= now ? 'expired' : 'well-formed', expiresAt: at.toISOString() }
}

function objectIn(part: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function messageOf({ state, expiresAt }: LicenceKey, isRequired: boolean): string {
  if (state === 'malformed')
    return 'The stored text is no licence key: a key is a JSON Web Token of three parts.'
  if (state === 'expired') return `The licence key expired at ${expiresAt ?? 'an unknown time'}.`
  if (isRequired)
    return state === 'none'
      ? 'Since version 6, self-hosted Enterprise needs a licence key, and none is stored.'
      : 'The licence key has the right form. Halyard cannot check who signed it.'
  return 'Halyard needs no licence: nothing is locked.'
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
