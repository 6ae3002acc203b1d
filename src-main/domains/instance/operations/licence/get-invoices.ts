import { getInvoices as operation } from '#shared/instance/contract/licence.ts'
import { query } from '#kernel/use-case.ts'

/** Lists invoices: Halyard sells nothing. */
export const getInvoices = query(operation, async () => [])
