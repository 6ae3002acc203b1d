import { router } from '../../transport/rpc/init.ts'

export const passwordsRpc = (_baseUrl: string) => router({})
