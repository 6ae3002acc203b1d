import { query } from '#kernel/use-case.ts'
import * as contract from '#shared/insight/contract/result-changes.ts'
import { findResultChanges as find } from '../past/find-result-changes.ts'

/** Finds when, by whom and why the result of a flag changed for a context. */
export const findResultChanges = query(
  contract.findResultChanges,
  (context, { body: { flag, project, environment, context: sent = {}, since, until } }) =>
    find(context, { flag, project, environment, sent, since, until }),
)
