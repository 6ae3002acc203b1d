import { router } from '../../transport/rpc/init.ts'
import type { AccessDirectory } from '../access/index.ts'

export const publicSignupRpc = (_access: AccessDirectory, _baseUrl: string) => router({})
