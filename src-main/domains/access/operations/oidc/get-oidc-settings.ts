import { getOidcSettings as operation } from '#shared/access/contract/oidc.ts'
import { query } from '#kernel/use-case.ts'
import { readMaskedSettings } from '../../records/single-sign-on/sso-settings.ts'

export const getOidcSettings = query(operation, ({ queries }) => readMaskedSettings(queries, 'oidc'))
