import { getFailingAddons as operation } from '#shared/integrations/contract/addon-tests.ts'
import { query } from '#kernel/use-case.ts'
import { readFailing } from '../../records/addons/integration-events.store.ts'

/** Lists integrations whose deliveries fail: nobody else is told. */
export const getFailingAddons = query(operation, async ({ queries }) => ({
  failing: await readFailing(queries),
}))
