import { bind } from '../../../../transport/http/bind.ts'
import { getHealth } from './get-health.use-case.ts'
import { getReady, type StoreHealth } from './get-ready.use-case.ts'

export const instanceHttp = (health: () => StoreHealth) => [bind(getHealth), bind(getReady(health))]
