import { router } from '../../transport/rpc/init.ts'
import type { AccessDirectory } from '../access/index.ts'

export const projectAccessRpc = (_access: AccessDirectory) => router({})
