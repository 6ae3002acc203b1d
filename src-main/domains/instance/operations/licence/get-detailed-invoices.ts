import { getDetailedInvoices as operation } from '#shared/instance/contract/licence.ts'
import { query } from '#kernel/use-case.ts'

/** Lists invoices with their lines: Halyard sells nothing. */
export const getDetailedInvoices = query(operation, async () => ({ invoices: [] }))
