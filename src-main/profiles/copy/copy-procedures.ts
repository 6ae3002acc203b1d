import { z } from 'zod'

import { CopyDecision, CopyUpdate, NewCopy, NewProof, type CopyRecord } from '#shared/desktop/copies.ts'
import { ProfileId } from '#shared/desktop/profiles.ts'
import { procedureOf, appProcedure } from '../procedures.ts'
import { readCopyRecord } from './copy-record.ts'

/** Procedures that copy instances elsewhere to this computer. What they begin goes on after the page is closed. */
export const copyProcedures = {
  copyState: appProcedure.query(({ ctx: { copies } }) => copies.state),
  copyRecord: procedureOf(z.strictObject({ copy: ProfileId })).query(
    ({ ctx: { profiles }, input: { copy } }): CopyRecord | null => {
      const profile = profiles.find(copy)
      return (profile.kind === 'local' && readCopyRecord(profile.folder)) || null
    },
  ),
  copyInstance: procedureOf(NewCopy).mutation(({ ctx: { copies }, input }) => copies.begin(input)),
  updateCopy: procedureOf(CopyUpdate).mutation(({ ctx: { copies }, input }) => copies.update(input.copy)),
  decideUpdate: procedureOf(CopyDecision).mutation(({ ctx: { copies }, input }) => copies.decide(input)),
  proveCopy: procedureOf(NewProof).mutation(({ ctx: { copies }, input }) => copies.prove(input)),
  rehearseUpgrade: procedureOf(CopyUpdate).mutation(({ ctx: { copies }, input }) =>
    copies.rehearse(input.copy),
  ),
  cancelCopy: appProcedure.mutation(({ ctx: { copies } }) => copies.cancel()),
}
