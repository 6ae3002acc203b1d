import { bind } from '../../../../transport/http/bind.ts'
import { getHealth } from './get-health.ts'
import { getReady } from './get-ready.ts'
import type { StoreHealth } from '../../records/instance/store-health.ts'

export const instanceHttp = (health: () => StoreHealth) => [bind(getHealth), bind(getReady(health))]
