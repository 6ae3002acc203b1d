import type { Binding } from '../../transport/http/bind.ts'

export const userSessionsHttp = (): Binding[] => []
