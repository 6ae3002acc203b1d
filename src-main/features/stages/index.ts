/**
 * Stages: how far each flag has come in its life (docs/contract/flags.md#stages). Creating, metrics, completing
 * and archiving move a
 * flag on; the area lifecycle is what clients see of it.
 */
export {
  countStages,
  enterStage,
  enterStages,
  leaveStage,
  noteUse,
  readStages,
  restartStages,
} from './stages.store.ts'
