import { getFailingAddons as operation } from '../../../src-shared/contract/addon-tests.ts'
import { query } from '../../kernel/use-case.ts'
import { readFailing } from './integration-events.store.ts'

/** What an Admin should look at: nobody is told that an integration hears of nothing. */
export const getFailingAddons = query(operation, async ({ queries }) => ({
  failing: await readFailing(queries),
}))
