import { getHealth as operation } from '#shared/instance/contract/instance.ts'
import { query } from '#kernel/use-case.ts'

export const getHealth = query(operation, async () => ({ health: 'GOOD' as const }))
