import { router } from '../../transport/rpc/init.ts'

export const userSessionsRpc = () => router({})
