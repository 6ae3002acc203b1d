import { getSimpleSettings as operation } from '#shared/access/contract/password-settings.ts'
import { query } from '#kernel/use-case.ts'
import { readPasswordSettings } from '../../records/single-sign-on/password-settings.ts'

export const getSimpleSettings = query(operation, ({ queries }) => readPasswordSettings(queries))
