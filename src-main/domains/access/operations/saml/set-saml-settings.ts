import { setSamlSettings as operation } from '#shared/access/contract/saml.ts'
import type { SamlSettings } from '#shared/access/schemas/single-sign-on.ts'
import { mutation } from '#kernel/use-case.ts'
import { requireValidSettings } from '../../records/saml/saml-settings-rules.ts'
import type { SamlServices } from '../../records/saml/saml-services.ts'
import { guardDefaultRole } from '../../records/single-sign-on/default-role-guard.ts'
import {
  noteConnectionChange,
  requireAdminSignIn,
} from '../../records/single-sign-on/require-admin-sign-in.ts'
import {
  completedSettings,
  readMaskedSettings,
  writeSsoSettings,
} from '../../records/single-sign-on/sso-settings.ts'

const name = 'saml'
/** Settings that decide whether a sign-in works: what was proven before holds no more. */
const CONNECTION = [
  'enabled',
  'entityId',
  'signOnUrl',
  'certificate',
  'spCertificate',
  'emailDomains',
] as const

/** Replaces the SAML settings. A masked private key keeps the stored one. */
export const setSamlSettings = ({ access, sealer }: Pick<SamlServices, 'access' | 'sealer'>) =>
  mutation(operation, async (context, { body: sent }) => {
    const { queries, record } = context
    const before = await readMaskedSettings(queries, name)
    const body = completedSettings(sent, before)
    await requireValidSettings(queries, body)
    await guardDefaultRole(context, access, body, before)
    await writeSsoSettings(queries, sealer, name, body)
    const after = await readMaskedSettings(queries, name)
    if (CONNECTION.some((field) => before[field] !== body[field])) await noteConnectionChange(queries, name)
    await requireAdminSignIn(queries)
    record({ type: 'auth-settings-updated', data: named(after), preData: named(before) })
    return after
  })

const named = (settings: SamlSettings): Record<string, unknown> => ({ name, ...settings })
