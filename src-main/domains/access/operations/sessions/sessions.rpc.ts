import { queryOf, router } from '../../../../transport/rpc/init.ts'
import type { AccessDirectory } from '../../records/access/access-directory.ts'
import { getMe } from './get-me.ts'

export const sessionsRpc = (access: AccessDirectory) => router({ me: queryOf(getMe(access)) })
