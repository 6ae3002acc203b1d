import type { Binding } from '../../transport/http/bind.ts'

export const passwordsHttp = (_baseUrl: string): Binding[] => []
