import { SERVED_OPERATIONS } from '#support/service/contract-of.ts'
import { fuzzOperations } from './fuzz-operations.ts'

// those with POST have a file of their own, as both together take longer than any other suite
fuzzOperations(SERVED_OPERATIONS.filter(({ method }) => method !== 'POST'))
