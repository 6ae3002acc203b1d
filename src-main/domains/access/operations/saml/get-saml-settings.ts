import { getSamlSettings as operation } from '#shared/access/contract/saml.ts'
import { query } from '#kernel/use-case.ts'
import { readMaskedSettings } from '../../records/single-sign-on/sso-settings.ts'

export const getSamlSettings = query(operation, ({ queries }) => readMaskedSettings(queries, 'saml'))
