import { setOidcSettings as operation } from '#shared/access/contract/oidc.ts'
import { preparedMutation } from '#kernel/use-case.ts'
import { checkOidcSettings, requireCallableProvider } from '../../records/oidc/check-oidc-settings.ts'
import type { OidcServices } from '../../records/oidc/oidc-services.ts'
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

const name = 'oidc'

/** Settings that decide who can sign in: sign-ins from before no longer prove that it works. */
const CONNECTION = [
  'enabled',
  'discoverUrl',
  'clientId',
  'secret',
  'idTokenSigningAlgorithm',
  'acrValues',
  'emailDomains',
  'enablePkce',
] as const

/** Replaces the OpenID Connect settings, unless that would lock everybody out. */
export const setOidcSettings = ({
  access,
  sealer,
  outbound,
}: Pick<OidcServices, 'access' | 'sealer' | 'outbound'>) =>
  preparedMutation(
    operation,
    // the lookup of a host takes too long for a transaction
    async ({ queries }, { body: sent }) => {
      const before = await readMaskedSettings(queries, name)
      await requireCallableProvider(outbound, completedSettings(sent, before), before)
    },
    async (context, { body: sent }) => {
      const { queries, record } = context
      const before = await readMaskedSettings(queries, name)
      const body = completedSettings(sent, before)
      await checkOidcSettings(context, body, before)
      await guardDefaultRole(context, access, body, before)
      await writeSsoSettings(queries, sealer, name, body)
      if (CONNECTION.some((field) => body[field] !== before[field])) await noteConnectionChange(queries, name)
      await requireAdminSignIn(queries)
      const after = await readMaskedSettings(queries, name)
      record({ type: 'auth-settings-updated', data: { name, ...after }, preData: { name, ...before } })
      return after
    },
  )
