import { mutationOf, router } from '../../../../transport/rpc/init.ts'
import {
  changeMilestoneProgression,
  deleteMilestoneProgression,
  pauseMilestoneProgressions,
  resumeMilestoneProgressions,
} from './progressions.use-case.ts'
import {
  addReleasePlan,
  deleteReleasePlan,
  startMilestone,
  updateMilestoneStrategy,
} from './release-plans.use-case.ts'

export const releasePlansRpc = router({
  add: mutationOf(addReleasePlan),
  remove: mutationOf(deleteReleasePlan),
  start: mutationOf(startMilestone),
  updateStrategy: mutationOf(updateMilestoneStrategy),
  setProgression: mutationOf(changeMilestoneProgression),
  removeProgression: mutationOf(deleteMilestoneProgression),
  pause: mutationOf(pauseMilestoneProgressions),
  resume: mutationOf(resumeMilestoneProgressions),
})
