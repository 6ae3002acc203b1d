import { mutationOf, router } from '../../../../transport/rpc/init.ts'
import { changeMilestoneProgression } from './change-milestone-progression.ts'
import { deleteMilestoneProgression } from './delete-milestone-progression.ts'
import { pauseMilestoneProgressions } from './pause-milestone-progressions.ts'
import { resumeMilestoneProgressions } from './resume-milestone-progressions.ts'
import { addReleasePlan } from './add-release-plan.ts'
import { deleteReleasePlan } from './delete-release-plan.ts'
import { startMilestone } from './start-milestone.ts'
import { updateMilestoneStrategy } from './update-milestone-strategy.ts'

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
