import type { Binding } from '../../transport/http/bind.ts'
import type { AccessDirectory } from '../access/index.ts'

export const publicSignupHttp = (_access: AccessDirectory, _baseUrl: string): Binding[] => []
