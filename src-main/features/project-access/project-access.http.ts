import type { Binding } from '../../transport/http/bind.ts'
import type { AccessDirectory } from '../access/index.ts'

export const projectAccessHttp = (_access: AccessDirectory): Binding[] => []
